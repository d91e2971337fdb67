import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { SECTIONS } from '../skill.ts';
import type { BulletIn } from '../skill-input.ts';
import { applyOps } from './apply-ops.ts';
import { activeRules, type RuleState, type SkillState } from './changeset.ts';
import { type DesiredSkill, diffToOps } from './diff-skill.ts';
import { operationSchema } from './ops.ts';

// Few texts and sections, so that rules are kept, doubled and moved in every way.
const wording: fc.Arbitrary<BulletIn> = fc.record({
  section: fc.constantFrom(...SECTIONS.slice(0, 2)),
  content: fc.constantFrom('Rule one', 'Rule two', 'Rule three', 'Rule four', 'Rule five', 'Rule six'),
  issue: fc.constantFrom('', 'slow'),
  keywords: fc.constantFrom([], ['disk']),
});
const desiredSkill: fc.Arbitrary<DesiredSkill> = fc.record({
  description: fc.constantFrom('Deploys', 'Ships'),
  tags: fc.constantFrom([], ['ops'], ['ops', 'release']),
  frontMatter: fc.constantFrom({}, { license: 'MIT' }),
  bullets: fc.array(wording, { maxLength: 12 }),
});
const currentSkill: fc.Arbitrary<SkillState> = fc
  .tuple(desiredSkill, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
  .map(([{ bullets, ...skill }, removed]) => ({
    ...skill,
    id: 'sk_1',
    name: 'deploy',
    tags: [...skill.tags],
    bullets: bullets.map((wanted, index) => ruleOf(wanted, index, removed[index] === true)),
  }));

function ruleOf(wanted: BulletIn, index: number, removed: boolean): RuleState {
  const counters = { helpful: index, harmful: 1, neutral: 0, used: index + 1 };
  return { id: `bl_${index}`, ...wanted, ...counters, status: removed ? 'removed' : 'active', sources: [] };
}

function replaced(current: SkillState, desired: DesiredSkill): SkillState {
  let next = 0;
  const newId = () => `new_${next++}`;
  const [result] = applyOps([current], diffToOps(current, desired), {
    newSkillId: newId,
    newBulletId: newId,
  });
  return result ?? current;
}

const wordingOf = ({ section, content, issue, keywords }: BulletIn) => ({
  section,
  content,
  issue,
  keywords,
});
const keyOf = ({ section, content }: BulletIn) => `${section} ${content}`;
const wordingsOf = ({ description, tags, frontMatter, bullets }: SkillState): DesiredSkill => ({
  description,
  tags,
  frontMatter,
  bullets: activeRules({ bullets }).map(wordingOf),
});

describe('replacing a skill', () => {
  it('gives the desired skill, rules in their order, from operations that the schema accepts', () => {
    fc.assert(
      fc.property(currentSkill, desiredSkill, (current, desired) => {
        expect(wordingsOf(replaced(current, desired))).toEqual(desired);
        for (const op of diffToOps(current, desired)) expect(operationSchema.parse(op)).toEqual(op);
      }),
      { numRuns: cases(1000) },
    );
  });

  it('keeps id and counters of every rule whose section and text are unchanged', () => {
    fc.assert(
      fc.property(currentSkill, desiredSkill, (current, desired) => {
        const result = replaced(current, desired);
        const before = new Map(current.bullets.map((rule) => [rule.id, rule]));
        const wanted = Map.groupBy(desired.bullets, keyOf);
        const had = Map.groupBy(activeRules(current), keyOf);
        const keptIds = activeRules(result).filter(({ id }) => before.has(id));
        let possible = 0;
        for (const [key, rules] of had) possible += Math.min(rules.length, wanted.get(key)?.length ?? 0);
        expect(keptIds).toHaveLength(possible);
        for (const rule of keptIds) {
          const { helpful, harmful, neutral, used } = before.get(rule.id) ?? rule;
          expect(rule).toMatchObject({ helpful, harmful, neutral, used });
        }
        expect(result.bullets.length).toBeGreaterThanOrEqual(current.bullets.length);
      }),
    );
  });

  it('by the same skill is no operation at all', () => {
    fc.assert(
      fc.property(currentSkill, (current) => {
        expect(diffToOps(current, wordingsOf(current))).toEqual([]);
      }),
    );
  });
});
