/** The sample world: what is in it, that it comes and goes whole, and that nobody's own data is touched. */
import { expect, it } from 'vitest';
import { readInsights } from '../admin/insights/index.ts';
import { createKey } from '../admin/keys/index.ts';
import { MemoryIn } from '../domain/memories/memory.ts';
import { type Principal, SAMPLE_TENANT } from '../domain/principal.ts';
import { RecallRequest } from '../domain/runs/recall/recall.ts';
import { addMemory } from '../memories/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { TENANT_MODELS } from '../platform/db/tenant-client.ts';
import { recall } from '../runs/recall/index.ts';
import { reviewChangeset } from '../skills/changesets/index.ts';
import { authorSkill } from '../skills/index.ts';
import { skillIn } from '../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { isSampleLoaded, isSampleWorld, loadSampleWorld, removeSampleWorld } from './index.ts';
import { markerStore } from './marker-store.ts';

/** The machine may have much else to do. */
const LOAD_MS = 60_000;

function freshOperator(): Principal {
  const principal = freshPrincipal();
  return { ...principal, operator: { home: principal.tenant } };
}

const visitor = (operator: Principal): Principal => ({ ...operator, tenant: SAMPLE_TENANT });

/** How many rows a tenant has of each kind; those without any are left out. */
async function countRows({ db }: TestRuntime, tenant: string): Promise<Record<string, number>> {
  const client = clientOf(db.read);
  const counts: Record<string, number> = {};
  for (const model of TENANT_MODELS) {
    const rows = await (client[model] as typeof client.skill).count({ where: { tenant } });
    if (rows > 0) counts[model] = rows;
  }
  return counts;
}

