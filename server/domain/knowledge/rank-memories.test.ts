/** What a recall remembers, and above all what it must never see. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMemoryIndex, CONSIDERED_MEMORIES, type RankableMemory } from './memory-index.ts';
import { rankMemories } from './rank-memories.ts';

const HOUR = 3_600_000;

/** Memories an hour apart, so that neighbours lend each other nothing unless a test says so. */
function memory(number: number, content: string, more: Partial<RankableMemory> = {}): RankableMemory {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * HOUR).toISOString();
  return { id: `mem_${number}`, content, userId: null, createdAt, kind: 'fact', ...more };
}

const ids = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);

describe('rankMemories', () => {
  const memories = [
    memory(1, 'Ada moved to Lisbon last autumn'),
    memory(2, 'The staging database lives on host orion'),
    memory(3, 'Ada bought a sailing boat and named it Petrel'),
    memory(4, 'Deployments happen on Thursdays'),
  ];
  const index = buildMemoryIndex(memories);

  it('puts first what shares the rarest words, in any form', () => {
    expect(ids(rankMemories([index], 'What did Ada name the boat that she buys?', { userId: null }))[0]).toBe(
      'mem_3',
    );
    expect(ids(rankMemories([index], 'On which host is the staging db?', { userId: null }))).toEqual([
      'mem_2',
    ]);
  });

  it.each(['', ' ', 'what is it', '…'])('finds nothing for an empty query: %j', (query) => {
    expect(rankMemories([index], query, { userId: 'ada' })).toEqual([]);
  });

  it('puts memories first that begin with a name of the query', () => {
    const talks = buildMemoryIndex([
      memory(1, 'Ada went sailing with the club'),
      memory(2, 'Grace went sailing with Ada'),
      memory(3, 'Ada went sailing with Grace'),
    ]);
    const first = (query: string) => rankMemories([talks], query, { userId: null })[0]?.id;
    expect(first('When did Grace go sailing?')).toBe('mem_2');
    expect(first('When did Ada go sailing?')).not.toBe('mem_2');
  });

  it('lends less and less to what was stored further away, in either direction, up to a longer pause', () => {
    const told = [
      'Then we ate',
      'Ada was late',
      'The sailing boat is sold',
      'It rained',
      'Bob paid',
      'We left',
    ];
    const minutes = [0, 5, 10, 15, 20, 45];
    const talk = told.map((content, place) => ({
      ...memory(place, content),
      createdAt: new Date(Date.UTC(2026, 0, 1) + (minutes[place] ?? 0) * 60_000).toISOString(),
    }));
    const found = rankMemories([buildMemoryIndex(talk)], 'sailing boat', { userId: null });
    expect(ids(found)).toEqual(['mem_2', 'mem_3', 'mem_1', 'mem_4', 'mem_0']);
    const [, after, before, later, earlier] = found.map(({ score }) => score);
    expect(after).toBe(before);
    expect(later).toBe(earlier);
    expect(later).toBeLessThan(after ?? 0);
  });

  it('finds by vector what shares no word', () => {
    const cosines = new Map([...memories.map(({ id }): [string, number] => [id, 0.1]), ['mem_4', 0.8]]);
    const more = Array.from({ length: 6 }, (_, number): [string, number] => [`other_${number}`, 0.1]);
    const found = rankMemories([index], 'When do we ship?', {
      userId: null,
      cosines: new Map([...cosines, ...more]),
    });
    expect(ids(found)).toEqual(['mem_4']);
    expect(found[0]?.parts.cosine).toBe(0.8);
  });
});

describe('the default minimum of 0.12', () => {
  const company = [
    'Refunds above 500 euros need a second approval',
    'The fiscal year of the company ends in March',
    'Ada moved to Lisbon last autumn',
  ].map((content, place) => memory(place, content));
  const others = Array.from({ length: 300 }, (_, place) =>
    memory(10 + place, `Ada told Bob about trip ${place} to the ${place % 7 === 0 ? 'mountains' : 'sea'}`),
  );
  const served = (memories: readonly RankableMemory[], query: string): string[] =>
    ids(
      rankMemories([buildMemoryIndex(memories)], query, { userId: null }).filter(
        ({ score }) => score >= 0.12,
      ),
    );

  it('leaves out what only shares a common word with the task', () => {
    expect(served(company, 'Refund this order within the same fiscal year')).toEqual(['mem_1', 'mem_0']);
    expect(served(company, 'Refund the order of a customer')).toEqual(['mem_0']);
    expect(served(company.slice(1), 'Refund the order of a customer within a year')).toEqual([]);
  });

  it('leaves out what shares one word of many with the task, the more memories there are', () => {
    const task =
      'Draw a map of the walking routes in the mountains, with heights, huts and the water on the way';
    expect(served(others, task)).toEqual([]);
    expect(served(others.slice(0, 1), 'Draw a map of the mountains')).toEqual(['mem_10']);
  });

  it('is reached by what all memories are about, however common the word is among them', () => {
    expect(served(others, 'What did Ada tell Bob?')).toHaveLength(200);
    expect(served(others, 'Ada')).toHaveLength(200);
  });
});

describe('preferences of the user', () => {
  const index = buildMemoryIndex([
    memory(1, 'Prefers vegetarian food', { userId: 'ada', kind: 'preference' }),
    memory(2, 'Works on the harbour restaurant app', { userId: 'ada' }),
    memory(3, 'Prefers meat', { userId: 'bob', kind: 'preference' }),
    memory(4, 'Prefers British spelling', { kind: 'preference' }),
  ]);

  it('are found only where the query is about their subject', () => {
    expect(ids(rankMemories([index], 'Describe the harbour app', { userId: 'ada' }))).toEqual(['mem_2']);
    const found = rankMemories([index], 'A dinner at the harbour', { userId: 'ada' });
    expect(ids(found).sort()).toEqual(['mem_1', 'mem_2']);
    expect(found.find(({ id }) => id === 'mem_1')?.parts).toMatchObject({ standing: true });
  });
});

