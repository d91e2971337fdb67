import { expect, it } from 'vitest';
import { rankSkills } from '../domain/knowledge/rank-skills.ts';
import { putMemories, putSkill } from '../testing/database/knowledge-rows.ts';
import { watchStatements } from '../testing/database/test-database.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { createKnowledge, type Knowledge, revisionStore } from './index.ts';

const PLENTY = 100_000_000;

const revisionOf = async ({ db }: TestRuntime, tenant: string, agentId = 'default') =>
  (await revisionStore(db.read, tenant).read([agentId])).get(agentId) ?? { skills: 0, memories: 0 };

async function skillsOf(rt: TestRuntime, knowledge: Knowledge, tenant: string): Promise<string[]> {
  const { skills } = await revisionOf(rt, tenant);
  const snapshot = await knowledge.skills(tenant, 'default', skills);
  return [...snapshot.skills.values()].map(({ id, version }) => `${id} ${version}`).sort();
}

async function memoriesOf(
  rt: TestRuntime,
  knowledge: Knowledge,
  tenant: string,
  userId: string | null = null,
) {
  const { memories } = await revisionOf(rt, tenant);
  const snapshot = await knowledge.memories(tenant, { agentId: 'default', userId }, memories);
  return snapshot.newest(5000).map(({ content }) => content);
}

