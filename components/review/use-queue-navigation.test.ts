import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neighbour, upcoming } from './use-queue-navigation.ts';

const queue = (ids: string[], { decided = '', skipped = '' } = {}) => ({
  ids,
  open: (id: string) => !decided.includes(id),
  skipped: new Set(skipped),
});
const LIST = ['a', 'b', 'c', 'd', 'e'];

describe('what comes after a decision', () => {
  it('is the next one down the list that still waits', () => {
    expect(upcoming(queue(LIST), 'b', 2)).toEqual(['c', 'd']);
    expect(upcoming(queue(LIST, { decided: 'cd' }), 'b', 1)).toEqual(['e']);
  });

  it('is what was skipped only once nothing else waits', () => {
    expect(upcoming(queue(LIST, { skipped: 'c' }), 'b', 9)).toEqual(['d', 'e', 'a', 'c']);
  });

  it('is the first that waits where nothing is shown yet or what is shown has left the list', () => {
    expect(upcoming(queue(LIST, { decided: 'a' }), null, 1)).toEqual(['b']);
    expect(upcoming(queue(LIST), 'gone', 1)).toEqual(['a']);
    expect(upcoming(queue([]), null, 1)).toEqual([]);
  });

  it('is never decided already, never the same one again, and leaves nothing out', () => {
    const lists = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 });
    const some = fc.subarray([...'abcdefghij']);
    fc.assert(
      fc.property(lists, some, some, fc.nat(), (ids, decided, skipped, place) => {
        const from = ids[place % ids.length] ?? null;
        const open = (id: string) => !decided.includes(id);
        const found = upcoming({ ids, open, skipped: new Set(skipped) }, from, ids.length);
        expect([...found].sort()).toEqual(ids.filter((id) => open(id) && id !== from).sort());
        const fresh = found.filter((id) => !skipped.includes(id));
        expect(found.slice(0, fresh.length)).toEqual(fresh);
      }),
    );
  });
});

describe('the neighbour in the list', () => {
  it('is the one below or above, decided or not, and the same at the ends', () => {
    expect([neighbour(LIST, 'b', 1), neighbour(LIST, 'b', -1)]).toEqual(['c', 'a']);
    expect([neighbour(LIST, 'e', 1), neighbour(LIST, 'a', -1)]).toEqual(['e', 'a']);
  });
});
