/** A recall injects what this ranking puts above the minimum, so its promises are those a user sees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankSkills } from './rank-skills.ts';
import { buildSkillIndex, type RankableSkill } from './skill-index.ts';

const MINIMUM = 0.12;

function skill(name: string, description: string, more: Partial<RankableSkill> = {}): RankableSkill {
  return { id: `sk_${name}`, name, description, tags: [], bullets: [], ...more };
}

const REFUND = skill('refund-orders', 'Refund an order that a customer paid by card or voucher.', {
  bullets: [
    'Check the payment provider before you touch the ledger',
    'Never refund twice: look for a credit note',
  ],
});
const OTHERS = [
  skill('invoice-export', 'Export invoices of a month to the accounting system as CSV.'),
  skill('kubernetes-rollouts', 'Roll out and roll back deployments on Kubernetes with kubectl.'),
  skill(
    'sql-query-tuning',
    'Find slow SQL queries and speed them up with indexes. Use when a report takes too long.',
  ),
  skill('release-notes', 'Write release notes from merged pull requests.'),
];

const served = (skills: readonly RankableSkill[], query: string): string[] =>
  rankSkills([buildSkillIndex(skills)], query, { minScore: MINIMUM }).map(({ name }) => name);

describe('a library of one to five skills', () => {
  it.each([{ library: [REFUND] }, { library: [REFUND, ...OTHERS] }])(
    'serves the skill that a task is about: case %#',
    ({ library }) => {
      expect(served(library, 'refund order 1234 for a customer')).toEqual(['refund-orders']);
      expect(served(library, 'The customer wants her money back. Please refund the order.')).toEqual([
        'refund-orders',
      ]);
    },
  );

  it.each([
    'write a haiku about spring',
    'What should I cook for dinner tonight?',
    'Create a new file with the names of all people in the list and write the date of today on top',
  ])('serves nothing to a task that has nothing to do with it: %j', (query) => {
    expect(served([REFUND], query)).toEqual([]);
    expect(served([REFUND, ...OTHERS], query)).toEqual([]);
  });
});

describe('a skill of few words', () => {
  const DRAIN = skill('drain-queue', 'Deploy the shop');
  const TESTED = skill('shop-deploys', 'Deploy the shop and run its tests');

  it.each(['Deploy the shop', 'deploy the shop to staging', 'Please deploy the shop tonight'])(
    'is served to a task that says all of its description: %s',
    (query) => {
      expect(served([DRAIN], query)).toEqual(['drain-queue']);
      expect(served([TESTED, ...OTHERS], query)).toEqual(['shop-deploys']);
    },
  );

  it.each(['Deploy the billing service', 'Close the shop', 'deploy', 'a shop that sells cheese'])(
    'is not served to a task that says half of it: %s',
    (query) => {
      expect(served([DRAIN, TESTED, ...OTHERS], query)).toEqual([]);
    },
  );
});

describe('scores', () => {
  it('mean the same for a short task and for the same task with much around it', () => {
    const around =
      'The weather was fine, the harbour quiet, and everybody had time to talk about holidays, children, schools, ' +
      'gardens, football, music, the new bridge, cheese, trains, dogs and the price of bread in the mountains.';
    const [short] = rankSkills([buildSkillIndex([REFUND])], 'refund an order paid by voucher');
    const [long] = rankSkills([buildSkillIndex([REFUND])], `refund an order paid by voucher. ${around}`);
    expect(long?.score).toBeGreaterThan(MINIMUM);
    expect(long?.score).toBeLessThan(short?.score ?? 0);
  });

  it.each([
    { few: 'speed up query', skill: 'sql-query-tuning' },
    { few: 'invoices as csv', skill: 'invoice-export' },
    { few: 'refund order 17', skill: 'refund-orders' },
  ])('serve two or three words that a skill has: $few', ({ few, skill }) => {
    expect(served([REFUND, ...OTHERS], few)).toEqual([skill]);
    expect(served([REFUND, ...OTHERS], few.split(' ')[0] ?? '')).toEqual([]);
  });

  it.each(['order a pizza', 'find a slow cooker recipe'])(
    'are near 0 for a request that shares a word with a skill by accident, short or with much around it: %j',
    (query) => {
      const around =
        'We are at the seaside with the children, the dog and two cousins, and it rains every day.';
      for (const text of [query, `${around} ${query}. ${around}`]) {
        const [first] = rankSkills([buildSkillIndex([REFUND, ...OTHERS])], text);
        expect(first?.score ?? 0).toBeLessThan(0.02);
      }
    },
  );

  it('gain from rules, less than from the description, and never serve for rules alone', () => {
    const bare = { ...REFUND, bullets: [] };
    const told = { ...bare, description: [bare.description, ...REFUND.bullets].join(' ') };
    const score = (it: RankableSkill, query: string): number =>
      rankSkills([buildSkillIndex([it])], query)[0]?.score ?? 0;
    const query = 'refund the order; the payment provider and the ledger disagree about the credit note';
    expect(score(REFUND, query)).toBeGreaterThan(score(bare, query));
    expect(score(REFUND, query)).toBeLessThan(score(told, query));
    expect(score(REFUND, 'payment provider ledger credit note')).toBeLessThan(MINIMUM);
  });

  it('take in vectors: a skill without a common word is served when its vector stands out', () => {
    const cosines = new Map(
      [REFUND, ...OTHERS, ...OTHERS].map(({ id }, place) => [`${id}`, 0.1 + place / 1000]),
    );
    cosines.set('sk_refund-orders', 0.8);
    const found = rankSkills([buildSkillIndex([REFUND, ...OTHERS])], 'give the buyer his money back', {
      cosines,
      minScore: MINIMUM,
    });
    expect(found.map(({ name }) => name)).toEqual(['refund-orders']);
    expect(found[0]?.parts.cosine).toBe(0.8);
  });
});

describe('namespaces', () => {
  it('are ranked as if they were one', () => {
    const query = 'refund the order and export the invoice of last month';
    const together = rankSkills([buildSkillIndex([REFUND, ...OTHERS])], query);
    expect(rankSkills([buildSkillIndex([REFUND]), buildSkillIndex(OTHERS)], query)).toEqual(together);
    expect(new Set(together.slice(0, 2).map(({ name }) => name))).toEqual(
      new Set(['invoice-export', 'refund-orders']),
    );
  });

  it("hide a shared skill behind the agent's own of the same name", () => {
    const shared = { ...REFUND, id: 'sk_shared' };
    const found = rankSkills(
      [buildSkillIndex([REFUND]), buildSkillIndex([shared, ...OTHERS])],
      'refund an order',
    );
    expect(found.map(({ id }) => id)).toContain('sk_refund-orders');
    expect(found.map(({ id }) => id)).not.toContain('sk_shared');
  });
});

const word = fc.constantFrom(
  ...'refund order ledger kubernetes file data create customer index query deploy note pay 42 don’t 退款'.split(
    ' ',
  ),
);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const library = fc
  .uniqueArray(
    fc.record({ name: fc.array(word, { minLength: 1, maxLength: 3 }), description: text, rule: text }),
    { maxLength: 8, selector: ({ name }) => name.join('-') },
  )
  .map((all) =>
    all.map(({ name, description, rule }) => skill(name.join('-'), description, { bullets: [rule] })),
  );

describe('any library and any query', () => {
  it('give scores from 0 to 1, best first, the same every time and in any order skills come', () => {
    fc.assert(
      fc.property(library, text, (skills, query) => {
        const ranked = rankSkills([buildSkillIndex(skills)], query);
        expect(rankSkills([buildSkillIndex([...skills].reverse())], query)).toEqual(ranked);
        ranked.forEach(({ score, parts }, place) => {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(ranked[place - 1]?.score ?? 1);
          for (const part of [parts.lexical, parts.coverage, parts.rules]) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(1);
          }
        });
      }),
    );
  });

  it('give the best few with a limit and what reaches a minimum with one', () => {
    fc.assert(
      fc.property(library, text, fc.nat(5), (skills, query, limit) => {
        const index = buildSkillIndex(skills);
        const all = rankSkills([index], query);
        expect(rankSkills([index], query, { limit })).toEqual(all.slice(0, limit));
        const unnamed = all.slice(limit).map((it) => ({ ...it, parts: { ...it.parts, terms: [] } }));
        expect(rankSkills([index], query, { named: limit })).toEqual([...all.slice(0, limit), ...unnamed]);
        const reaching = all.filter(({ score }) => score >= MINIMUM);
        expect(rankSkills([index], query, { minScore: MINIMUM })).toEqual(reaching);
      }),
    );
  });

  it('hardly change their scores when an unrelated skill joins: by 0.02 at most', () => {
    fc.assert(
      fc.property(library, text, (skills, query) => {
        const joined = [
          ...skills,
          skill('zebra-quilting', 'Quilt a zebra blanket from velvet and wool scraps.'),
        ];
        const before = rankSkills([buildSkillIndex(skills)], query);
        const after = new Map(rankSkills([buildSkillIndex(joined)], query).map((it) => [it.id, it.score]));
        for (const { id, score } of before) expect(Math.abs((after.get(id) ?? 0) - score)).toBeLessThan(0.02);
      }),
    );
  });
});
