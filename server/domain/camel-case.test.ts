import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type CamelCased, snakeCased } from './camel-case.ts';

const Rule = z.object({ rule_id: z.string(), merged_into: z.string().optional() });
const Outer = z.object({
  agent_id: z.string(),
  effect_90ci: z.array(z.number()),
  p_candidate_better: z.number(),
  rules: z.array(Rule),
  last_rule: Rule.nullable(),
  versions: z.record(z.string(), z.object({ created_at: z.string() })),
  op: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), front_matter: z.string() })]),
});

const INSIDE: CamelCased<typeof Outer> = {
  agentId: 'bot',
  effect90ci: [0, 1],
  pCandidateBetter: 0.5,
  rules: [{ ruleId: 'b_1', mergedInto: 'b_2' }, { ruleId: 'b_2' }],
  lastRule: null,
  versions: { sk_1: { created_at: 'now' } },
  op: { kind: 'a', front_matter: '---' },
};

describe('a reply in the names of its schema', () => {
  it('is made from the names of code, at any depth', () => {
    expect(snakeCased(Outer).parse(INSIDE)).toEqual({
      agent_id: 'bot',
      effect_90ci: [0, 1],
      p_candidate_better: 0.5,
      rules: [{ rule_id: 'b_1', merged_into: 'b_2' }, { rule_id: 'b_2' }],
      last_rule: null,
      versions: { sk_1: { created_at: 'now' } },
      op: { kind: 'a', front_matter: '---' },
    });
    expectTypeOf(snakeCased(Outer).parse(INSIDE)).toEqualTypeOf<z.output<typeof Outer>>();
  });

  it('has nothing that the schema does not name, and is checked by it', () => {
    const Named = z.object({ user_id: z.string() });
    expect(snakeCased(Named).parse({ userId: 'ada', textKey: 'x' })).toEqual({ user_id: 'ada' });
    expect(snakeCased(Named).safeParse({ user_id: 'ada' }).success).toBe(false);
  });
});
