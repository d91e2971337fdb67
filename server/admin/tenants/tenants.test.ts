/** Tenants for the operator: what is listed, what a quota refuses, that an export tells all, and that deleted is deleted. */
import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { NO_QUOTA, type Quota } from '../../domain/admin/tenant.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import { type Principal, SAMPLE_TENANT } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest } from '../../domain/runs/recall/recall.ts';
import type { JobContext } from '../../jobs/index.ts';
import { knowledgeOf } from '../../knowledge/index.ts';
import { addMemories, addMemory } from '../../memories/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { TENANT_MODELS } from '../../platform/db/tenant-client.ts';
import { isServiceError } from '../../platform/errors.ts';
import { isBeingDeleted } from '../../platform/tenants/rules.ts';
import { recordBatch, recordEpisode } from '../../runs/episodes/index.ts';
import { recall } from '../../runs/recall/index.ts';
import { loadSampleWorld } from '../../sample/index.ts';
import { reviewChangeset } from '../../skills/changesets/index.ts';
import { authorSkill } from '../../skills/index.ts';
import { SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { createKey, findKey } from '../keys/index.ts';
import {
  deleteTenant,
  eraseTenantRows,
  exportTenant,
  forgetDeletedTenants,
  listTenants,
  setQuota,
} from './index.ts';

const OPERATOR = { home: 'home', actor: 'bootstrap-admin' };
const LOAD_MS = 300_000;

const limit = (rt: TestRuntime, { tenant }: Principal, quota: Partial<Quota>) =>
  setQuota(rt, { tenant, actor: OPERATOR.actor }, { ...NO_QUOTA, ...quota });

const run = (rt: TestRuntime, who: Principal, more: object = {}) =>
  recordEpisode(rt, who, episodeInSchema.parse({ task: 'Refund order 1', outcome: 'success', ...more }));

const say = (rt: TestRuntime, who: Principal, content: string) =>
  addMemory(rt, who, MemoryIn.parse({ content }));

const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return isServiceError(error) ? { ...error, detail: error.detail } : error;
};

async function rowsOf({ db }: TestRuntime, tenant: string): Promise<Record<string, number>> {
  const client = clientOf(db.read);
  const counts: Record<string, number> = {};
  for (const model of TENANT_MODELS) {
    const rows = await (client[model] as typeof client.skill).count({ where: { tenant } });
    if (rows > 0) counts[model] = rows;
  }
  return counts;
}

const contextOf = (rt: TestRuntime, before: () => void = () => undefined): JobContext => ({
  signal: new AbortController().signal,
  async commit(work) {
    before();
    return await rt.db.write(work);
  },
});

