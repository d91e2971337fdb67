import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LongPressAction } from './long-press.tsx';

const draw = (busy: boolean) =>
  renderToStaticMarkup(
    <LongPressAction
      label="Apply as v2"
      danger="secret: aws key"
      shortcut="change.approve"
      busy={busy}
      onConfirm={() => undefined}
    />,
  );

describe('the button of a dangerous action', () => {
  it('says what happens, why that is dangerous, and that it takes a long press', () => {
    expect(draw(false)).toContain('Apply as v2 · secret: aws key');
    expect(draw(false)).toMatch(/>hold<span[^>]*>, or Enter twice</);
  });

  it('takes no press while the action runs', () => {
    expect(draw(false)).not.toContain('disabled=""');
    expect(draw(true)).toContain('disabled=""');
  });
});
