import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { amendInSchema } from '../../domain/skills/changesets/changeset.ts';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { cases } from '../../testing/property.ts';
import { buildRoutes } from '../rest/routes.ts';
import { misnamedFields } from './misnamed-fields.ts';
import { appRouter } from './router.ts';

const meantBy = async (schema: z.ZodType, name: string) =>
  (await misnamedFields(schema, { [name]: 1 })).map(({ meant }) => meant);

const body = z.object({ user_id: z.string(), metadata: z.unknown() });
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');

const nested = z.object({
  user_id: z.string(),
  scope: z.object({ agent_id: z.string() }),
  messages: z.array(z.object({ content: z.string(), parts: z.array(z.object({ content: z.string() })) })),
});
const NESTED = { scope: 'scope', messages: 'messages', parts: 'parts' };
const MEANT: Record<string, string> = { userid: 'user_id', agentId: 'agent_id', contents: 'content' };
const leaves = fc.dictionary(fc.constantFrom('userid', 'agentId', 'contents', 'other'), fc.constant(1));
const parts = fc.array(leaves, { maxLength: 3 });
const bodies = fc
  .tuple(leaves, leaves, fc.array(fc.tuple(leaves, parts), { maxLength: 3 }))
  .map(([own, scope, messages]) => ({
    ...{ ...own, scope },
    messages: messages.map(([message, inner]) => ({ ...message, parts: inner })),
  }));

/** The fields of {@link nested} that are misspelled, in the order in which the body has them. */
function expectedIn(value: unknown, known: readonly string[], path: (string | number)[] = []): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => expectedIn(item, known, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.keys(value)
    .filter((name) => known.includes(MEANT[name] ?? ''))
    .map((name) => ({ path: [...path, name], meant: MEANT[name] }));
  const inner = Object.entries(value)
    .filter(([name]) => name in NESTED)
    .flatMap(([name, item]) =>
      expectedIn(item, name === 'scope' ? ['agent_id'] : ['content'], [...path, name]),
    );
  return [...own, ...inner];
}

describe('a misspelled field', () => {
  it('is found at any depth, in order', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        const expected = expectedIn(sent, ['user_id']).slice(0, MAX_PROBLEMS);
        expect(await misnamedFields(nested, sent)).toEqual(expected);
      }),
      { numRuns: cases(300) },
    );
  });

  it('is found where it differs by case, by - and _, or by one letter', async () => {
    const at = fc.nat('user_id'.length - 1);
    await fc.assert(
      fc.asyncProperty(at, letter, fc.boolean(), async (place, other, upper) => {
        const [before, after] = ['user_id'.slice(0, place), 'user_id'.slice(place)];
        for (const name of [
          `${before}${other}${after}`,
          before + after.slice(1),
          before + other + after.slice(1),
        ]) {
          const sent = upper ? name.toUpperCase() : name.replaceAll('_', '-');
          expect([sent, await meantBy(body, sent)]).toEqual([sent, sent === 'user_id' ? [] : ['user_id']]);
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it.each(['usr_i', 'user', 'id', 'users_ids', 'customer_id', '', '__proto__', 'constructor', 'metadata'])(
    'is not what differs by more: %j',
    async (name) => {
      expect(await meantBy(body, name)).toEqual([]);
    },
  );

  it('is found at any depth that the API defines, and never in values of any form', async () => {
    const metadata = { Metadata: { userId: 1 } };
    expect(await misnamedFields(body, { user_id: 'x', metadata })).toEqual([]);
    const ops = [
      { op: 'create_skill', bullets: [{ content: 'Do it well' }, { Content: 'x' }] },
      { op: 'add', Skill: 'x' },
    ];
    expect(await misnamedFields(amendInSchema, { ops })).toEqual([
      { path: ['ops', 0, 'bullets', 1, 'Content'], meant: 'content' },
      { path: ['ops', 1, 'Skill'], meant: 'skill' },
    ]);
  });

  it('is told of only as often as a reply has room for', async () => {
    const tool_calls = Array.from({ length: 5000 }, () => ({ Name: 'x' }));
    expect(await misnamedFields(episodeInSchema, { tool_calls })).toHaveLength(MAX_PROBLEMS);
  });

  it('is none that another body of the API has, but for these', async () => {
    const bodies = buildRoutes(appRouter._def.procedures).flatMap(({ method, input, rest }) =>
      method === 'POST' && rest.exported === undefined ? [input] : [],
    );
    const names = new Set(bodies.flatMap(({ shape }) => Object.keys(shape)));
    const pairs = [...names].flatMap((name) => bodies.map((other) => ({ name, other })));
    const meant = await Promise.all(pairs.map(({ name, other }) => meantBy(other, name)));
    const taken = new Set(pairs.flatMap(({ name }, at) => (meant[at] ?? []).map((one) => `${name}: ${one}`)));
    // A key is created with `scopes`, and what is sent as its `scope` would be lost.
    expect([...taken].sort()).toEqual(['scope: scopes', 'scopes: scope']);
  });
});
