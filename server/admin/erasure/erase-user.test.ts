import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { bumpMemories, revisionStore } from '../../knowledge/index.ts';
import { supportStore } from '../../memories/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  countRows,
  ids,
  insertEpisodes,
  insertMemories,
  insertProfile,
  insertRecalls,
  type RowsOf,
} from '../../testing/database/rows.ts';
import {
  describeOnBoth,
  describeOnOne,
  freshPrincipal,
  type TestRuntime,
} from '../../testing/test-runtime.ts';
import { eraseUser, exportUser, previewErasure } from './index.ts';

const NOTHING = {
  memories: 0,
  memory_evidence: 0,
  episodes: 0,
  feedback: 0,
  profiles: 0,
  recalls: 0,
  people: 0,
};

/** That memories rest on runs, each of a user. */
const supportOf = (memoryId: string, runs: Record<string, string>) => ({
  memoryId,
  support: Object.entries(runs).map(([source, userId]) => ({
    ...{ source, userId, sessionId: `of-${source}` },
    saidBy: ['user_message' as const],
  })),
});

describeOnBoth('the erasure of a user', (runtime) => {
  /** Two episodes, three recalls, a profile and a memory in each status, with ids that begin with `name`. */
  const fill = async (name: string, rows: Omit<RowsOf, 'at'>) => {
    const tx = runtime().db.read;
    const of = { ...rows, at: runtime().clock() };
    await insertEpisodes(tx, ids(`${name}-ep`, 2), of);
    await insertRecalls(tx, ids(`${name}-rc`, 3), of);
    for (const status of ['active', 'pending', 'superseded']) {
      await insertMemories(tx, [`${name}-${status}`], { ...of, status });
    }
    if (of.userId !== undefined) await insertProfile(tx, of);
  };
  const revisions = async (tenant: string, agents: string[]) =>
    await revisionStore(runtime().db.read, tenant).read(agents);

  it('removes everything that is stored with the user’s id and says how much', async () => {
    const who = freshPrincipal();
    await fill('a', { tenant: who.tenant, userId: 'u' });
    const counts = await eraseUser(runtime(), who, 'u');
    expect(counts).toEqual({ ...NOTHING, memories: 3, episodes: 2, feedback: 2, profiles: 1, recalls: 3 });
    expect(await listAudit(runtime(), who, 10)).toMatchObject([
      { actor: who.actor, action: 'user.erased', resource: 'user:u', details: counts },
    ]);
    expect(await countRows(runtime().db.read, who.tenant)).toEqual({
      episodes: 0,
      credits: 0,
      feedback: 0,
      recalls: 0,
      memories: 0,
      profiles: 0,
      auditEntries: 1,
    });
  });

  it('removes what is kept of the user’s traces, with and without an episode', async () => {
    const who = freshPrincipal();
    const { tenant } = who;
    await fill('a', { tenant, userId: 'u' });
    const { episodeTrace } = clientOf(runtime().db.read);
    const kept = (traceId: string, userId: string | null, episodeId: string | null) =>
      episodeTrace.create({
        data: { tenant, traceId, userId, episodeId, revision: 0, state: '{}', createdAt: runtime().clock() },
      });
    await kept('theirs', 'u', null);
    await kept('of_episode', 'u', 'a-ep_0');
    await kept('else', 'v', null);
    const [first] = await clientOf(runtime().db.read).episode.findMany({ where: { tenant }, take: 1 });
    await episodeTrace.updateMany({
      where: { tenant, traceId: 'of_episode' },
      data: { episodeId: first?.id ?? '' },
    });
    await eraseUser(runtime(), who, 'u');
    const left = await episodeTrace.findMany({ where: { tenant } });
    expect(left.map(({ traceId }) => traceId)).toEqual(['else']);
  });

  it('leaves other users, rows without a user and other tenants’ users of the same id alone', async () => {
    const [who, other] = [freshPrincipal(), freshPrincipal()];
    await fill('mine', { tenant: who.tenant, userId: 'u' });
    await fill('else', { tenant: who.tenant, userId: 'U' });
    await fill('none', { tenant: who.tenant });
    await fill('mine', { tenant: other.tenant, userId: 'u' });
    const [ours, theirs] = [
      await countRows(runtime().db.read, who.tenant),
      await countRows(runtime().db.read, other.tenant),
    ];
    await eraseUser(runtime(), who, 'u');
    expect(await countRows(runtime().db.read, other.tenant)).toEqual(theirs);
    expect(await countRows(runtime().db.read, who.tenant)).toEqual({
      episodes: 4,
      credits: 4,
      feedback: 4,
      recalls: 6,
      memories: 6,
      profiles: 1,
      auditEntries: 1,
    });
    expect(ours).toMatchObject({ episodes: 6, memories: 9 });
  });

  it('tells every process that the memories of the agents concerned changed, and of no other', async () => {
    const who = freshPrincipal();
    const { tenant } = who;
    const { db } = runtime();
    await insertMemories(db.read, ['m-1'], { tenant, at: runtime().clock(), userId: 'u', agentId: 'a' });
    await insertProfile(db.read, { tenant, at: runtime().clock(), userId: 'u', agentId: 'b' });
    await insertEpisodes(db.read, ['e-1'], { tenant, at: runtime().clock(), userId: 'u', agentId: 'c' });
    await insertMemories(db.read, ['m-2'], { tenant, at: runtime().clock(), userId: 'v', agentId: 'd' });
    await db.write((tx) => bumpMemories(tx, tenant, 'a'));
    await eraseUser(runtime(), who, 'u');
    expect(Object.fromEntries(await revisions(tenant, ['a', 'b', 'c', 'd']))).toEqual({
      a: { skills: 0, memories: 2 },
      b: { skills: 0, memories: 1 },
    });
  });

  it('takes away that memories of others rest on the user’s runs, and leaves the memories', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { tenant } = who;
    const at = rt.clock();
    await insertMemories(rt.db.read, ['shared'], { tenant, at });
    await insertMemories(rt.db.read, ['own'], { tenant, at, userId: 'u' });
    const known = [supportOf('shared', { ep_1: 'u', ep_2: 'v' }), supportOf('own', { ep_1: 'u' })];
    await rt.db.write((tx) => supportStore(tx, tenant).add(known, at));
    const before = { ...NOTHING, memories: 1, memory_evidence: 2 };
    expect(await previewErasure(rt, who, 'u')).toEqual(before);
    expect(await eraseUser(rt, who, 'u')).toEqual(before);
    const { memory, memoryEvidence } = clientOf(rt.db.read);
    const left = await memoryEvidence.findMany({ where: { tenant } });
    expect(left.map(({ memoryId, userId }) => [memoryId, userId])).toEqual([['shared', 'v']]);
    expect(await memory.count({ where: { tenant } })).toBe(1);
  });

  it('reaches the memories of any number of agents', async () => {
    const who = freshPrincipal();
    const { tenant } = who;
    for (const agentId of ids('agent', 620)) {
      await insertMemories(runtime().db.read, [agentId], {
        tenant,
        at: runtime().clock(),
        userId: 'u',
        agentId,
      });
    }
    expect((await eraseUser(runtime(), who, 'u')).memories).toBe(620);
    expect((await revisions(tenant, ['agent-x', 'agent_0', 'agent_619'])).size).toBe(2);
  });

  it('happens once where two administrators ask for it at the same time', async () => {
    const who = freshPrincipal();
    await fill('a', { tenant: who.tenant, userId: 'u' });
    const counts = await Promise.all([eraseUser(runtime(), who, 'u'), eraseUser(runtime(), who, 'u')]);
    expect(counts.map(({ memories, episodes }) => memories + episodes).toSorted()).toEqual([0, 5]);
  });

  it('leaves nothing behind of feedback that arrives meanwhile', async () => {
    const who = freshPrincipal();
    const { tenant } = who;
    const { db } = runtime();
    const at = runtime().clock();
    await insertEpisodes(db.read, ids('ep', 40), { tenant, at, userId: 'u' });
    const giveFeedback = (id: string) =>
      db.write(async (tx) => {
        const { episode, feedback } = clientOf(tx);
        const { count } = await episode.updateMany({ where: { tenant, id }, data: { reward: 0 } });
        if (count === 0) return;
        await feedback.create({
          data: {
            tenant,
            id: `late-${id}`,
            episodeId: id,
            score: 0,
            comment: 'private',
            source: 'user',
            actor: 'a',
            createdAt: at,
          },
        });
      });
    await Promise.all([...ids('ep', 40).map(giveFeedback), eraseUser(runtime(), who, 'u')]);
    expect(await countRows(db.read, tenant)).toMatchObject({ episodes: 0, feedback: 0, credits: 0 });
  });

  it('leaves nothing out and everything in place where it fails halfway', async () => {
    const who = freshPrincipal();
    await fill('a', { tenant: who.tenant, userId: 'u' });
    const before = await countRows(runtime().db.read, who.tenant);
    const failing = { ...runtime(), newId: () => expect.fail('no id for the audit entry') };
    await expect(eraseUser(failing, who, 'u')).rejects.toThrow('no id for the audit entry');
    expect(await countRows(runtime().db.read, who.tenant)).toEqual(before);
  });
});

