import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { isRewritten, wordChanges } from '../../server/domain/skills/changesets/wording/word-changes.ts';
import { WordDiff } from './word-diff.tsx';

const OLD = 'Always confirm with the customer before restarting the worker';
const draw = (before: string, after: string) =>
  renderToStaticMarkup(<WordDiff before={before} after={after} layout="inline" />);

describe('a changed wording', () => {
  it('has its changed words apart from each other', () => {
    expect(draw(OLD, OLD.replace('confirm', 'check'))).toMatch(/confirm<\/del> <ins[^>]*>/);
    expect(draw('退款前先查询已收金额', '退款前先查询应收金额')).toMatch(/已<\/del> <ins[^>]*>/);
  });

  it.each([
    ['Name the next step of each case', 'Name the next step of each case and who takes it', false],
    [
      'Run kubectl rollout status and wait until it reports success',
      'Run kubectl rollout status with a timeout of five minutes',
      false,
    ],
    [
      'Look up the captured amount before issuing a refund',
      'Never refund more than the captured amount minus earlier refunds',
      true,
    ],
    ['退款前先查询已收金额', '客户投诉时请联系仓库主管', true],
  ])('takes "%s" and "%s" for a rewrite: %j', (before, after, rewritten) => {
    expect(isRewritten(wordChanges(before, after))).toBe(rewritten);
  });
});
