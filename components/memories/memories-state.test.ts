import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText, momentOfField } from './memories-state.ts';

describe('moments in a field', () => {
  it('writes a moment into a field and reads it back, in either zone', () => {
    const seconds = fc.integer({ min: 0, max: 2_000_000_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom('local' as const, 'utc' as const), (second, zone) => {
        const at = new Date(second * 1000).toISOString();
        expect(momentOfField(fieldText(at, zone), zone)).toBe(at);
      }),
    );
    expect(momentOfField('', 'utc')).toBeNull();
  });
});