type Exported = { type: string } & Record<string, unknown>;

/** All that an export hands out, page by page. */
async function exportAll(rt: TestRuntime, who: Principal, userId: string): Promise<Exported[]> {
  const rows: Exported[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { lines: string[]; nextCursor: string | null } = await exportUser(rt, who, {
      ...{ userId, cursor },
    });
    rows.push(...page.lines.map((line): Exported => JSON.parse(line)));
    cursor = page.nextCursor;
    if (cursor === null) return rows;
  }
}

describeOnOne('the export of a user', (runtime) => {
  it('says which memories of all users rest on runs of this one, and nothing of other users', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const { tenant } = who;
    const at = rt.clock();
    await insertMemories(rt.db.read, ['shared'], { tenant, at });
    await insertMemories(rt.db.read, ['shared'], { tenant: other.tenant, at });
    const runs = Object.fromEntries(ids('ep', 45).map((id) => [id, 'u']));
    await rt.db.write((tx) =>
      supportStore(tx, tenant).add([supportOf('shared', { ...runs, ep_of_v: 'v' })], at),
    );
    await rt.db.write((tx) =>
      supportStore(tx, other.tenant).add([supportOf('shared', { ep_else: 'u' })], at),
    );
    const rows = await exportAll(rt, who, 'u');
    expect(rows.map(({ source }) => source)).toEqual(Object.keys(runs).toSorted());
    expect(rows[0]).toMatchObject({
      ...{ type: 'memory_evidence', memoryId: 'shared', agentId: 'default', userId: 'u' },
      saidBy: ['user_message'],
    });
    expect(rows[0]?.content).toBeTypeOf('string');
  });

  it('hands out every row of the user, page by page, and of nobody else', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const of = { tenant: who.tenant, userId: 'u', at: rt.clock() };
    const tx = rt.db.read;
    await insertEpisodes(tx, ids('x-ep', 45), of);
    await insertRecalls(tx, ids('x-rc', 3), of);
    await insertMemories(tx, ['x-active'], { ...of, status: 'active' });
    await insertProfile(tx, of);
    await insertEpisodes(tx, ids('y-ep', 2), { ...of, userId: 'v' });
    await insertEpisodes(tx, ids('z-ep', 2), { ...of, tenant: other.tenant });
    const kinds = (await exportAll(rt, who, 'u')).map(({ type }) => type);
    const { feedback, people: _, ...counts } = await previewErasure(rt, who, 'u');
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect({
      ...{ memories: count('memory'), memory_evidence: count('memory_evidence'), episodes: count('episode') },
      ...{ profiles: count('profile'), recalls: count('recall') },
    }).toEqual(counts);
    expect(count('feedback')).toBe(feedback);
    expect(await listAudit(rt, who, 9)).toMatchObject([{ action: 'user.exported', resource: 'user:u' }]);
  });
});
