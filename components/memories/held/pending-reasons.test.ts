import { describe, expect, it } from 'vitest';
import { dangerIn } from './pending-reasons.ts';

describe('what an approval accepts', () => {
  it('is what the scan found, the first by name; policy and resemblance are no danger', () => {
    expect(dangerIn(['auto_approve_off', 'resembles'])).toBeNull();
    expect(dangerIn(['resembles', 'secret:api_key'])).toBe('secret: api key');
    expect(dangerIn(['injection:override-instructions', 'injection:prompt-extraction', 'secret:x'])).toBe(
      'injection: override instructions and 2 more',
    );
  });
});
