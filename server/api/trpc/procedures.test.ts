/** Procedures of the dashboard: whose data they show, and that their lists have pages. */
import { expect, it } from 'vitest';
import { createKey } from '../../admin/keys/index.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { addMemory } from '../../memories/index.ts';
import { cursorOf } from '../../platform/paging.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { authorSkill } from '../../skills/index.ts';
import { insertAudit, insertEpisodes, insertJobs } from '../../testing/database/rows.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { callerFactory } from './fields.ts';
import { dashboardRouter } from './router.ts';

const caller = callerFactory(dashboardRouter);
type Caller = ReturnType<typeof caller>;

const SINCE = '2026-03-01T00:00:00.000Z';
const GONE = { id: 'x_unknown' };

const READS: Record<string, (as: Caller) => Promise<unknown>> = {
  badges: (as) => as.overview.badges(),
  firstRun: (as) => as.overview.firstRun(),
  agents: (as) => as.agents.list(),
  queue: (as) => as.changesets.queue({}),
  counts: (as) => as.changesets.counts({ since: SINCE }),
  check: (as) => as.changesets.check({ agentId: 'default', ops: [OP] }),
  previewMany: (as) => as.changesets.previewMany({ ids: ['cs_1'] }),
  skills: (as) => as.skills.list({}),
  skillCounts: (as) => as.skills.counts({}),
  memories: (as) => as.memories.list({}),
  memoryCounts: (as) => as.memories.counts({}),
  memoriesById: (as) => as.memories.byIds({ ids: ['mem_1'] }),
  profile: (as) => as.memories.profile({ agentId: 'default', userId: 'u' }),
  episodes: (as) => as.episodes.list({}),
  citedBy: (as) => as.episodes.citedBy(GONE),
  tasks: (as) => as.episodes.tasks({ ids: ['ep_1'] }),
  headlines: (as) => as.changesets.headlines({ ids: ['cs_1'] }),
  insights: (as) => as.insights.read({ agentId: 'default' }),
  library: (as) => as.insights.library({ agentId: 'default' }),
  canaries: (as) => as.canaries.list({}),
  keys: (as) => as.keys.list({}),
  erasure: (as) => as.erasure.preview({ userId: 'u' }),
  audit: (as) => as.audit.search({}),
  actors: (as) => as.audit.actors(),
  usage: (as) => as.usage.read({}),
  jobs: (as) => as.jobs.failed({}),
  waiting: (as) => as.jobs.waiting(),
};

const OP = { op: 'create_skill' as const, name: 'new-one', description: 'x', tags: [], bullets: [] };

/** What is about one thing, which nobody has. */
const ABOUT_ONE: Record<string, (as: Caller) => Promise<unknown>> = {
  changeset: (as) => as.changesets.detail(GONE),
  texts: (as) => as.changesets.texts(GONE),
  decide: (as) => as.changesets.decide({ ...GONE, approve: true }),
  amend: (as) => as.changesets.amend({ cs_id: GONE.id, ops: [OP] }),
  comment: (as) => as.changesets.comment({ cs_id: GONE.id, text: 'x' }),
  skill: (as) => as.skills.detail(GONE),
  markdown: (as) => as.skills.markdown(GONE),
  versions: (as) => as.skills.versions(GONE),
  approvals: (as) => as.skills.approvals(GONE),
  performance: (as) => as.skills.performance(GONE),
  measurement: (as) => as.skills.measurement(GONE),
  measure: (as) => as.skills.measure({ skill_id: GONE.id, share: 0.1 }),
  evolution: (as) => as.skills.evolution(GONE),
  deprecate: (as) => as.skills.setDeprecated({ ...GONE, deprecated: true }),
  chain: (as) => as.memories.chain(GONE),
  episode: (as) => as.episodes.detail(GONE),
  recall: (as) => as.recalls.detail(GONE),
  canary: (as) => as.canaries.detail(GONE),
  canaryEpisodes: (as) => as.canaries.episodes(GONE),
  job: (as) => as.jobs.retry(GONE),
};

