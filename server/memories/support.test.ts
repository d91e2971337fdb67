/** What a memory rests on is counted, grows with later runs, and decides where policy asks for several sessions. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../lab/model/model-runtime.ts';
import { eraseUser } from '../admin/erasure/index.ts';
import { listAudit } from '../audit/index.ts';
import type { MemorySupport } from '../domain/memories/support.ts';
import type { Principal } from '../domain/principal.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { jobContext, recordRun } from '../testing/jobs/reflect-job.ts';
import { decide, list, say } from '../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { checkMemories, decideSuggestions, listSuggestions, restoreMemory } from './cleanup/index.ts';
import { approveMemory, type LearnedStatement, learnMemory } from './index.ts';

const TOLD = 'The staging database runs on port 5433';
const REWORDED = 'On port 5433 runs the staging database';
const CORRECTED = 'The staging database now runs on port 6000';

type From = { session?: string; user?: string } & Partial<LearnedStatement>;

/** Learns a shared fact from a run of its own. */
async function learn(
  rt: TestRuntime,
  who: Principal,
  content: string,
  { session, user, ...more }: From = {},
) {
  const scope = { agent_id: 'default', ...(user === undefined ? {} : { user_id: user }) };
  const run = await recordRun(rt, who, { scope, ...(session === undefined ? {} : { session_id: session }) });
  const about = {
    agentId: 'default',
    userId: null,
    kind: 'fact' as const,
    content,
    saidBy: ['user_message'] as const,
  };
  const rests = { sources: [run], recalledMemoryIds: [] };
  return await learnMemory(rt, { tenant: who.tenant, ...about, ...rests, ...more }, rt.db.write);
}

const supportOf = async (rt: TestRuntime, who: Principal, content: string, status?: 'pending') =>
  (await list(rt, who, status === undefined ? {} : { status })).find((memory) => memory.content === content)
    ?.support;

const counts = (support: MemorySupport | null | undefined) =>
  support && [support.runs, support.sessions, support.users];

const agentOf = (who: Principal, name: string): Principal => ({
  ...{ ...who, actor: `key:${name}` },
  scopes: new Set(['learn']),
});

describeOnOne('what a memory rests on', (runtime) => {
  it('grows with each run that says the same, and counts none twice', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await learn(rt, who, TOLD, { session: 's-1', user: 'ada' });
    expect(await supportOf(rt, who, TOLD)).toMatchObject({
      ...{ runs: 1, sessions: 1, users: 1, complete: true },
      saidBy: { userMessage: 1, toolOutput: 0, model: 0 },
    });
    const again = { session: 's-2', user: 'bob', saidBy: ['tool_output', 'user_message'] as const };
    expect(await learn(rt, who, TOLD, again)).toMatchObject({ action: 'noop', status: 'active' });
    await learn(rt, who, TOLD, { session: 's-2', user: 'bob', saidBy: [] });
    expect(await supportOf(rt, who, TOLD)).toMatchObject({
      ...{ runs: 3, sessions: 2, users: 2 },
      saidBy: { userMessage: 2, toolOutput: 1, model: 1 },
    });
    const [memory] = await list(rt, who);
    await learn(rt, who, TOLD, { sources: memory?.sources ?? [] });
    expect(counts(await supportOf(rt, who, TOLD))).toEqual([3, 2, 2]);
  });

  it('tells agents from people who may approve, each once', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await say(rt, agentOf(who, 'one'), TOLD);
    await say(rt, agentOf(who, 'one'), TOLD);
    await say(rt, agentOf(who, 'two'), TOLD);
    await say(rt, who, TOLD);
    expect(await supportOf(rt, who, TOLD)).toMatchObject({ runs: 0, saidBy: { agent: 2, reviewer: 1 } });
  });

  it('forgets a user who is erased, and leaves what others said', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await learn(rt, who, TOLD, { session: 's-1', user: 'ada' });
    await learn(rt, who, TOLD, { session: 's-2', user: 'bob' });
    await eraseUser(rt, who, 'ada');
    expect(counts(await supportOf(rt, who, TOLD))).toEqual([1, 1, 1]);
    const kept = await clientOf(rt.db.read).memoryEvidence.findMany({ where: { tenant: who.tenant } });
    expect(kept.map(({ userId, sessionId }) => [userId, sessionId])).toEqual([['bob', 's-2']]);
  });

  it('is that of both where one repeats another, until that one is restored', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await learn(rt, who, TOLD, { session: 's-1' });
    const { id } = await say(rt, who, REWORDED);
    await approveMemory(rt, who, id);
    await checkMemories(rt, { tenant: who.tenant, agentId: 'default' }, jobContext(rt));
    const [suggestion] = (await listSuggestions(rt, who, { agentId: null, limit: 9 })).items;
    await decideSuggestions(rt, who, [{ id: String(suggestion?.id), action: 'merge' }]);
    expect((await list(rt, who)).map(({ support }) => support)).toMatchObject([
      { runs: 1, saidBy: { userMessage: 1, reviewer: 1 } },
    ]);
    await restoreMemory(rt, who, String(suggestion?.memory.id));
    expect(counts(await supportOf(rt, who, TOLD))).toEqual([1, 1, 0]);
    expect(await supportOf(rt, who, REWORDED)).toMatchObject({ runs: 0, saidBy: { reviewer: 1 } });
  });
});

