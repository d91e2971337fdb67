import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resembles } from '../domain/knowledge/resemblance.ts';
import { wordIndex } from './word-index.ts';

const WORDS = ['anchor', 'basket', 'candle', 'desert', 'engine', 'feather', 'guitar', 'hammer'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));

describe('the index of words', () => {
  it('finds exactly the memories that a text resembles, also after others have gone', () => {
    const change = fc.record({ content: text, removes: fc.option(fc.nat(20)) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), text, (changes, wanted) => {
        const index = wordIndex([]);
        let present: { id: string; content: string }[] = [];
        for (const [at, { content, removes }] of changes.entries()) {
          const memory = { id: `mem_${at}`, content };
          index.add(memory);
          present.push(memory);
          const gone = removes === null ? undefined : present[removes];
          if (gone !== undefined) {
            index.remove(gone);
            present = present.filter(({ id }) => id !== gone.id);
          }
        }
        const alike = present.filter(({ content }) => resembles(content, wanted)).map(({ id }) => id);
        expect(index.alike(wanted).sort()).toEqual(alike.sort());
      }),
    );
  });

  it('prefers the memory that shares more', () => {
    const index = wordIndex([
      { id: 'some', content: 'anchor basket candle desert engine' },
      { id: 'all', content: 'anchor basket candle feather' },
    ]);
    expect(index.alike('feather candle basket anchor')).toEqual(['all', 'some']);
    expect(index.alike('anchor basket')).toEqual([]);
  });
});