describe('preferences of the same topic as the query', () => {
  const memories = [
    memory(1, 'Strictly vegan', { kind: 'preference' }),
    memory(2, 'Wears no wool', { kind: 'preference' }),
    memory(3, 'Ada cooked dinner in the old house'),
    memory(4, 'Tapas and sushi are fine, meat is not', { kind: 'preference' }),
  ];
  const index = buildMemoryIndex(memories);

  it('are found though they share no word with it, the more the more words of it they have', () => {
    const found = rankMemories([index], 'Which restaurants does Lisbon have?', { userId: null });
    expect(ids(found)).toEqual(['mem_4', 'mem_1']);
  });

  it('need no share of a query that asks for advice', () => {
    const query = 'Recommend an evening programme for my visit to Lisbon with old friends from school';
    const find = (advice: boolean) =>
      rankMemories([index], query, { userId: null, advice, likeness: () => 0.2 }).filter(
        ({ score }) => score >= 0.12,
      );
    expect(find(false)).toEqual([]);
    expect(ids(find(true)).sort()).toEqual(['mem_1', 'mem_2', 'mem_4']);
    expect(find(true).every(({ parts }) => parts.advice)).toBe(true);
  });
});

const word = fc.constantFrom(
  ...'ada boat lisbon tea sushi harbour deploy thursday like 2026 host 船'.split(' '),
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const users = fc.constantFrom('ada', 'bob', '__proto__', null);
const store = fc
  .array(
    fc.record({
      content: text,
      userId: users,
      minute: fc.nat(40),
      kind: fc.constantFrom<RankableMemory['kind']>('fact', 'preference', 'lesson'),
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(({ content, userId, minute, kind }, number) =>
      memory(number, content, { userId, kind, createdAt: new Date(minute * 60_000).toISOString() }),
    ),
  );

describe('any store and any query', () => {
  it("are ranked as if other users' memories did not exist", () => {
    fc.assert(
      fc.property(store, text, users, (memories, query, userId) => {
        const visible = memories.filter((it) => it.userId === userId || it.userId === null);
        const found = rankMemories([buildMemoryIndex(memories)], query, { userId });
        expect(found).toEqual(rankMemories([buildMemoryIndex(visible)], query, { userId }));
        expect(ids(found).every((id) => visible.some((it) => it.id === id))).toBe(true);
      }),
    );
  });

  it('are ranked the same from one index of all and from an older and a newer one', () => {
    fc.assert(
      fc.property(store, text, users, fc.nat(40), (memories, query, userId, minute) => {
        const since = new Date(minute * 60_000).toISOString();
        const older = buildMemoryIndex(memories.filter(({ createdAt }) => createdAt < since));
        const newer = buildMemoryIndex(memories.filter(({ createdAt }) => createdAt >= since));
        const found = rankMemories([buildMemoryIndex(memories)], query, { userId });
        expect(rankMemories([older, newer], query, { userId })).toEqual(found);
      }),
    );
  });

  it('give scores from 0 to 1, best first, the same every time and in any order memories come', () => {
    fc.assert(
      fc.property(store, text, users, fc.nat(9), (memories, query, userId, limit) => {
        const found = rankMemories([buildMemoryIndex(memories)], query, { userId });
        const reversed = buildMemoryIndex([...memories].reverse());
        expect(rankMemories([reversed], query, { userId })).toEqual(found);
        expect(rankMemories([reversed], query, { userId, limit })).toEqual(found.slice(0, limit));
        const named = rankMemories([reversed], query, { userId, named: limit });
        const unnamed = found.slice(limit).map((it) => ({ ...it, parts: { ...it.parts, terms: [] } }));
        expect(named).toEqual([...found.slice(0, limit), ...unnamed]);
        found.forEach(({ score }, place) => {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(found[place - 1]?.score ?? 1);
        });
      }),
    );
  });
});

describe('a store larger than what is considered', () => {
  const half = CONSIDERED_MEMORIES / 2;
  const own = Array.from({ length: half + 5 }, (_, n) => memory(2 * n, `likes tea ${n}`, { userId: 'ada' }));
  const shared = Array.from({ length: half + 5 }, (_, n) => memory(2 * n + 1, `likes tea ${n}`));
  const index = buildMemoryIndex([...own, ...shared]);

  it('is searched among the newest that the user sees, shared and own together', () => {
    const found = rankMemories([index], 'tea', { userId: 'ada', limit: 10_000 });
    const numbers = ids(found).map((id) => Number(id.slice(4)));
    expect(found).toHaveLength(CONSIDERED_MEMORIES);
    expect(Math.min(...numbers)).toBe(10);
  });

  it("is cut so that of one moment the user's stay, and of the others the last by id", () => {
    const of = (owner: string, userId: string | null) =>
      own.map((it, n) => ({ ...it, id: `${owner}_${1000 + n}`, userId, createdAt: '2026-01-01T00:00:00Z' }));
    const all = buildMemoryIndex([...of('own', 'ada'), ...of('shared', null)]);
    const kept = ids(rankMemories([all], 'tea', { userId: 'ada', limit: 10_000 })).toSorted();
    expect(kept.slice(half + 4, half + 6)).toEqual([`own_${1000 + half + 4}`, 'shared_1010']);
    expect(kept).toHaveLength(CONSIDERED_MEMORIES);
  });
});
