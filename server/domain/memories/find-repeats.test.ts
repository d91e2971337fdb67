import { describe, expect, it } from 'vitest';
import { RepeatFinder } from './find-repeats.ts';

/** What gives way to what among texts, the oldest first: `0 → 1`. */
function repeatsIn(
  texts: readonly string[],
  skip: (id: string, otherId: string) => boolean = () => false,
): string[] {
  const memories = texts.map((content, at) => ({ id: String(at), content, createdAt: new Date(at * 1000) }));
  const finder = new RepeatFinder(skip);
  for (const memory of memories.toReversed()) finder.add(memory);
  return memories.flatMap(({ id }) => {
    const otherId = finder.find(id);
    return otherId === null ? [] : [`${id} → ${otherId}`];
  });
}

describe('repeats among memories', () => {
  it('are those that say nothing which another does not say; the older of two that say the same', () => {
    expect(
      repeatsIn([
        'The staging database runs on port 5433',
        'On port 5433 runs the staging database',
        'The staging database runs on port 5433 in the Frankfurt region',
        'Invoices are sent on the first of the month',
      ]),
    ).toEqual(['0 → 2', '1 → 2']);
    expect(repeatsIn(['Deploys happen on Fridays', 'On Fridays deploys happen'])).toEqual(['0 → 1']);
  });

  it.each([
    ['another place', ['The Hamburg warehouse closes at noon', 'The Munich warehouse closes at noon']],
    ['few words of a longer text', ['Likes tea', 'Likes tea in the garden with Anna on Sundays']],
    ['a sense that is turned', ['Deploys happen on Fridays', "Deploys don't happen on Fridays"]],
    ['another order of events', ['Restart after the backup ran', 'Restart before the backup ran']],
  ])('are none with %s', (_, texts) => {
    expect(repeatsIn(texts)).toEqual([]);
  });

  it('leave out pairs that were decided, and fall back to the next', () => {
    const texts = ['The office opens at nine', 'At nine the office opens', 'The office opens: nine'];
    expect(repeatsIn(texts)).toEqual(['0 → 2', '1 → 2']);
    expect(repeatsIn(texts, (id, otherId) => id === '0' && otherId === '2')).toEqual(['0 → 1', '1 → 2']);
  });
});
