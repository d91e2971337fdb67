import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ids, insertEpisodes } from '../../../testing/database/rows.ts';
import { watchStatements } from '../../../testing/database/test-database.ts';
import { cases } from '../../../testing/property.ts';
import { describeOnBoth, freshPrincipal } from '../../../testing/test-runtime.ts';
import { clientOf, Prisma, type Tx } from '../prisma.ts';
import { contains, literally, spellings } from '../search-text.ts';
import { tenantClient } from '../tenant-client.ts';
import { SAMPLED } from './look-back.ts';
import { newestWithWords } from './word-search.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');

const TEXTS = [
  'It is 100% sure',
  'It is 1000 euros sure',
  'It has snake_case',
  'It has snakeXcase',
  'The path is C:\\temp',
  'The path is C:temp',
  'Äpfel und Öl',
];

describeOnBoth('a search for what a reader typed', (runtime) => {
  const inTexts = (texts: readonly string[]) => {
    const { tenant } = freshPrincipal();
    const client = clientOf(runtime().db.read);
    return {
      store: () =>
        client.auditEntry.createMany({
          data: texts.map((details, place) => ({
            ...{ tenant, id: `au_${place}`, details, at: AT },
            ...{ actor: 'someone', action: 'feedback', resource: 'episode:ep_1' },
          })),
        }),
      byFilter: async (text: string) => {
        const alike = spellings(text).map((word) => ({ details: { contains: word } }));
        const rows = await client.auditEntry.findMany({
          where: { tenant, OR: alike },
          orderBy: { id: 'asc' },
        });
        return rows.map(({ details }) => details);
      },
      byBegin: async (text: string) => {
        const where = { tenant, details: { startsWith: literally(text) } };
        return (await client.auditEntry.findMany({ where })).map(({ details }) => details);
      },
      byCondition: async (text: string) => {
        const rows = await client.$queryRaw<{ details: string }[]>`
          SELECT details FROM audit_entry AS a
          WHERE a.tenant = ${tenant} AND ${contains(Prisma.sql`a.details`, text)} ORDER BY a.id`;
        return rows.map(({ details }) => details);
      },
    };
  };

  it('takes no character for another one', async () => {
    const { store, byFilter, byCondition } = inTexts(TEXTS);
    await store();
    for (const [text, found] of [
      ['100%', ['It is 100% sure']],
      ['snake_case', ['It has snake_case']],
      ['%', ['It is 100% sure']],
      ['_', ['It has snake_case']],
      ['C:\\temp', ['The path is C:\\temp']],
      ['C:\\', ['The path is C:\\temp']],
      ['!', []],
    ] as const) {
      expect([text, await byFilter(text)]).toEqual([text, found]);
      expect([text, await byCondition(text)]).toEqual([text, found]);
    }
  });

  it('ignores case, also of letters that are not ASCII', async () => {
    const { store, byFilter, byCondition } = inTexts(TEXTS);
    await store();
    for (const text of ['äpfel', 'Äpfel', 'ÄPFEL']) {
      expect(await byFilter(text)).toEqual(['Äpfel und Öl']);
      expect(await byCondition(text)).toEqual(['Äpfel und Öl']);
    }
    expect(await byCondition('PATH is c:TEMP')).toEqual(['The path is C:temp']);
  });

  it('finds every text by each of its parts', async () => {
    const letters = fc.constantFrom('a', 'B', '%', '_', '\\', '!', "'", '"', '?', 'ß', 'É', ' ');
    const parts = fc.tuple(...[0, 1, 2].map(() => fc.string({ unit: letters, minLength: 1, maxLength: 6 })));
    await fc.assert(
      fc.asyncProperty(parts, async ([before, part, after]) => {
        const text = `${before}${part}${after}`;
        const { store, byFilter, byCondition } = inTexts([text]);
        await store();
        expect(await byFilter(part ?? '')).toEqual([text]);
        expect(await byCondition(part ?? '')).toEqual([text]);
      }),
      { numRuns: cases(60) },
    );
  });
});

// A search for words finds the newest rows that have them, and looks up in the index only words that few have.

const TENANT = 'tenant-with-rows';
/** More than are sampled, and words that only older ones have. */
const ROWS = SAMPLED + 200;
const tasks = new Map(
  ids('ep', ROWS).map((id, at) => [
    id,
    `${at % 3 === 0 ? 'Refund' : 'Send'} the order number ${at}${at % 90 === 7 ? ', 100% sure' : ''}${at < 100 ? ' by hand' : ''}`,
  ]),
);
/** Phrases: common, rare, old, short and unknown ones, parts of words, and one that stands for any text in LIKE. */
const PHRASES = [
  ...['order', 'THE ORDER number', 'refund', 'send the order number 55', '557', 'number 69', '7', '100%'],
  ...['sure', 'by hand', 'number 1, 100% sure', 'nowhere', 'o', '%', 'er n'],
];

const search = (tx: Tx, phrases: readonly string[], limit: number) =>
  newestWithWords(tenantClient(tx, TENANT), {
    ...{ where: Prisma.sql`q.tenant = ${TENANT}`, order: 'created_at', phrases, limit, from: AT },
  });

describeOnBoth('a search for words', (runtime) => {
  beforeAll(async () => {
    const { read } = runtime().db;
    for (const tenant of [TENANT, 'another']) {
      await insertEpisodes(read, [...tasks.keys()], { tenant, at: AT, tasks });
    }
  });

  it('finds the newest of all that have every phrase', async () => {
    const { read } = runtime().db;
    const newestFirst = [...tasks].toSorted(([a], [b]) => (a < b ? 1 : -1));
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(PHRASES, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 120 }),
        async (phrases, limit) => {
          const having = newestFirst.filter(([, task]) =>
            phrases.every((phrase) => task.toLowerCase().includes(phrase.toLowerCase())),
          );
          expect(await search(read, phrases, limit)).toEqual({
            ...{ rows: having.slice(0, limit).map(([id]) => id), reach: null },
          });
        },
      ),
      { numRuns: cases(150) },
    );
  });

  it('asks the index for none of the words that most have', async () => {
    const statements = watchStatements(runtime());
    await search(statements.runtime.db.read, ['the order number 557'], 50);
    expect(statements.last().values.filter((value) => String(value).startsWith('%'))).toEqual([
      '%the order number 557%',
      '% 557%',
    ]);
  });
});
