import { expect, it } from 'vitest';
import type { Operation } from '../../skills/changesets/ops.ts';
import { pairKey } from './near-duplicates.ts';
import { refusedPairs, rulesInQuestion } from './settled.ts';

const ops: Operation[] = [
  { op: 'update', skill: 'a', bullet: 'bl_1', content: 'Other words' },
  { op: 'remove', skill: 'a', bullet: 'bl_2', merged_into: 'bl_3' },
  { op: 'remove', skill: 'a', bullet: 'bl_4', merged_into: null },
  { op: 'set_description', skill: 'a', description: '' },
];

it('rules in question are those that an open changeset rewords, removes or merges into', () => {
  expect([...rulesInQuestion([{ ops }])]).toEqual(['bl_1', 'bl_2', 'bl_3', 'bl_4']);
});

it('a refused merge is refused whichever rule was to stay', () => {
  const refused = refusedPairs([{ ops }]);
  expect([...refused]).toEqual([pairKey('bl_3', 'bl_2')]);
  expect(refused.has(pairKey('bl_2', 'bl_3'))).toBe(true);
});
