import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { draftsOf, fieldsOf, isAmended, keptOps, pairOps, placeOfKept } from './amendment-pairs.ts';

const add = (content: string): Operation => ({
  ...{ op: 'add', skill: 'deploy', section: 'steps', content, issue: '', keywords: [] },
});
const update = (bullet: string, content: string): Operation => ({
  ...{ op: 'update', skill: 'deploy', bullet, content },
});

describe('what became of a proposal', () => {
  it('is told for each operation: kept, reworded, left out, or newly written', () => {
    const original = [add('Check the amount first'), add('Ask for a receipt'), update('b1', 'Say so')];
    const amended = [update('b1', 'Say it so'), add('Check the captured amount first'), add('Close it')];
    const told = pairOps(original, amended).map((pair) => [
      pair.original === null ? null : original.indexOf(pair.original),
      pair.amended === null ? null : amended.indexOf(pair.amended),
    ]);
    expect(told).toEqual([
      [0, 1],
      [1, null],
      [2, 0],
      [null, 2],
    ]);
  });

  it('is nothing where nothing was amended', () => {
    const ops = [add('Check the amount'), add('Check the amount')];
    expect(pairOps(ops, ops).every(({ same }) => same)).toBe(true);
  });
});

describe('an amendment that is being written', () => {
  it('knows its operations by their place in the proposal, also where some are left out', () => {
    const ops = [add('One'), add('Two'), add('Three')];
    const drafts = draftsOf(ops).map((draft) => (draft.index === 0 ? { ...draft, kept: false } : draft));
    expect(keptOps(drafts)).toEqual(ops.slice(1));
    expect([0, 1, 2].map((sent) => placeOfKept(drafts, sent))).toEqual([1, 2, -1]);
    expect(isAmended(drafts, ops)).toBe(true);
    expect(isAmended(draftsOf(ops), ops)).toBe(false);
  });

  it('rewords one rule of a new skill and leaves the others', () => {
    const op: Operation = {
      ...{ op: 'create_skill', name: 'x', description: 'An x', tags: [] },
      bullets: ['One', 'Two'].map((content) => ({ content, section: 'steps', issue: '', keywords: [] })),
    };
    const field = fieldsOf(op, null).find(({ name }) => name === 'rule-1');
    const changed = field?.kind === 'text' ? field.set('Second') : op;
    expect(changed).toMatchObject({ bullets: [{ content: 'One' }, { content: 'Second' }] });
  });
});
