import { describe, expect, it } from 'vitest';
import { holdReason } from './hold-reasons.ts';

describe('the reason of a hold', () => {
  it('tells policy and resemblance from findings', () => {
    expect(holdReason('auto_approve_off')).toMatchObject({ finding: false });
    expect(holdReason('resembles').label).toContain('believed memory');
    expect(holdReason('injection:ignore_instructions')).toMatchObject({
      label: 'finding: injection, ignore instructions',
      finding: true,
    });
    expect(holdReason('secret:api_key')).toMatchObject({ finding: true });
  });

  it('shows a reason that it does not know in its own word', () => {
    expect(holdReason('something_new')).toMatchObject({ label: 'something new', finding: false });
  });
});