async function textOf(lines: AsyncIterable<string>): Promise<Record<string, unknown>[]> {
  let text = '';
  for await (const piece of lines) text += piece;
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describeOnBoth('tenants for the operator', (runtime) => {
  it('are listed by name, page by page, with counts and tokens', async () => {
    const rt = runtime();
    const [first, second] = [freshPrincipal(), freshPrincipal()];
    await run(rt, first, { agent_id: 'a' });
    await run(rt, first, { agent_id: 'b' });
    await say(rt, first, 'The depot closes at noon');
    await authorSkill(rt, first, skillIn());
    await createKey(rt, first, { name: 'agent', scopes: ['learn'] });
    const usage = { tenant: first.tenant, day: '2026-03-01', purpose: 'ask', calls: 1 };
    await clientOf(rt.db.read).usageDay.create({ data: { ...usage, inputTokens: 40, outputTokens: 2 } });
    await say(rt, second, 'The depot closes at one');
    const page = await listTenants(rt, { cursor: null, limit: 200 });
    const found = page.items.filter(({ tenant }) => [first.tenant, second.tenant].includes(tenant));
    expect(found.map(({ tenant }) => tenant)).toEqual([first.tenant, second.tenant].toSorted());
    const view = found.find(({ tenant }) => tenant === first.tenant);
    expect(view).toMatchObject({
      ...{ agents: 2, episodes: 2, episodesToday: 2, memories: 1, skills: 1, apiKeys: 1, tokensToday: 42 },
      ...{ quota: NO_QUOTA, deleting: false },
    });
    const one = await listTenants(rt, { cursor: null, limit: 1 });
    const next = await listTenants(rt, { cursor: one.nextCursor, limit: 200 });
    expect([...one.items, ...next.items].map(({ tenant }) => tenant)).toEqual(
      page.items.map(({ tenant }) => tenant),
    );
    rt.advance(24 * 3_600_000);
    const tomorrow = (await listTenants(rt, { cursor: null, limit: 200 })).items;
    expect(tomorrow.find(({ tenant }) => tenant === first.tenant)).toMatchObject({
      episodes: 2,
      episodesToday: 0,
    });
  });

  it('may record so many episodes a day, of requests at once too, until the day is over', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await run(rt, who);
    await limit(rt, who, { episodesPerDay: 4 });
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => run(rt, who).catch(() => null)));
    expect(results.filter((result) => result !== null)).toHaveLength(3);
    const over = await refusal(run(rt, who));
    const left = 86_400 - ((rt.clock().getTime() / 1000) % 86_400);
    expect(over).toMatchObject({ kind: 'over_quota', retryAfterSeconds: left });
    expect((over as { detail: string }).detail).toMatch(
      /^over the tenant's quota of episodes per day: the limit is 4, it resets at 2026-03-0\dT00:00:00.000Z$/,
    );
    const batch = [1, 2].map(() => episodeInSchema.parse({ task: 'x' }));
    expect(await refusal(recordBatch(rt, who, batch))).toMatchObject({ kind: 'over_quota' });
    expect(await clientOf(rt.db.read).episode.count({ where: { tenant: who.tenant } })).toBe(4);
    expect((await recall(rt, who, RecallRequest.parse({ query: 'Refund' }))).recall_id).toBeTruthy();
    rt.advance(left * 1000);
    expect((await recordBatch(rt, who, batch)).accepted).toBe(2);
    await limit(rt, who, {});
    await Promise.all([1, 2, 3].map(() => run(rt, who)));
  });

  it('counts what other processes recorded', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await limit(rt, who, { episodesPerDay: 2 });
    await run(rt, who);
    await clientOf(rt.db.read).agentTotals.updateMany({
      where: { tenant: who.tenant },
      data: { dayEpisodes: 2 },
    });
    rt.advance(6000);
    expect(await refusal(run(rt, who))).toMatchObject({ kind: 'over_quota' });
  });

  it('may have so many memories, and skills, which what is pending waits for', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await limit(rt, who, { memories: 1, skills: 1 });
    await say(rt, who, 'The depot closes at noon');
    expect(await refusal(say(rt, who, 'Refunds take five days'))).toMatchObject({
      kind: 'over_quota',
      detail: "over the tenant's quota of memories: the limit is 1",
      retryAfterSeconds: undefined,
    });
    const [batch] = await addMemories(rt, who, [MemoryIn.parse({ content: 'Invoices are due in May' })]);
    expect(batch).toMatchObject({ kind: 'over_quota' });
    await authorSkill(rt, who, skillIn());
    const another = skillIn({ name: 'another-skill' });
    expect(await refusal(authorSkill(rt, who, another))).toMatchObject({
      detail: "over the tenant's quota of skills: the limit is 1",
    });
    const held = skillIn({ name: 'held-skill', rules: [SECRET_RULE] });
    await limit(rt, who, {});
    const { changeset_id: id } = await authorSkill(rt, who, held);
    await limit(rt, who, { skills: 1 });
    await say(rt, who, 'Read the rules anew');
    const review = { id: id ?? '', approve: true, comment: null };
    expect(await refusal(reviewChangeset(rt, who, review))).toMatchObject({ kind: 'over_quota' });
    await limit(rt, who, { skills: 2 });
    await say(rt, who, 'Read the rules once more');
    expect(await reviewChangeset(rt, who, review)).toMatchObject({ status: 'applied' });
  });

  it(
    'are exported whole and without secrets, and deleted whole, also after a crash in the middle',
    async () => {
      const rt = runtime();
      const operator = { ...freshPrincipal(), operator: { home: 'home' } };
      await loadSampleWorld(rt, operator);
      const who = { ...freshPrincipal(), tenant: SAMPLE_TENANT };
      const other = freshPrincipal();
      await say(rt, other, 'Stays');
      const { key } = await createKey(rt, who, { name: 'agent', scopes: ['learn'] });
      expect(await findKey(rt, key)).toMatchObject({ tenant: who.tenant });
      await limit(rt, who, { memories: 1000 });
      await recall(rt, who, RecallRequest.parse({ query: 'Refund an order', agent_id: 'support' }));
      const sealed = { secret: 'sealed-secret', url: 'https://hooks.example/T0/secret-path' };
      const webhook = { id: 'wh_1', form: 'standard', events: '[]', status: 'on', createdBy: 'x' };
      await clientOf(rt.db.read).webhook.create({
        data: { tenant: who.tenant, ...webhook, ...sealed, createdAt: rt.clock() },
      });
      const before = await rowsOf(rt, who.tenant);

      const lines = await textOf(await exportTenant(rt, { tenant: who.tenant, actor: OPERATOR.actor }));
      expect(lines[0]).toMatchObject({ type: 'export', tenant: who.tenant, format: 1 });
      const counted: Record<string, number> = { ...before, auditEntry: (before['auditEntry'] ?? 0) + 1 };
      const { knowledgeRevision: _, job: _jobs, ...exported } = counted;
      expect(lines.at(-1)).toEqual({ type: 'end', rows: exported });
      const text = JSON.stringify(lines);
      const { hash } = await clientOf(rt.db.read).apiKey.findFirstOrThrow({ where: { tenant: who.tenant } });
      for (const secret of [hash, key, sealed.secret, 'secret-path']) expect(text).not.toContain(secret);
      const episode = lines.find(({ type }) => type === 'episode');
      expect(episode).toMatchObject({ messages: expect.any(Array), agentId: expect.any(String) });

      forgetDeletedTenants(rt);
      expect(await isBeingDeleted(rt, who.tenant)).toBe(false);
      await deleteTenant(rt, who.tenant, OPERATOR);
      const [audited] = await listAudit(rt, { ...freshPrincipal(), tenant: OPERATOR.home }, 1);
      expect(audited).toMatchObject({
        ...{ action: 'tenant.deleted', resource: `tenant:${who.tenant}`, actor: OPERATOR.actor },
      });
      expect(await findKey(rt, key)).toBeNull();
      expect(await isBeingDeleted(rt, who.tenant)).toBe(true);
      expect(knowledgeOf(rt).skillsInMemory(who.tenant, 'support')).toBeUndefined();
      const shown = (await listTenants(rt, { cursor: null, limit: 200 })).items;
      expect(shown.filter(({ deleting }) => deleting).map(({ tenant }) => tenant)).toEqual([who.tenant]);

      let commits = 0;
      const dying = contextOf(rt, () => {
        commits += 1;
        if (commits === 9) throw new Error('the process was killed');
      });
      await expect(eraseTenantRows(rt, who, dying)).rejects.toThrow('killed');
      // It was swept once; what a request that was under way has stored since goes with the next sweep.
      await expect(eraseTenantRows(rt, who, contextOf(rt))).rejects.toMatchObject({ name: 'Defer' });
      await say(rt, who, 'Late');
      rt.advance(61_000);
      await eraseTenantRows(rt, who, contextOf(rt));
      expect(Object.keys(await rowsOf(rt, who.tenant)).toSorted()).toEqual([
        ...['job', 'knowledgeRevision', 'tenantDeletion'],
      ]);
      const record = await clientOf(rt.db.read).tenantDeletion.findFirstOrThrow({
        where: { tenant: who.tenant },
      });
      expect(record).toMatchObject({ requestedBy: OPERATOR.actor, finishedAt: rt.clock() });
      const names = (await listTenants(rt, { cursor: null, limit: 200 })).items.map(({ tenant }) => tenant);
      expect(names).not.toContain(who.tenant);
      expect(names).toContain(other.tenant);
      expect((await rowsOf(rt, other.tenant))['memory']).toBe(1);
      rt.advance(6000);
      await isBeingDeleted(rt, who.tenant);
      expect(await isBeingDeleted(rt, who.tenant)).toBe(false);
    },
    LOAD_MS,
  );

  it('cannot be deleted where there is nothing, nor by who is signed in to it', async () => {
    const rt = runtime();
    expect(await refusal(deleteTenant(rt, 'nobody', OPERATOR))).toMatchObject({ kind: 'not_found' });
    expect(await refusal(deleteTenant(rt, 'home', OPERATOR))).toMatchObject({ kind: 'conflict' });
    expect(await refusal(exportTenant(rt, { actor: OPERATOR.actor, tenant: 'nobody' }))).toMatchObject({
      kind: 'not_found',
    });
  });
});