describeOnOne('knowledge kept in memory', (runtime) => {
  it('is not read again while its revision stands, and then only what changed', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const { runtime: watched, count } = watchStatements(rt);
    const knowledge = createKnowledge(watched.db.read, PLENTY);
    for (const id of ['sk_1', 'sk_2']) await putSkill(rt, tenant, { id, name: id.replace('_', '-') });
    await putMemories(rt, tenant, { texts: ['one', 'two'] });
    const first = await knowledge.skills(tenant, 'default', 2);
    await memoriesOf(rt, knowledge, tenant);
    const before = count();
    await knowledge.skills(tenant, 'default', 2);
    await memoriesOf(rt, knowledge, tenant);
    expect(count()).toBe(before);
    await putSkill(rt, tenant, { id: 'sk_2', name: 'sk-2', version: 2 });
    const second = await knowledge.skills(tenant, 'default', 3);
    expect(second.skills.get('sk_1')).toBe(first.skills.get('sk_1'));
    expect(second.skills.get('sk_2')?.version).toBe(2);
    await memoriesOf(rt, knowledge, tenant);
    expect(count()).toBe(before + 2);
  });

  it('reads of a large library only the skills that came, changed or went, and says what all of it would', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const name = (n: number) => ({ id: `sk_${n}`, name: `skill-${n}` });
    const rules = (n: number) => ({ [`bl_${n}`]: `Ask the ledger ${n % 3}` });
    for (let n = 0; n < 40; n += 1) await putSkill(rt, tenant, { ...name(n), rules: rules(n) });
    const { runtime: watched, rows } = watchStatements(rt);
    const knowledge = createKnowledge(watched.db.read, PLENTY);
    await skillsOf(rt, knowledge, tenant);
    const changes = [
      { ...name(7), version: 2, description: 'refund the voucher', rules: rules(7) },
      { ...name(40), description: 'a voucher that is new' },
      { ...name(3), status: 'deprecated' },
      { ...name(3), status: 'active', version: 2, description: 'the ledger of vouchers' },
      { ...name(39), status: 'archived' },
    ];
    for (const change of changes) {
      await putSkill(rt, tenant, change);
      const before = rows();
      const { skills: revision } = await revisionOf(rt, tenant);
      const kept = await knowledge.skills(tenant, 'default', revision);
      expect(rows() - before).toBeLessThanOrEqual(3);
      const whole = await createKnowledge(rt.db.read, PLENTY).skills(tenant, 'default', revision);
      expect(new Map([...kept.skills].sort())).toEqual(new Map([...whole.skills].sort()));
      for (const query of ['refund a voucher', 'ask the ledger', 'skill 7']) {
        expect(rankSkills([kept.index], query)).toEqual(rankSkills([whole.index], query));
      }
    }
  });

  it('loses no change that commits between the revision’s reading and the content’s', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const knowledge = createKnowledge(watchStatements(rt, () => gate).runtime.db.read, PLENTY);
    await putSkill(rt, tenant, { id: 'sk_1', name: 'one' });
    const early = knowledge.skills(tenant, 'default', 1);
    await putSkill(rt, tenant, { id: 'sk_1', name: 'one', version: 2 });
    const late = knowledge.skills(tenant, 'default', 2);
    open();
    expect((await early).revision).toBe(1);
    expect((await late).revision).toBe(2);
    expect((await late).skills.get('sk_1')?.version).toBe(2);
    expect(await skillsOf(rt, knowledge, tenant)).toEqual(['sk_1 2']);
  });

  it('is read once for all who ask for it at the same time', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await putMemories(rt, tenant, { texts: ['one', 'two', 'three'] });
    await putSkill(rt, tenant, { id: 'sk_1', name: 'one' });
    const { runtime: watched, count } = watchStatements(rt);
    const knowledge = createKnowledge(watched.db.read, PLENTY);
    const partition = { agentId: 'default', userId: null };
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        Promise.all([knowledge.memories(tenant, partition, 1), knowledge.skills(tenant, 'default', 1)]),
      ),
    );
    expect(new Set(all.map(([memories]) => memories.size))).toEqual(new Set([3]));
    expect(count()).toBe(3);
  });

  it('says the same when most of it has been evicted', async () => {
    const rt = runtime();
    const tenants = Array.from({ length: 6 }, () => freshPrincipal().tenant);
    const small = createKnowledge(rt.db.read, 20_000, { metrics: rt.metrics });
    const large = createKnowledge(rt.db.read, PLENTY);
    for (let round = 0; round < 4; round += 1) {
      for (const tenant of tenants) {
        await putSkill(rt, tenant, { id: `sk_${round % 2}`, name: `skill-${round % 2}`, version: round + 1 });
        await putMemories(rt, tenant, { texts: [`round ${round} ${'long '.repeat(200)}`], userId: 'u' });
      }
      for (const tenant of [...tenants, ...tenants]) {
        expect(await skillsOf(rt, small, tenant)).toEqual(await skillsOf(rt, large, tenant));
        const kept = await memoriesOf(rt, small, tenant, 'u');
        expect(kept).toHaveLength(round + 1);
        expect(kept).toEqual(await memoriesOf(rt, large, tenant, 'u'));
      }
    }
    expect((await rt.metrics.knowledgeEvictions.get()).values[0]?.value).toBeGreaterThan(0);
  });

  it('holds the newest memories that are considered, and no more', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const knowledge = createKnowledge(rt.db.read, PLENTY);
    await putMemories(rt, tenant, { texts: Array.from({ length: 2003 }, (_, at) => `memory ${at}`) });
    const first = await memoriesOf(rt, knowledge, tenant);
    expect([first.length, first[0], first.at(-1)]).toEqual([2000, 'memory 2002', 'memory 3']);
    rt.advance(10_000);
    await putMemories(rt, tenant, { texts: ['newer', 'newest'] });
    const second = await memoriesOf(rt, knowledge, tenant);
    expect([second.length, second[0], second.at(-1)]).toEqual([2000, 'newest', 'memory 5']);
  });

  it('is spared what another user’s change did, if this process made it, and only then', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const { runtime: watched, count } = watchStatements(rt);
    const knowledge = createKnowledge(watched.db.read, PLENTY);
    const agentId = 'default';
    await putMemories(rt, tenant, { texts: ['one'], userId: 'ada' });
    expect(await memoriesOf(rt, knowledge, tenant, 'ada')).toEqual(['one']);
    const before = count();
    await putMemories(rt, tenant, { texts: ['two'], userId: 'bob' });
    knowledge.memoriesChanged({ tenant, agentId, revision: 2, affected: { agentId, userId: 'bob' } });
    expect(await memoriesOf(rt, knowledge, tenant, 'ada')).toEqual(['one']);
    expect(count()).toBe(before);
    await putMemories(rt, tenant, { texts: ['three'], userId: 'ada' });
    await putMemories(rt, tenant, { texts: ['four'], userId: 'bob' });
    knowledge.memoriesChanged({ tenant, agentId, revision: 4, affected: { agentId, userId: 'bob' } });
    expect(await memoriesOf(rt, knowledge, tenant, 'ada')).toEqual(['three', 'one']);
  });
});
