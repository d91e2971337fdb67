import { describe, expect, it } from 'vitest';
import { candidateOf, checkOf, emptyDraft, emptyRule, listOf } from './draft.ts';

const draft = (...contents: string[]) => ({
  ...emptyDraft('default'),
  name: 'refund-order',
  tags: 'billing, , refunds',
  rules: contents.map((content, index) => ({ ...emptyRule(`rule-${index}`), content })),
});

describe('a skill while it is written', () => {
  it('is sent without the rules that have no text yet', () => {
    expect(candidateOf(draft('Check the order', '  ', '')).rules).toHaveLength(1);
    expect(listOf('billing, , refunds')).toEqual(['billing', 'refunds']);
  });

  it('is checked rule by rule, without what is only half written', () => {
    const { ops, ruleOfOp } = checkOf(
      candidateOf(draft('ab', 'Check the order', 'x'.repeat(2001), 'Refund it')),
    );
    expect(ops.map(({ op }) => op)).toEqual(['create_skill', 'add', 'add']);
    expect(ruleOfOp).toEqual([null, 1, 3]);
  });

  it('is checked whole, however many rules it has, in as many operations as one check takes', () => {
    const many = Array.from({ length: 250 }, (_, index) => `Rule number ${index}`);
    const { ops } = checkOf(candidateOf(draft(...many)));
    expect(ops).toHaveLength(100);
    expect(ops[0]).toMatchObject({ op: 'create_skill', bullets: { length: 151 } });
  });
});