describeWithModelOnOne('a memory in the place of another', (runtime, model) => {
  it('rests on both where it says what both said, and on its own where it corrects', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const merged = 'The staging database runs on port 5433, in the second rack';
    await learn(rt, who, TOLD, { session: 's-1' });
    decide(model(), 'update', merged);
    await learn(rt, who, 'The staging database on port 5433 is in the second rack', { session: 's-2' });
    expect(counts(await supportOf(rt, who, merged))).toEqual([2, 2, 0]);
    decide(model(), 'supersede');
    await learn(rt, who, CORRECTED, { session: 's-3' });
    expect(counts(await supportOf(rt, who, CORRECTED))).toEqual([1, 1, 0]);
    expect(await list(rt, who)).toHaveLength(1);
  });
});

describeOnOne(
  'where policy asks for three sessions, a memory',
  (runtime) => {
    it('waits until three have said it, in these words or the same in another order', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      expect(await learn(rt, who, TOLD, { session: 's-1' })).toMatchObject({ status: 'pending' });
      expect(await list(rt, who, { status: 'pending' })).toMatchObject([{ holdReasons: ['few_sessions'] }]);
      expect(await learn(rt, who, REWORDED, { session: 's-2' })).toMatchObject({ status: 'pending' });
      await learn(rt, who, TOLD, { session: 's-2' });
      expect(await list(rt, who)).toEqual([]);
      expect(await learn(rt, who, TOLD, { session: 's-3' })).toMatchObject({ status: 'active' });
      expect(counts(await supportOf(rt, who, TOLD))).toEqual([4, 3, 0]);
      expect(await list(rt, who, { status: 'pending' })).toEqual([]);
      const [entry] = await listAudit(rt, who, 1);
      expect(entry).toMatchObject({ action: 'memory.approved', actor: 'system:policy' });
    });

    it('waits for ever where one user says it in many sessions, or says more each time', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      for (const session of ['s-1', 's-2', 's-3', 's-4'])
        await learn(rt, who, TOLD, { session, user: 'eve' });
      await learn(rt, who, `${TOLD} behind the firewall`, { session: 's-5' });
      await learn(rt, who, `${TOLD} behind the firewall of Bonn`, { session: 's-6' });
      expect(await list(rt, who)).toEqual([]);
    });

    it('of an agent waits for others, and that of a person who may approve does not', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      expect(await say(rt, agentOf(who, 'one'), TOLD)).toMatchObject({ status: 'pending' });
      expect(await say(rt, agentOf(who, 'one'), TOLD)).toMatchObject({ status: 'pending' });
      expect(await say(rt, agentOf(who, 'two'), TOLD)).toMatchObject({ status: 'pending' });
      expect(await say(rt, agentOf(who, 'three'), TOLD)).toMatchObject({ status: 'active' });
      expect(await say(rt, who, 'The depot opens at six')).toMatchObject({ status: 'active' });
    });

    it('with a finding waits for a person, however many say it', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const findings = ['injection:untrusted_source'];
      for (const session of ['s-1', 's-2', 's-3', 's-4']) await learn(rt, who, TOLD, { session, findings });
      expect(await list(rt, who)).toEqual([]);
      expect(await supportOf(rt, who, TOLD, 'pending')).toMatchObject({ sessions: 4 });
    });
  },
  { SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE: '3' },
);
