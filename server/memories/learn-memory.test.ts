import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../lab/model/model-runtime.ts';
import { eraseUser } from '../admin/erasure/index.ts';
import { listAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { insertEpisodes } from '../testing/database/rows.ts';
import { decide, list as listAll, say, timesAsked, whileThinking } from '../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { type LearnedStatement, learnMemory } from './index.ts';

const TOLD = 'The staging database runs on port 5433';
const ECHO = 'Running on port 5433 is the staging database';
const CORRECTED = 'The staging database now runs on port 6000';

const list = (runtime: TestRuntime, who: Principal, more: object = {}) =>
  listAll(runtime, who, { includeHistory: true, ...more });

/** Ids of episodes of the tenant, of a user where one is named. */
async function episodes(rt: TestRuntime, { tenant }: Principal, count = 1, userId?: string) {
  const ids = Array.from({ length: count }, () => rt.newId('episode'));
  const rows = { tenant, at: rt.clock(), ...(userId === undefined ? {} : { userId }) };
  await rt.db.write((tx) => insertEpisodes(tx, ids, rows));
  return ids;
}

/** Learns from `sources`, or from one episode of its own. */
async function learn(rt: TestRuntime, who: Principal, content: string, more: Partial<LearnedStatement> = {}) {
  const sources = more.sources ?? (await episodes(rt, who));
  const learned: LearnedStatement = {
    ...{ tenant: who.tenant, agentId: 'default', userId: null, kind: 'fact', content },
    ...{ recalledMemoryIds: [], ...more, sources },
  };
  return await learnMemory(rt, learned, rt.db.write);
}

describeOnOne('a memory that was learned', (runtime) => {
  it('is active, names the episodes it rests on, and is audited as the reflection’s', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sources = await episodes(rt, who, 2);
    const learned = await learn(rt, who, TOLD, { sources, userId: 'u1' });
    expect(learned).toMatchObject({ action: 'add', status: 'active' });
    expect(await list(rt, who)).toMatchObject([
      { id: learned?.id, userId: 'u1', sources, confidence: 0.8, content: TOLD },
    ]);
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'memory.add',
      actor: 'system:reflection',
    });
  });

  it('is scanned and redacted like any other', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const secret = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');
    expect(await learn(rt, who, `The deploy key is ${secret}`)).toMatchObject({ status: 'pending' });
    expect(await list(rt, who, { status: 'pending' })).toMatchObject([
      { content: 'The deploy key is [REDACTED aws_access_key]', holdReasons: ['secret:aws_access_key'] },
    ]);
  });

  it('is held for what was found where it was learned', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const findings = ['injection:planted'];
    expect(await learn(rt, who, TOLD, { findings })).toMatchObject({ action: 'add', status: 'pending' });
    expect(await list(rt, who, { status: 'pending' })).toMatchObject([{ holdReasons: findings }]);
  });

  it('is none where it only repeats what every run was served', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { id } = await say(rt, who, TOLD);
    for (const content of [TOLD, ECHO]) {
      expect(await learn(rt, who, content, { recalledMemoryIds: [id] })).toEqual({
        ...{ id, action: 'noop', status: 'active' },
      });
    }
    expect(await list(rt, who)).toHaveLength(1);
    expect(await listAudit(rt, who, 10)).toHaveLength(1);
  });

  it('is no echo of a memory of another tenant', async () => {
    const rt = runtime();
    const { id } = await say(rt, freshPrincipal(), TOLD);
    expect(await learn(rt, freshPrincipal(), TOLD, { recalledMemoryIds: [id] })).toMatchObject({
      ...{ action: 'add', status: 'active' },
    });
  });

  it('is nothing where an episode it rests on is gone, or is another tenant’s', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const [kept = ''] = await episodes(rt, who);
    const [foreign = ''] = await episodes(rt, freshPrincipal());
    expect(await learn(rt, who, TOLD, { sources: [kept, 'ep_gone'] })).toBeNull();
    expect(await learn(rt, who, TOLD, { sources: [foreign] })).toBeNull();
    expect(await list(rt, who)).toEqual([]);
  });

  it('leaves nothing behind when its user is erased at the same time', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    for (let round = 0; round < 8; round += 1) {
      const user = `u${round}`;
      const sources = await episodes(rt, who, 2, user);
      const texts = ['Likes tea in the morning', 'Travels to Porto each summer', 'Works from a small boat'];
      const learnt = texts.map((text) => learn(rt, who, text, { sources, userId: user }));
      await Promise.all([...learnt, eraseUser(rt, who, user)]);
      expect(await list(rt, who, { userId: user })).toEqual([]);
    }
  });

  it('is not stored when the job has lost its lease', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const lost = new Error('lost');
    const learned: LearnedStatement = {
      ...{ tenant: who.tenant, agentId: 'default', userId: null, kind: 'fact' as const, content: TOLD },
      ...{ sources: await episodes(rt, who), recalledMemoryIds: [] },
    };
    const commit = <T>(work: (tx: Parameters<Parameters<typeof rt.db.write>[0]>[0]) => Promise<T>) =>
      rt.db.write<T>(async (tx) => {
        await work(tx);
        throw lost;
      });
    await expect(learnMemory(rt, learned, commit)).rejects.toBe(lost);
    expect(await list(rt, who)).toEqual([]);
  });
});

