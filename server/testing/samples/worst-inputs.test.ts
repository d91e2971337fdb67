import { describe, expect, it } from 'vitest';
import { WORST_INPUT_LENGTH, worstInputs } from './worst-inputs.ts';

describe('worstInputs', () => {
  it('makes every text as long as asked for, four megabytes by default', () => {
    const lengths = new Set(Array.from(worstInputs(1001), ([, text]) => text.length));
    expect([...lengths]).toEqual([1001]);
    expect(WORST_INPUT_LENGTH).toBe(4_000_000);
  });
});