const auditOf = async ({ db }: TestRuntime, tenant: string) =>
  (
    await clientOf(db.read).auditEntry.findMany({
      where: { tenant, action: { startsWith: 'sample.' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ actor, action, resource }) => [actor, action, resource]);

describeOnOne('the sample world', (runtime) => {
  const operator = freshOperator();
  const where = { tenant: SAMPLE_TENANT };

  it(
    'is loaded once, however often it is asked for',
    async () => {
      await Promise.all([loadSampleWorld(runtime(), operator), loadSampleWorld(runtime(), freshOperator())]);
      const rows = await countRows(runtime(), SAMPLE_TENANT);
      expect(rows).toMatchObject({ episode: 36, recall: 36, skill: 3 });
      await loadSampleWorld(runtime(), operator);
      expect(await countRows(runtime(), SAMPLE_TENANT)).toEqual(rows);
      expect(await auditOf(runtime(), operator.tenant)).toEqual([
        [operator.actor, 'sample.loaded', 'tenant:sample'],
      ]);
    },
    LOAD_MS,
  );

  it('has one pending change of each kind, a held memory and a running canary', async () => {
    const client = clientOf(runtime().db.read);
    const pending = await client.changeset.findMany({ where: { ...where, status: 'pending' } });
    const kinds = pending.map(({ source, risk, safetyFindings }) => `${source} ${risk} ${safetyFindings}`);
    expect(kinds.toSorted()).toEqual([
      'api low ["secret:aws_access_key"]',
      'reflection low ["injection:override_instructions"]',
      'reflection low []',
      'reflection medium []',
    ]);
    const changed = await client.skill.findFirstOrThrow({ where: { ...where, name: 'refund-orders' } });
    expect(changed.uses).toBeGreaterThanOrEqual(runtime().config.canary.minSamples);
    expect(await client.memory.count({ where: { ...where, status: 'pending' } })).toBe(1);
    const experiments = await client.experiment.findMany({ where });
    expect(experiments.map(({ status }) => status)).toEqual(['running']);
  });

  it('gives every page something to show, and a lift that may be read', async () => {
    const client = clientOf(runtime().db.read);
    const { learningLift } = await readInsights(runtime(), visitor(operator), 'support');
    expect(learningLift).toMatchObject({ enough: true });
    expect(learningLift.lift).toBeGreaterThan(0.1);
    expect(await client.liftWeek.count({ where })).toBeGreaterThan(1);
    expect(await client.feedback.count({ where })).toBeGreaterThan(3);
    expect(await client.bullet.count({ where: { ...where, helpful: { gt: 0 } } })).toBeGreaterThan(1);
    expect(await client.memoryEvidence.count({ where: { ...where, saidBy: '[]' } })).toBe(0);
  });

  it('calls for no work of a learning model, and ends before now', async () => {
    const client = clientOf(runtime().db.read);
    expect(await client.job.count({ where })).toBe(0);
    expect(await client.usageDay.count({ where })).toBe(0);
    expect(await client.episode.count({ where: { ...where, reflected: false } })).toBe(0);
    const now = runtime().clock();
    expect(await client.episode.count({ where: { ...where, createdAt: { gt: now } } })).toBe(0);
    expect(await client.auditEntry.count({ where: { ...where, at: { gt: now } } })).toBe(0);
  });

  it(
    'is removed with all that was done in it, and with nothing of others; the next one is served fresh',
    async () => {
      const rt = runtime();
      const inside = visitor(operator);
      const home = await authorSkill(rt, operator, skillIn());
      const pending = await clientOf(rt.db.read).changeset.findFirstOrThrow({
        where: { ...where, status: 'pending', risk: 'medium' },
      });
      await reviewChangeset(rt, inside, { id: pending.id, approve: true, comment: null });
      await createKey(rt, inside, { name: 'try', scopes: ['learn'] });
      const task = RecallRequest.parse({
        query: 'Refund order 1001',
        agent_id: 'support',
        session_id: 's-1',
      });
      const first = await recall(rt, inside, task);
      expect(first.skills.map(({ name }) => name)).toContain('refund-orders');
      const before = await countRows(rt, operator.tenant);
      await removeSampleWorld(rt, operator);
      expect(Object.keys(await countRows(rt, SAMPLE_TENANT))).toEqual(['knowledgeRevision']);
      expect(await isSampleLoaded(rt)).toBe(false);
      expect(await countRows(rt, operator.tenant)).toEqual({
        ...before,
        auditEntry: (before['auditEntry'] ?? 0) + 1,
      });
      expect(home.status).toBe('applied');
      await removeSampleWorld(rt, operator);
      expect((await auditOf(rt, operator.tenant)).map(([, action]) => action)).toEqual([
        'sample.loaded',
        'sample.removed',
      ]);
      expect(await isSampleWorld(rt, SAMPLE_TENANT)).toBe(true);
      // Who was in it when it was removed had not written everything yet.
      const late = await recall(rt, inside, task);
      await addMemory(rt, inside, MemoryIn.parse({ content: 'The depot closes at noon' }));
      rt.advance(24 * 3_600_000);
      expect(await isSampleWorld(rt, SAMPLE_TENANT)).toBe(false);
      await loadSampleWorld(rt, operator);
      expect(await clientOf(rt.db.read).recall.count({ where: { ...where, id: late.recall_id } })).toBe(0);
      expect(
        await clientOf(rt.db.read).memory.count({ where: { ...where, content: 'The depot closes at noon' } }),
      ).toBe(0);
      const second = await recall(rt, inside, task);
      const stored = await clientOf(rt.db.read).skill.findMany({ where, select: { id: true } });
      expect(second.skills.length).toBeGreaterThan(0);
      expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(second.skills.map(({ id }) => id)));
      await removeSampleWorld(rt, operator);
    },
    LOAD_MS,
  );

  it('leaves nothing where loading fails, and takes over from a process that died', async () => {
    const rt = runtime();
    const now = rt.clock().getTime();
    const died = { state: 'loading', claim: 'another', until: now + 1000 } as const;
    await rt.db.write(async (tx) => await markerStore(tx).replace(await markerStore(tx).read(), died));
    const broken = MemoryIn.parse({ content: 'Half a world' });
    await addMemory(rt, visitor(operator), broken);
    await expect(loadSampleWorld(rt, operator)).rejects.toMatchObject({
      detail: 'the sample world is being loaded: try again in a minute',
    });
    await expect(removeSampleWorld(rt, operator)).rejects.toMatchObject({ kind: 'conflict' });
    rt.advance(2000);
    let writes = 0;
    const failing: TestRuntime = {
      ...rt,
      db: {
        ...rt.db,
        write: async (work) => {
          writes += 1;
          if (writes === 20) throw new Error('the disk is full');
          return await rt.db.write(work);
        },
      },
    };
    await expect(loadSampleWorld(failing, operator)).rejects.toThrow('the disk is full');
    expect(Object.keys(await countRows(rt, SAMPLE_TENANT))).toEqual(['knowledgeRevision']);
    expect(await isSampleWorld(rt, SAMPLE_TENANT)).toBe(false);
  });

  it('does not touch a tenant of that name with data of its own', async () => {
    const rt = runtime();
    const owner = { ...freshPrincipal(), tenant: SAMPLE_TENANT };
    await authorSkill(rt, owner, skillIn());
    const rows = await countRows(rt, SAMPLE_TENANT);
    await expect(loadSampleWorld(rt, operator)).rejects.toMatchObject({
      kind: 'conflict',
      detail: 'the tenant sample has data of its own here, so the sample world cannot be loaded into it',
    });
    await removeSampleWorld(rt, operator);
    expect(await countRows(rt, SAMPLE_TENANT)).toEqual(rows);
    expect(await isSampleWorld(rt, SAMPLE_TENANT)).toBe(false);
    const removed = { state: 'removed', until: rt.clock().getTime() } as const;
    await rt.db.write((tx) => markerStore(tx).replace(null, removed));
    await expect(loadSampleWorld(rt, operator)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await countRows(rt, SAMPLE_TENANT)).toEqual(rows);
  });

  it('is for the operator alone, and not for one who is signed in to its tenant', async () => {
    const admin = freshPrincipal();
    for (const act of [loadSampleWorld, removeSampleWorld]) {
      await expect(act(runtime(), admin)).rejects.toMatchObject({ kind: 'forbidden' });
      const own = { ...admin, tenant: SAMPLE_TENANT };
      await expect(act(runtime(), own)).rejects.toMatchObject({ kind: 'forbidden' });
      const inside = { ...own, operator: { home: SAMPLE_TENANT } };
      await expect(act(runtime(), inside)).rejects.toMatchObject({ kind: 'conflict' });
    }
  });
});
