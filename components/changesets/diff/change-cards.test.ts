import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOps } from '../../../server/domain/skills/changesets/apply-ops.ts';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { type RuleState, SECTIONS, type SkillState } from '../../../server/domain/skills/skill-state.ts';
import { cardsOf, changesBySkill } from './change-cards.ts';

const rule = (id: string, more: Partial<RuleState> = {}): RuleState => ({
  ...{ id, section: 'steps', content: `Say ${id}`, issue: '', keywords: [], helpful: 0, harmful: 0 },
  ...{ neutral: 0, used: 0, status: 'active', sources: [] },
  ...more,
});

const skillOf = (bullets: RuleState[]): SkillState => ({
  ...{ id: 'sk_1', name: 'deploy', description: 'How to deploy', tags: ['ops'], frontMatter: {}, bullets },
});

function preview(base: SkillState | null, ops: Operation[]) {
  let [skills, rules] = [0, 0];
  const after = applyOps(base === null ? [] : [base], ops, {
    newSkillId: () => `new-skill-${++skills}`,
    newBulletId: () => `new-rule-${++rules}`,
  });
  const name = base?.name ?? after[0]?.name ?? '';
  const skill = { id: base?.id ?? null, name, base, after: after[0] ?? null };
  return changesBySkill({ ops, skills: [skill], findingsByOp: ops.map(() => []) });
}

const add = (content: string, more: object = {}): Operation => ({
  ...{ op: 'add', skill: 'deploy', section: 'steps', content, issue: '', keywords: [] },
  ...more,
});

describe('the changes of a changeset', () => {
  it('stand where a reader of the skill would meet them, removed rules where they stood', () => {
    const base = skillOf([rule('a'), rule('b'), rule('c'), rule('d', { section: 'pitfalls' })]);
    const [changes] = preview(base, [
      add('Watch out', { section: 'pitfalls' }),
      add('First of all', { position: 0 }),
      { op: 'remove', skill: 'sk_1', bullet: 'b' },
      { op: 'set_description', skill: 'deploy', description: 'How to deploy safely' },
    ]);
    const seen = changes?.entries.map((entry) => (entry.kind === 'rule' ? entry.rule.id : entry.card.kind));
    expect(seen).toEqual(['description', 'added', 'a', 'removed', 'c', 'd', 'added']);
    expect(changes?.unchanged).toBe(3);
  });

  it('show a merged rule with the one that says it instead, and its evidence of both', () => {
    const base = skillOf([rule('a', { helpful: 2 }), rule('b', { helpful: 3 })]);
    const [card] = cardsOf(preview(base, [{ op: 'remove', skill: 'deploy', bullet: 'b', merged_into: 'a' }]));
    expect(card).toMatchObject({ kind: 'merged', before: 'Say b', survivor: { id: 'a', helpful: 5 } });
  });

  it('are one card for each operation, whatever the operations are', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const section = fc.constantFrom(...SECTIONS);
    const anOp = fc.oneof(
      fc.record({ content: fc.string({ minLength: 1 }), section }).map((more) => add(more.content, more)),
      fc.constantFrom(...ids).map((bullet): Operation => ({ op: 'remove', skill: 'deploy', bullet })),
      fc
        .record({ bullet: fc.constantFrom(...ids), section })
        .map((more): Operation => ({ op: 'update', skill: 'deploy', ...more })),
    );
    const sound = fc.array(anOp, { minLength: 1, maxLength: 8 }).filter((ops) => {
      const touched = ops.flatMap((op) => ('bullet' in op ? [op.bullet] : []));
      return new Set(touched).size === touched.length;
    });
    fc.assert(
      fc.property(sound, fc.array(section, { minLength: 5, maxLength: 5 }), (ops, sections) => {
        const base = skillOf(ids.map((id, at) => rule(id, { section: sections[at] ?? 'steps' })));
        const groups = preview(base, ops);
        const indexes = cardsOf(groups).map(({ index }) => index);
        expect(indexes.toSorted((a, b) => a - b)).toEqual(ops.map((_, index) => index));
        const touched = new Set(ops.flatMap((op) => ('bullet' in op ? [op.bullet] : [])));
        expect(groups[0]?.unchanged).toBe(ids.length - touched.size);
      }),
    );
  });
});
