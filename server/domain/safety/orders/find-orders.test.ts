import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { compileOrders, findOrders } from './find-orders.ts';
import { HARMFUL_ORDERS } from './order-words.ts';
import { LOOSE_STEERING_ORDERS, STEERING_ORDERS } from './steering-words.ts';

const ORDERS = [...STEERING_ORDERS, ...LOOSE_STEERING_ORDERS, ...HARMFUL_ORDERS];
const EVERY_SENTENCE = /^/;

const wordsOf = (list: string) =>
  list.split(/\s+/).map((word) => word.replace(/[.]$/, '').replaceAll('_', ' '));

/** A sentence with words of one order, and words of others beside them. */
const sentence = fc.constantFrom(...ORDERS).chain(({ acts, objects }) => {
  const words = [acts, ...objects].map((list) => fc.constantFrom(...wordsOf(list)));
  const others = fc.constantFrom(...ORDERS.flatMap((order) => wordsOf(order.acts)), 'the', 'not', 'a@b.com');
  return fc
    .tuple(fc.subarray(words), fc.array(others, { maxLength: 3 }))
    .chain(([some, more]) => fc.tuple(...some, ...more.map((word) => fc.constant(word))))
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => all.join(' '));
});

it('finds in a text what it finds where it reads every sentence for each order', () => {
  const patterns = compileOrders(ORDERS);
  let found = 0;
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 3 }), (sentences) => {
      const text = sentences.join('. ');
      const orders = findOrders(text, patterns);
      found += orders.length;
      expect(orders).toEqual(findOrders(text, { ...patterns, sign: EVERY_SENTENCE }));
    }),
    { numRuns: cases(1000) },
  );
  expect(found).toBeGreaterThan(0);
});
