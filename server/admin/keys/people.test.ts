import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { createRuntime } from '../../platform/runtime.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { eraseUser, exportUser, previewErasure } from '../erasure/index.ts';
import {
  actorNames,
  createKey,
  listPeople,
  mentionedIn,
  noteSignIn,
  requirePerson,
  revokeKey,
} from './index.ts';

const ADA = { actor: 'oidc:ada', name: 'Ada Lovelace', reviews: true };

describeOnOne('the people of a tenant', (runtime) => {
  it('are those who hold a valid key to review or signed in with the scope, by name', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const soon = new Date(rt.clock().getTime() + DAY_MS).toISOString();
    const { id } = await createKey(rt, who, { name: 'bob', scopes: ['learn', 'review'] });
    await createKey(rt, who, { name: 'agent', scopes: ['learn'] });
    const { id: ending } = await createKey(rt, who, { name: 'temp', scopes: ['review'], expires_at: soon });
    await createKey(rt, freshPrincipal(), { name: 'foreign', scopes: ['review'] });
    await noteSignIn(rt, who.tenant, ADA);
    await noteSignIn(rt, who.tenant, { actor: 'oidc:guest', name: 'Guest', reviews: false });
    expect(await listPeople(rt, who)).toEqual([
      { actor: 'oidc:ada', name: 'Ada Lovelace' },
      { actor: `key:${id}`, name: 'bob' },
      { actor: `key:${ending}`, name: 'temp' },
    ]);
    await revokeKey(rt, who, id);
    await noteSignIn(rt, who.tenant, { ...ADA, name: 'Ada King' });
    rt.advance(DAY_MS);
    expect(await listPeople(rt, who)).toEqual([{ actor: 'oidc:ada', name: 'Ada King' }]);
    rt.advance(90 * DAY_MS);
    expect(await listPeople(rt, who)).toEqual([]);
    const named = await actorNames(rt, who.tenant, [`key:${id}`, 'oidc:ada', 'dev', 'oidc:unknown']);
    expect(named).toEqual(
      new Map([
        [`key:${id}`, 'bob'],
        ['oidc:ada', 'Ada King'],
      ]),
    );
  });

  it('can be assigned to; the caller always, and nobody else', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await noteSignIn(rt, who.tenant, ADA);
    expect(await requirePerson(rt, who, 'me')).toMatchObject({ actor: who.actor });
    expect(await requirePerson(rt, who, who.actor)).toMatchObject({ actor: who.actor });
    expect(await requirePerson(rt, who, 'oidc:ada')).toMatchObject({ actor: 'oidc:ada', name: ADA.name });
    await expect(requirePerson(rt, freshPrincipal(), 'oidc:ada')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are mentioned by name, all but the author', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await noteSignIn(rt, who.tenant, ADA);
    await noteSignIn(rt, who.tenant, { actor: who.actor, name: 'me', reviews: true });
    expect(await mentionedIn(rt, who, 'see @ada lovelace and @me')).toMatchObject([{ actor: 'oidc:ada' }]);
    expect([await mentionedIn(rt, who, 'nobody'), await mentionedIn(rt, who, null)]).toEqual([[], []]);
  });

  it('sign in even where their names cannot be kept', async () => {
    const rt = runtime();
    const db = { ...rt.db, write: () => Promise.reject(new Error('database away')) };
    await noteSignIn(createRuntime({ ...rt, db }), 'acme', ADA);
    expect(rt.lines.at(-1)).toMatchObject({ event: 'people.sign_in_not_noted', level: 'warn' });
  });

  it('are erased with their name, filters, mentions and assignments', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { tenant } = who;
    const { savedFilter, changeset, mention } = clientOf(rt.db.read);
    await noteSignIn(rt, tenant, ADA);
    const at = rt.clock();
    const filter = { tenant, name: 'x', query: 'risk=high', createdBy: 'oidc:ada', createdAt: at };
    await savedFilter.createMany({
      data: [
        { ...filter, id: 'fl_own', owner: 'oidc:ada' },
        { ...filter, id: 'fl_all', owner: null },
      ],
    });
    const proposed = {
      ...{ tenant, id: 'cs_1', agentId: 'a', status: 'pending', ops: '[]', rationale: '', source: 'api' },
      ...{ humanAuthored: false, proposedBy: 'x', risk: 'low', safetyFindings: '[]', episodeIds: '[]' },
      ...{ baseVersions: '{}', createdAt: at },
    };
    const assigned = { assignee: 'oidc:ada', assignedBy: 'oidc:ada', assignedAt: at };
    await changeset.create({ data: { ...proposed, ...assigned } });
    await mention.create({ data: { tenant, changesetId: 'cs_1', actor: 'oidc:ada', at } });
    expect((await previewErasure(rt, who, 'ada')).people).toBe(1);
    const { lines } = await exportUser(rt, who, { userId: 'ada', cursor: 'person:' });
    expect(lines.join()).toContain('Ada Lovelace');
    expect((await eraseUser(rt, who, 'ada')).people).toBe(1);
    expect(await listPeople(rt, who)).toEqual([]);
    expect(await changeset.findFirst({ where: { tenant } })).toMatchObject({ assignee: null });
    expect(await mention.count({ where: { tenant } })).toBe(0);
    expect((await savedFilter.findMany({ where: { tenant } })).map(({ id }) => id)).toEqual(['fl_all']);
  });
});