describeOnOne('the dashboard’s procedures', (runtime) => {
  const as = (who: Principal) => caller({ runtime: runtime(), principal: who });

  it.each(Object.entries(READS))('%s answers where nothing is known', async (_, call) => {
    await expect(call(as(freshPrincipal()))).resolves.toBeDefined();
  });

  it.each(Object.entries(ABOUT_ONE))('%s: what is unknown is not found', async (_, call) => {
    await expect(call(as(freshPrincipal()))).rejects.toMatchObject({ cause: { kind: 'not_found' } });
  });

  it('show a tenant its own and nothing of another', async () => {
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const rt = runtime();
    const { skill_id: id } = await authorSkill(rt, ours, skillIn());
    await addMemory(rt, ours, MemoryIn.parse({ content: 'The depot opens at six' }));
    await recordEpisode(rt, ours, episodeInSchema.parse({ task: 'Open the depot', outcome: 'failure' }));
    await createKey(rt, ours, { name: 'one', scopes: ['learn'] });
    const seen = async (who: Principal) => {
      const caller = as(who);
      const lists = [
        caller.skills.list({}),
        caller.memories.list({}),
        caller.episodes.list({}),
        caller.keys.list({}),
      ];
      return (await Promise.all([...lists, caller.audit.search({})])).map(({ items }) => items.length > 0);
    };
    expect(await seen(ours)).toEqual([true, true, true, true, true]);
    expect(await seen(theirs)).toEqual([false, false, false, false, false]);
    await expect(as(theirs).skills.detail({ id: id ?? '' })).rejects.toMatchObject({
      cause: { kind: 'not_found' },
    });
    expect((await as(ours).skills.detail({ id: id ?? '' })).summary).toMatchObject({
      success: { rate: null },
    });
    expect(await as(theirs).agents.list()).toEqual([]);
    expect(await as(ours).agents.list()).toEqual([{ agentId: 'default', episodes: 1, skills: 1 }]);
  });

  /** Every item of a list, three at a time. */
  const walk = async (
    page: (at: {
      cursor: string | null;
      limit: number;
    }) => Promise<{ items: { id: string }[]; nextCursor: string | null }>,
  ) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const got = await page({ cursor, limit: 3 });
      ids.push(...got.items.map(({ id }) => id));
      cursor = got.nextCursor;
    } while (cursor !== null && ids.length < 50);
    return ids;
  };

  it('take any text for a filter, and refuse a cursor of another order', async () => {
    const as = caller({ runtime: runtime(), principal: freshPrincipal() });
    const text = 'a\0b\ud800';
    const lists = [
      as.memories.list({ text }),
      as.episodes.list({ text }),
      as.changesets.queue({ text }),
      as.skills.list({ text, tag: text }),
      as.audit.search({ text, actor: text, resource: text }),
    ];
    for (const { items } of await Promise.all(lists)) expect(items).toEqual([]);
    const [words, number] = [cursorOf({ key: 'z', id: 'x' }), cursorOf({ key: 1, id: 'x' })];
    for (const refused of [
      () => as.skills.list({ order: 'uses', cursor: words }),
      () => as.skills.list({ order: 'name', cursor: number }),
      () => as.changesets.queue({ order: 'risk', cursor: words }),
      () => as.changesets.queue({ order: 'skill', cursor: number }),
      () => as.changesets.queue({ tab: 'decided', cursor: words }),
      () => as.episodes.list({ cursor: number }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ cause: { kind: 'invalid' } });
    }
    await expect(as.episodes.list({ sessionId: text })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('page through every list, each row once', async () => {
    const who = freshPrincipal();
    const { tenant } = who;
    const rt = runtime();
    const named = (prefix: string) => Array.from({ length: 7 }, (_, index) => `${prefix}_${tenant}_${index}`);
    const rows = { tenant, at: rt.clock() };
    await insertEpisodes(rt.db.read, named('ep'), rows);
    await insertAudit(rt.db.read, named('au'), rows);
    await insertJobs(rt.db.read, named('job'), { ...rows, status: 'failed' });
    for (let count = 0; count < 7; count += 1) {
      await authorSkill(rt, who, skillIn({ name: `skill-${count}` }));
      await addMemory(
        rt,
        who,
        MemoryIn.parse({ content: `Statement number ${count} of something else ${'x'.repeat(count)}` }),
      );
      await createKey(rt, who, { name: `key ${count}`, scopes: [] });
    }
    const caller = as(who);
    const lists = {
      ...{ episodes: caller.episodes.list, jobs: caller.jobs.failed, keys: caller.keys.list },
      byName: (at: object) => caller.skills.list({ ...at, order: 'name' }),
      bySuccess: (at: object) => caller.skills.list({ ...at, order: 'success' }),
      byUses: (at: object) => caller.skills.list({ ...at, order: 'uses' }),
      memories: (at: object) =>
        caller.memories.list({ ...at, statuses: ['active', 'pending', 'superseded'] }),
      audit: (at: object) => caller.audit.search({ ...at, actions: ['feedback'] }),
    };
    for (const [name, page] of Object.entries(lists)) {
      const ids = await walk(page);
      expect([name, ids.length, new Set(ids).size]).toEqual([name, 7, 7]);
    }
  });
});
