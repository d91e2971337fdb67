import { describe, expect, it } from 'vitest';
import { type Repeat, RepeatFinder } from './find-repeats.ts';

/** What gives way to what among texts, the oldest first: `0 → 1 near_duplicate`. */
function repeatsIn(texts: readonly string[], skip: (repeat: Repeat) => boolean = () => false): string[] {
  const memories = texts.map((content, at) => ({ id: String(at), content, createdAt: new Date(at * 1000) }));
  const read = new RepeatFinder(skip);
  for (const memory of memories.toReversed()) read.add(memory);
  const found = memories.flatMap(({ id }) => read.find(id) ?? []);
  return found.map(({ kind, memoryId, otherId }) => `${memoryId} → ${otherId} ${kind}`).toSorted();
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
    ).toEqual(['0 → 2 near_duplicate', '1 → 2 near_duplicate']);
    expect(repeatsIn(['Deploys happen on Fridays', 'On Fridays deploys happen'])).toEqual([
      '0 → 1 near_duplicate',
    ]);
  });

  it.each([
    ['another place', ['The Hamburg warehouse closes at noon', 'The Munich warehouse closes at noon']],
    ['few words of a longer text', ['Likes tea', 'Likes tea in the garden with Anna on Sundays']],
    [
      'a sense that is turned in more words',
      ['Ship on Fridays at noon', 'Never ship on Fridays at noon to Oslo'],
    ],
  ])('are none with %s', (_, texts) => {
    expect(repeatsIn(texts)).toEqual([]);
  });

  it('are contradictions where only a word that turns the sense differs; the older gives way', () => {
    expect(repeatsIn(['Deploys happen on Fridays', "Deploys don't happen on Fridays"])).toEqual([
      '0 → 1 contradiction',
    ]);
    expect(repeatsIn(['Restart after the backup ran', 'Restart before the backup ran'])).toEqual([
      '0 → 1 contradiction',
    ]);
  });

  it('leave out pairs that were decided, and fall back to the next', () => {
    const texts = ['The office opens at nine', 'At nine the office opens', 'The office opens: nine'];
    expect(repeatsIn(texts)).toEqual(['0 → 2 near_duplicate', '1 → 2 near_duplicate']);
    const skip = ({ memoryId, otherId }: Repeat) => memoryId === '0' && otherId === '2';
    expect(repeatsIn(texts, skip)).toEqual(['0 → 1 near_duplicate', '1 → 2 near_duplicate']);
  });
});
