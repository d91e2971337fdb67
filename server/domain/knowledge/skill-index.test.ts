/** An index that is changed must say what one that is made of the same skills would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankSkills } from './rank-skills.ts';
import { buildSkillIndex, changeSkillIndex, type RankableSkill } from './skill-index.ts';

const WORDS = ['refund', 'orders', 'invoice', 'kubernetes', 'rollout', 'voucher', 'ledger', 'constructor'];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
const text = fc.record({ description: words, bullets: fc.array(words, { maxLength: 3 }) });
/** A skill gets a text, or goes. */
const change = fc.record({ of: fc.nat(9), text: fc.option(text) });
const changes = fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 });

it('has after any changes the scores of an index made of the same skills', () => {
  fc.assert(
    fc.property(changes, words, (rounds, query) => {
      const skills = new Map<string, RankableSkill>();
      let index = buildSkillIndex([]);
      for (const round of rounds) {
        const before = new Map(skills);
        for (const { of, text: said } of round) {
          const id = `sk_${of}`;
          if (said === null) skills.delete(id);
          else skills.set(id, { id, name: `${WORDS[of % WORDS.length]}-${of}`, tags: [], ...said });
        }
        index = changeSkillIndex(
          index,
          round.map(({ of }) => `sk_${of}`),
          { before: (id) => before.get(id), after: (id) => skills.get(id) },
        );
        const whole = buildSkillIndex([...skills.values()]);
        expect([...index.ids].sort()).toEqual([...whole.ids].sort());
        expect([...index.hasName].sort()).toEqual([...whole.hasName].sort());
        expect(rankSkills([index], query)).toEqual(rankSkills([whole], query));
      }
    }),
  );
});