describeOnOne(
  'a memory that was learned where memories are not approved automatically',
  (runtime) => {
    it('is held', async () => {
      const who = freshPrincipal();
      expect(await learn(runtime(), who, TOLD)).toMatchObject({ action: 'add', status: 'pending' });
      expect(await list(runtime(), who, { status: 'pending' })).toMatchObject([
        { holdReasons: ['auto_approve_off'] },
      ]);
    });
  },
  { SERVICE_AUTO_APPROVE_MEMORIES: 'false' },
);

describeWithModelOnOne('a memory that was learned, beside one like it', (runtime, model) => {
  it('corrects what its run was served, and tells the model that it was served', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    decide(model(), 'supersede');
    const { id } = await say(rt, who, TOLD);
    const learned = await learn(rt, who, CORRECTED, { recalledMemoryIds: [id] });
    expect(learned).toMatchObject({ action: 'supersede', status: 'active' });
    expect(model().calls.at(-1)?.user).toContain(`had been shown ${id}`);
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      ...{ action: 'memory.supersede', actor: 'system:reflection' },
    });
  });

  it('does not bring back what was corrected since its run was served it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    decide(model(), 'supersede');
    const { id } = await say(rt, who, TOLD);
    await say(rt, who, CORRECTED);
    const before = model().calls.length;
    expect(await learn(rt, who, ECHO, { recalledMemoryIds: [id] })).toEqual({
      ...{ id, action: 'noop', status: 'superseded' },
    });
    expect(model().calls).toHaveLength(before);
    expect(await list(rt, who, { includeHistory: false })).toMatchObject([{ content: CORRECTED }]);
  });

  it('rests on the episodes of both when it is merged', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const [first, second] = [await episodes(rt, who), await episodes(rt, who)];
    await learn(rt, who, TOLD, { sources: first });
    decide(model(), 'update');
    expect(await learn(rt, who, CORRECTED, { sources: second })).toMatchObject({ action: 'update' });
    expect(await list(rt, who, { includeHistory: false })).toMatchObject([
      { content: CORRECTED, sources: [...first, ...second] },
    ]);
  });

  it('is nothing when its episodes are erased while the model thinks', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sources = await episodes(rt, who, 1, 'u1');
    await say(rt, who, TOLD, { scope: { user_id: 'u1' } });
    const before = timesAsked(model());
    model().latency(1000);
    const learned = learn(rt, who, CORRECTED, { sources, userId: 'u1' });
    await whileThinking(model(), before, () => eraseUser(rt, who, 'u1'));
    expect(await learned).toBeNull();
    expect(await list(rt, who)).toEqual([]);
  });

  it('ends with its job', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await say(rt, who, TOLD);
    const ended = new Error('ended');
    await expect(learn(rt, who, CORRECTED, { signal: AbortSignal.abort(ended) })).rejects.toBe(ended);
    expect(await list(rt, who, { status: 'pending' })).toEqual([]);
  });
});
