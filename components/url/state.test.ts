import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readUrlState, writeUrlState } from './state.ts';

const schema = z.object({
  tab: z.enum(['pending', 'decided']).catch('pending'),
  text: z.string().max(200).catch(''),
  page: z.coerce.number().int().min(1).max(99).catch(1),
});

describe('the state of a page in its address', () => {
  it('comes back as it was written', () => {
    const states = fc.record({
      tab: fc.constantFrom('pending' as const, 'decided' as const),
      text: fc.string({ maxLength: 200 }),
      page: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(states, (state) => {
        const written = writeUrlState(schema, new URLSearchParams('agent=bot'), state);
        expect(readUrlState(schema, new URLSearchParams(written))).toEqual(state);
        expect(new URLSearchParams(written).get('agent')).toBe('bot');
      }),
    );
  });

  it('falls back silently where a value is missing or invalid', () => {
    const read = readUrlState(schema, new URLSearchParams('tab=nonsense&page=-3'));
    expect(read).toEqual({ tab: 'pending', text: '', page: 1 });
  });

  it('leaves defaults out of the address', () => {
    expect(
      writeUrlState(schema, new URLSearchParams('tab=decided&page=4'), { tab: 'pending', page: 1 }),
    ).toBe('');
  });
});
