import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, readUrlState, text, whole, writeUrlState } from './use-url-state.ts';

const schema = {
  tab: oneOf(['pending', 'decided'], 'pending'),
  text: text(200),
  page: whole(99),
  day: text(10, /^\d{4}-\d{2}-\d{2}$/),
};

describe('the state of a page in its address', () => {
  it('comes back as it was written', () => {
    const states = fc.record({
      tab: fc.constantFrom('pending' as const, 'decided' as const),
      text: fc.string({ maxLength: 200 }),
      page: fc.integer({ min: 0, max: 99 }),
      day: fc.constantFrom('', '2026-03-01'),
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
    const read = readUrlState(schema, new URLSearchParams('tab=nonsense&page=-3&day=x'));
    expect(read).toEqual({ tab: 'pending', text: '', page: 0, day: '' });
    const long = new URLSearchParams({ text: 'x'.repeat(201), page: '100' });
    expect(readUrlState(schema, long)).toMatchObject({ text: '', page: 0 });
  });

  it('leaves defaults out of the address', () => {
    expect(
      writeUrlState(schema, new URLSearchParams('tab=decided&page=4'), { tab: 'pending', page: 0 }),
    ).toBe('');
  });
});
