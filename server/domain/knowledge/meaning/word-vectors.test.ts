/** The directions of words, and what a text means by them. */
import { describe, expect, it } from 'vitest';
import { likenessOf, meaningOf, readWordVectors } from './word-vectors.ts';

/** A table as the script writes it. */
function table(rows: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const names = Buffer.from(Object.keys(rows).join('\n'));
  const numbers = Object.values(rows);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(numbers[0]?.length ?? 0, 0);
  head.writeUInt32LE(names.length, 4);
  return Buffer.concat([head, names, Buffer.from(Int8Array.from(numbers.flat()).buffer)]);
}

const words = readWordVectors(
  table({ vegan: [100, 10], restaur: [90, -20], server: [-10, -120], straße: [0, 7] }),
);
const rare = (term: string) => ({ term, rate: 2 ** -16 });

describe('meaningOf', () => {
  it('brings texts near each other whose words are', () => {
    const [vegan, restaurant, server] = ['vegan', 'restaur', 'server'].map((term) =>
      meaningOf([rare(term)], words),
    );
    const near = vegan && restaurant ? likenessOf(vegan, restaurant) : 0;
    const far = vegan && server ? likenessOf(vegan, server) : 1;
    expect(near).toBeGreaterThan(0.9);
    expect(far).toBeLessThan(0.1);
  });

  it('counts rare words more, and words as common as one in ten not at all', () => {
    const common = { term: 'server', rate: 0.1 };
    expect(meaningOf([rare('vegan'), common], words)).toEqual(meaningOf([rare('vegan')], words));
    expect(meaningOf([common], words)).toBeNull();
  });
});
