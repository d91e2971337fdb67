import { expect, it } from 'vitest';
import { writeAudit } from '../../audit/index.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { addMemory } from '../../memories/index.ts';
import { authorSkill, pinSkill } from '../../skills/index.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { createKey, revokeKey } from '../keys/index.ts';
import { readAudit } from './index.ts';

const ALL = {
  ...{
    actions: [],
    actor: null,
    resource: null,
    skillId: null,
    agentId: null,
    from: null,
    to: null,
    text: null,
  },
};

async function entriesOf(rt: TestRuntime, who: Principal, filter: object = {}) {
  const listing = { filter: { ...ALL, ...filter }, cursor: null, limit: 50 };
  return (await readAudit(rt, who, listing)).items;
}

async function setUp(rt: TestRuntime) {
  const admin = freshPrincipal();
  const { id: keyId } = await createKey(rt, admin, { name: 'Night shift', scopes: ['learn'] });
  rt.advance(1000);
  const who = { ...admin, actor: `key:${keyId}` };
  const rules = ['Print the address label twice'];
  const written = await authorSkill(rt, who, skillIn({ name: 'label-printing', rules }));
  const skillId = written.skill_id ?? '';
  rt.advance(1000);
  await pinSkill(rt, who, { skillId, pinned: true });
  rt.advance(1000);
  const memory = MemoryIn.parse({ content: 'The depot opens at six', scope: { agent_id: 'billing' } });
  await addMemory(rt, admin, memory);
  const found = async (filter: object) => (await entriesOf(rt, admin, filter)).map(({ action }) => action);
  return { admin, keyId, skillId, found };
}

describeOnBoth('searching the audit log', (runtime) => {
  it('tells who by the name of the key, and what by its name, its text or its skills', async () => {
    const rt = runtime();
    const { admin } = await setUp(rt);
    expect(await entriesOf(rt, admin)).toMatchObject([
      { action: 'memory.add', actorName: null, resourceName: 'The depot opens at six' },
      { action: 'skill.pin', actorName: 'Night shift', resourceName: 'label-printing' },
      { action: 'changeset.applied', actorName: 'Night shift', changeset: { risk: expect.any(String) } },
      { action: 'changeset.proposed' },
      { action: 'apikey.created', resourceName: 'Night shift' },
    ]);
  });

  it('finds what the page shows: names of keys and skills, rules and statements', async () => {
    const { found } = await setUp(runtime());
    expect(await found({ text: 'night SHIFT' })).toEqual([
      ...['skill.pin', 'changeset.applied', 'changeset.proposed', 'apikey.created'],
    ]);
    expect(await found({ text: 'label-printing' })).toContain('skill.pin');
    expect(await found({ text: 'address label' })).toEqual(['changeset.applied', 'changeset.proposed']);
    expect(await found({ text: 'depot opens' })).toEqual(['memory.add']);
    expect(await found({ text: 'nowhere' })).toEqual([]);
    expect(await found({ text: '%' })).toEqual([]);
  });

  it('finds an old entry under any number of newer ones, in the same order as among few', async () => {
    const rt = runtime();
    const { admin, found } = await setUp(rt);
    const texts = ['night SHIFT', 'label-printing', 'address label', 'depot opens', 'pinned', 'nowhere'];
    const among = await Promise.all(texts.map((text) => found({ text })));
    rt.advance(1000);
    const events = Array.from({ length: 120 }, (_, at) => ({
      ...{ action: 'feedback' as const, resource: `episode:other-${at}` as const },
    }));
    await rt.db.write((tx) => writeAudit(rt, tx, { ...admin, actor: 'oidc:someone' }, ...events));
    const byPages = async (text: string) => {
      const actions: string[] = [];
      for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
        const page = await readAudit(rt, admin, { filter: { ...ALL, text }, cursor, limit: 2 });
        actions.push(...page.items.map(({ action }) => action));
        cursor = page.nextCursor;
      }
      return actions;
    };
    expect(await Promise.all(texts.map(byPages))).toEqual(among);
    expect(await found({ text: 'feedback', from: rt.clock() })).toHaveLength(50);
  });

  it('tells a tenant nothing by the names of another one', async () => {
    const rt = runtime();
    const { keyId, skillId } = await setUp(rt);
    const other = freshPrincipal();
    const events = Array.from({ length: 60 }, () => ({
      ...{ action: 'skill.pin' as const, resource: `skill:${skillId}` as const },
    }));
    await rt.db.write((tx) => writeAudit(rt, tx, { ...other, actor: `key:${keyId}` }, ...events));
    for (const text of ['night shift', 'label-printing', 'address label'])
      for (const limit of [1, 50])
        expect((await readAudit(rt, other, { filter: { ...ALL, text }, cursor: null, limit })).items).toEqual(
          [],
        );
  });

  it('keeps to a skill, an agent, an actor and a time of day', async () => {
    const rt = runtime();
    const { skillId, keyId, found } = await setUp(rt);
    expect(await found({ skillId })).toContain('skill.pin');
    expect(await found({ skillId })).not.toContain('memory.add');
    expect(await found({ agentId: 'billing' })).toEqual(['memory.add']);
    expect(await found({ agentId: 'default' })).toEqual([
      ...['skill.pin', 'changeset.applied', 'changeset.proposed'],
    ]);
    expect(await found({ actor: `key:${keyId}` })).toHaveLength(3);
    const now = rt.clock();
    expect(await found({ from: now })).toEqual(['memory.add']);
    expect(await found({ to: now })).toHaveLength(4);
  });

  it('names a revoked key, and nothing of another tenant', async () => {
    const rt = runtime();
    const { admin, keyId } = await setUp(rt);
    await revokeKey(rt, admin, keyId);
    expect(await entriesOf(rt, admin, { text: 'night' })).toContainEqual(
      expect.objectContaining({ action: 'apikey.revoked', resourceName: 'Night shift' }),
    );
    const other = freshPrincipal();
    await rt.db.write((tx) =>
      writeAudit(rt, tx, { ...other, actor: `key:${keyId}` }, { action: 'feedback', resource: `episode:x` }),
    );
    expect(await entriesOf(rt, other)).toMatchObject([{ actorName: null, resourceName: null }]);
  });
});
