import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { operationSchema } from '../../domain/skills/changesets/ops.ts';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { limitProblems } from './problems.ts';

const many = <T>(count: number, item: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => item(place));

const good = { role: 'user', content: 'hello' };
const batch = z.object({ episodes: z.array(episodeInSchema) });
const change = z.object({ ops: z.array(operationSchema).max(100), comment: z.string() });

const FAULTY: [string, z.ZodType, unknown][] = [
  ['messages', episodeInSchema, { task: 7, messages: many(5000, () => ({ role: 0 })), outcome: 'none' }],
  [
    'one fault in fifty',
    episodeInSchema,
    { messages: many(20_000, (at) => (at % 50 === 49 ? { role: 1 } : good)) },
  ],
  [
    'long lists within a long list',
    batch,
    { episodes: many(300, () => ({ messages: many(300, () => ({ role: 0 })) })) },
  ],
  ['more operations than are allowed', change, { ops: many(5000, () => ({ op: 'add' })), comment: 1 }],
];

const problemsIn = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.slice(0, MAX_PROBLEMS);

describe('a body cut where its problems fill a reply', () => {
  it.each(FAULTY)('has the same first problems: %s', async (_, schema, value) => {
    const limited = await limitProblems(schema, value);
    expect(problemsIn(schema, limited)).toEqual(problemsIn(schema, value));
    expect(schema.safeParse(limited).error?.issues.length).toBeLessThan(20 * MAX_PROBLEMS);
  });

  it.each([
    ['few problems', { messages: [{ role: 0 }, ...many(500, () => good)] }],
    ['none', { messages: many(500, () => good), metadata: { any: many(500, () => 1) } }],
    ['no object', null],
  ])('is the body itself where it has %s', async (_, value) => {
    expect(await limitProblems(episodeInSchema, value)).toBe(value);
  });

  it('is made with turns for others', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await limitProblems(episodeInSchema, { messages: many(20_000, () => good) });
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
  });
});
