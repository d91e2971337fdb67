import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/time.ts';
import { firstIdAt } from '../../platform/db/partitions/ranges.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  countRows,
  ids,
  insertAudit,
  insertEpisodes,
  insertJobs,
  insertMemories,
  insertProfile,
  insertRecalls,
} from '../../testing/database/rows.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { purgeExpired } from './index.ts';

/** `days` before now, and `milliseconds` more. */
function ago(runtime: TestRuntime, days: number, milliseconds = 0): Date {
  return new Date(runtime.clock().getTime() - days * DAY_MS - milliseconds);
}

async function purge(runtime: TestRuntime): Promise<Record<string, number>> {
  return Object.fromEntries((await purgeExpired(runtime)).map(({ kind, rows }) => [kind, rows]));
}

const NOTHING = {
  ...{ episodes: 0, recalls: 0, moments: 0, traces: 0, assignments: 0, jobs: 0 },
  ...{ liftSessions: 0, liftUnits: 0, learningFaults: 0, auditEntries: 0, people: 0 },
  ...{ deliveries: 0, sessions: 0 },
};

const SETTINGS = { SERVICE_EPISODE_RETENTION_DAYS: '30', SERVICE_AUDIT_RETENTION_DAYS: '100' };

describeOnBoth(
  'the retention purge',
  (runtime) => {
    it('removes what is older than its retention; what is exactly that old stays', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const tx = rt.db.read;
      await insertEpisodes(tx, ['ep_old'], { tenant, at: ago(rt, 30, 1) });
      await insertEpisodes(tx, ['ep_edge'], { tenant, at: ago(rt, 30) });
      await insertRecalls(tx, ['rc_old'], { tenant, at: ago(rt, 30, 1) });
      await insertRecalls(tx, ['rc_edge'], { tenant, at: ago(rt, 30) });
      for (const at of [ago(rt, 100, 1), ago(rt, 100)]) {
        await insertAudit(tx, [firstIdAt('audit_entry', at)], { tenant, at });
      }
      const { person, webhookDelivery } = clientOf(tx);
      const signedIn = { tenant, name: 'Ada' };
      await person.create({ data: { ...signedIn, actor: 'oidc:old', signedInAt: ago(rt, 100, 1) } });
      await person.create({ data: { ...signedIn, actor: 'oidc:edge', signedInAt: ago(rt, 100) } });
      const sent = { tenant, webhookId: 'wh_1', event: 'digest', payload: '{}', status: 'delivered' };
      await webhookDelivery.create({ data: { ...sent, id: 'msg_old', createdAt: ago(rt, 30, 1) } });
      await webhookDelivery.create({ data: { ...sent, id: 'msg_edge', createdAt: ago(rt, 30) } });
      const purged = await purgeExpired(rt);
      expect(purged.filter(({ rows }) => rows > 0)).toEqual([
        { kind: 'episodes', days: 30, before: ago(rt, 30), rows: 1 },
        { kind: 'recalls', days: 30, before: ago(rt, 30), rows: 1 },
        { kind: 'auditEntries', days: 100, before: ago(rt, 100), rows: 1 },
        { kind: 'people', days: 100, before: ago(rt, 100), rows: 1 },
        { kind: 'deliveries', days: 30, before: ago(rt, 30), rows: 1 },
      ]);
      const { episode, recall, auditEntry, feedback, episodeCredit } = clientOf(tx);
      const where = { tenant };
      expect(await episode.findMany({ where, select: { id: true } })).toEqual([{ id: 'ep_edge' }]);
      expect(await recall.findMany({ where, select: { id: true } })).toEqual([{ id: 'rc_edge' }]);
      expect(await auditEntry.findMany({ where, select: { id: true } })).toEqual([
        { id: firstIdAt('audit_entry', ago(rt, 100)) },
      ]);
      const left = { where, select: { episodeId: true } };
      expect(await feedback.findMany(left)).toEqual([{ episodeId: 'ep_edge' }]);
      expect(await episodeCredit.findMany(left)).toEqual([{ episodeId: 'ep_edge' }]);
      rt.advance(1);
      expect(await purge(rt)).toEqual({
        ...NOTHING,
        episodes: 1,
        recalls: 1,
        auditEntries: 1,
        people: 1,
        deliveries: 1,
      });
    });

    it('goes through all tenants and removes nothing a second time', async () => {
      const rt = runtime();
      const tenants = Array.from({ length: 7 }, () => freshPrincipal().tenant);
      for (const tenant of [...tenants, 'Ümlaut', '日本', '~']) {
        await insertEpisodes(rt.db.read, ids('ep', 3), { tenant, at: ago(rt, 31) });
        await insertRecalls(rt.db.read, ids('rc', 2), { tenant, at: ago(rt, 31) });
        await insertEpisodes(rt.db.read, ['new'], { tenant, at: ago(rt, 1) });
      }
      expect(await purge(rt)).toEqual({ ...NOTHING, episodes: 30, recalls: 20 });
      expect(await purge(rt)).toEqual(NOTHING);
      for (const tenant of tenants) {
        expect(await countRows(rt.db.read, tenant)).toMatchObject({
          episodes: 1,
          credits: 1,
          feedback: 1,
          recalls: 0,
        });
      }
    });

    it('removes what is kept of traces that never became episodes, and of those whose episode goes', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const { episodeTrace } = clientOf(rt.db.read);
      await insertEpisodes(rt.db.read, ['ep_old'], { tenant, at: ago(rt, 31) });
      await insertEpisodes(rt.db.read, ['ep_young'], { tenant, at: ago(rt, 29) });
      const kept = (traceId: string, createdAt: Date, episodeId: string | null) =>
        episodeTrace.create({ data: { tenant, traceId, createdAt, episodeId, revision: 0, state: '{}' } });
      await kept('of_episode', ago(rt, 31), 'ep_old');
      await kept('idle_old', ago(rt, 7, 1), null);
      await kept('idle_edge', ago(rt, 7), null);
      await kept('of_younger', ago(rt, 31), 'ep_young');
      expect(await purge(rt)).toEqual({ ...NOTHING, episodes: 1, traces: 1 });
      const left = await episodeTrace.findMany({ where: { tenant }, orderBy: { traceId: 'asc' } });
      expect(left.map(({ traceId }) => traceId)).toEqual(['idle_edge', 'of_younger']);
    });

    it('removes jobs that have ended, in batches, and none that waits or runs', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const jobs = (names: string[], status: string, at: Date) =>
        insertJobs(rt.db.read, names, { tenant, status, at });
      await jobs(ids('failed', 700), 'failed', ago(rt, 30, 1));
      await jobs(['done'], 'done', ago(rt, 30, 1));
      await jobs(['done_edge'], 'done', ago(rt, 30));
      await jobs(['failed_edge'], 'failed', ago(rt, 30));
      await jobs(['pending'], 'pending', ago(rt, 400));
      await jobs(['running'], 'running', ago(rt, 400));
      expect(await purge(rt)).toEqual({ ...NOTHING, jobs: 701 });
      const left = await clientOf(rt.db.read).job.findMany({
        where: { tenant },
        select: { id: true },
        orderBy: { id: 'asc' },
      });
      expect(left.map(({ id }) => id)).toEqual(['done_edge', 'failed_edge', 'pending', 'running']);
      await clientOf(rt.db.read).job.deleteMany({ where: { tenant } });
    });

    it('leaves what was learned, regardless of its age', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await insertMemories(rt.db.read, ids('m', 2), { tenant, at: ago(rt, 1000) });
      await insertProfile(rt.db.read, { tenant, at: ago(rt, 1000), userId: 'u' });
      await clientOf(rt.db.read).usageDay.create({
        data: { tenant, day: '2020-01-01', purpose: 'ask', calls: 1, inputTokens: 1, outputTokens: 1 },
      });
      await purge(rt);
      expect(await countRows(rt.db.read, tenant)).toMatchObject({ memories: 2, profiles: 1 });
      expect(await clientOf(rt.db.read).usageDay.count({ where: { tenant } })).toBe(1);
    });

    it('keeps younger rows with the id of another tenant’s old one', async () => {
      const rt = runtime();
      const [old, young] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await insertEpisodes(rt.db.read, ['ep_same'], { tenant: old, at: ago(rt, 31) });
      await insertEpisodes(rt.db.read, ['ep_same'], { tenant: young, at: ago(rt, 1) });
      await purge(rt);
      expect(await countRows(rt.db.read, old)).toMatchObject({ episodes: 0, credits: 0, feedback: 0 });
      expect(await countRows(rt.db.read, young)).toMatchObject({ episodes: 1, credits: 1, feedback: 1 });
    });

    it('removes thousands of rows, with two purges at the same time counting each row once', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await insertEpisodes(rt.db.read, ids('ep', 2500), { tenant, at: ago(rt, 31) });
      await insertRecalls(rt.db.read, ids('rc', 1100), { tenant, at: ago(rt, 31) });
      const [one, two] = await Promise.all([purge(rt), purge(rt)]);
      expect((one['episodes'] ?? 0) + (two['episodes'] ?? 0)).toBe(2500);
      expect((one['recalls'] ?? 0) + (two['recalls'] ?? 0)).toBe(1100);
      expect(await countRows(rt.db.read, tenant)).toMatchObject({
        episodes: 0,
        credits: 0,
        feedback: 0,
        recalls: 0,
      });
    });
  },
  SETTINGS,
);
