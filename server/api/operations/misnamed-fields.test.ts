import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { amendInSchema } from '../../domain/skills/changesets/changeset.ts';
import { buildRoutes } from '../rest/routes.ts';
import { unknownFields } from './misnamed-fields.ts';
import { appRouter } from './router.ts';

const meantBy = async (schema: z.ZodType, name: string) =>
  (await unknownFields(schema, { [name]: 1 })).misnamed.map(({ meant }) => meant);

const body = z.object({ user_id: z.string(), metadata: z.unknown() });
describe('a misspelled field', () => {
  it.each(['usr_i', 'id', 'users_ids', 'customer_id', '', '__proto__', 'constructor', 'metadata'])(
    'is not what differs by more: %j',
    async (name) => {
      expect(await meantBy(body, name)).toEqual([]);
    },
  );

  it('is the beginning or the end of one known name, and of no other', async () => {
    const other = z.object({ agent_id: z.string(), user_id: z.string(), tool_calls: z.string() });
    const meant = ['agent', 'User', 'calls', 'userId', 'id', 'tool_id'].map((name) => meantBy(other, name));
    expect(await Promise.all(meant)).toEqual([
      ['agent_id'],
      ['user_id'],
      ['tool_calls'],
      ['user_id'],
      [],
      [],
    ]);
  });

  it('is found at any depth that the API defines, and never in values of any form', async () => {
    const metadata = { Metadata: { userId: 1 } };
    expect(await unknownFields(body, { user_id: 'x', metadata })).toEqual({ misnamed: [], ignored: [] });
    const ops = [
      { op: 'create_skill', bullets: [{ content: 'Do it well' }, { Content: 'x' }] },
      { op: 'add', Skill: 'x' },
    ];
    expect((await unknownFields(amendInSchema, { ops })).misnamed).toEqual([
      { path: ['ops', 0, 'bullets', 1, 'Content'], meant: 'content' },
      { path: ['ops', 1, 'Skill'], meant: 'skill' },
    ]);
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
    expect([...taken].sort()).toEqual(['memories: max_memories', 'scope: scopes', 'scopes: scope']);
  });
});
