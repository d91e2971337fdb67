/**
 * The retention purge: removes what is older than the configured ages, for all tenants, in short transactions
 * with pauses between them, so that a gateway on the same database goes on answering. What was learned from
 * the removed episodes stays: skills, memories, profiles, experiments, usage and every sum.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../../domain/time.ts';
import {
  analyzePartitioned,
  dropPartitions,
  removeOrphans,
} from '../../platform/db/partitions/partitions.ts';
import type { PartitionedTable } from '../../platform/db/partitions/ranges.ts';
import { errorFields } from '../../platform/log/log.ts';
import { withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ExpiringKind, nextTenant, retentionStore, takePurge } from './store.ts';

/** Rows a transaction; the database client allows fewer than 1,000 parameters a statement on SQLite. */
const BATCH = 500;

/**
 * Longer than any run's spans take to arrive: a server that sends all its traces leaves one for every request
 * without a run.
 */
const MOST_TRACE_DAYS = 7;

/** A session that was signed out is kept until it has ended by itself, for every clock. */
const ENDED_SESSION_DAYS = 1;

/** Long enough to find out why a receiver lacks an event; deliveries repeat what the changes themselves keep. */
const DELIVERY_DAYS = 30;

/** What was removed of one kind: rows older than `before`, which is `days` ago. */
export interface Removal {
  kind: ExpiringKind;
  days: number;
  before: Date;
  rows: number;
  /** Partitions that were dropped with their rows, which are not counted. */
  partitions?: string[];
}

/** The tables that may go in whole partitions, whose other rows go one by one. */
const PARTITIONS_OF: Partial<Record<ExpiringKind, PartitionedTable>> = {
  episodes: 'episode',
  recalls: 'recall',
  auditEntries: 'audit_entry',
  deliveries: 'webhook_delivery',
};

/**
 * Removes episodes, recalls, their moments, traces that never became episodes, which arm each session of an ended canary was
 * given, what each session said of the lift and of a skill's lift, jobs that have ended, learning errors, audit entries, the
 * names of people who have not signed in since and deliveries of webhooks that are older than their retention; a row
 * of exactly that age stays. Of canaries and jobs the age counts from their end, of a fault from its last time;
 * traces without an episode go after a week at most, sessions that were signed out a day after they would have
 * ended. Running it again, also at the same time in another process, removes nothing twice. Once `stop` is
 * aborted it begins nothing more.
 */
export async function purgeExpired(runtime: Runtime, stop?: AbortSignal): Promise<Removal[]> {
  const { episodeDays, auditDays } = runtime.config.retention;
  const now = runtime.clock().getTime();
  const removals: Removal[] = [];
  for (const [kind, days] of [
    ['episodes', episodeDays],
    ['recalls', episodeDays],
    ['moments', episodeDays],
    ['traces', Math.min(episodeDays, MOST_TRACE_DAYS)],
    ['assignments', episodeDays],
    ['liftSessions', episodeDays],
    ['liftUnits', episodeDays],
    ['jobs', episodeDays],
    ['learningFaults', episodeDays],
    ['auditEntries', auditDays],
    ['people', auditDays],
    ['deliveries', DELIVERY_DAYS],
    ['sessions', ENDED_SESSION_DAYS],
  ] as const) {
    const before = new Date(now - days * DAY_MS);
    const table = PARTITIONS_OF[kind];
    // An episode may be younger than its id.
    const past = kind === 'episodes' ? new Date(before.getTime() - DAY_MS) : before;
    const partitions = table === undefined ? [] : await dropOld(runtime, table, { before: past, stop });
    const rows = await purgeKind(runtime, { kind, before, stop });
    if (kind === 'episodes') {
      partitions.push(...(await dropOld(runtime, 'episode_credit', { before: past, stop })));
      await dropReferences(runtime, { before: past, stop });
    }
    removals.push({ kind, days, before, rows, ...(partitions.length > 0 ? { partitions } : {}) });
  }
  if (!stop?.aborted) await analyzePartitioned(runtime.config.database.url);
  return removals;
}

interface ExpiredRows {
  kind: ExpiringKind;
  before: Date;
  stop: AbortSignal | undefined;
}

async function purgeKind(runtime: Runtime, expired: ExpiredRows): Promise<number> {
  const { read } = runtime.db;
  const { kind, stop } = expired;
  let rows = 0;
  for (let tenant = await nextTenant(read, '', kind); tenant !== null && !stop?.aborted; ) {
    rows += await purgeTenant(runtime, tenant, expired);
    tenant = await nextTenant(read, tenant, kind);
  }
  return rows;
}

/**
 * Drops partitions whose rows are all older than `before`; answers with their names. Where that cannot be done now, the
 * next purge does it.
 */
async function dropOld(
  runtime: Runtime,
  table: PartitionedTable,
  { before, stop }: Pick<ExpiredRows, 'before' | 'stop'>,
): Promise<string[]> {
  if (stop?.aborted) return [];
  const { url } = runtime.config.database;
  try {
    return await dropPartitions(url, table, { before, now: runtime.clock() });
  } catch (error) {
    runtime.log.warn('retention.partitions_kept', { table, ...errorFields(error) });
    return [];
  }
}

/** Removes what refers to episodes that went with their partition. Where that cannot be done now, the next purge does it. */
async function dropReferences(
  { config, log }: Runtime,
  { before, stop }: Pick<ExpiredRows, 'before' | 'stop'>,
): Promise<void> {
  try {
    await removeOrphans(config.database.url, before, stop);
  } catch (error) {
    log.warn('retention.orphans_kept', errorFields(error));
  }
}

/**
 * After each transaction the database is left alone for as long as the transaction took: writers get every
 * other turn.
 */
async function purgeTenant(
  runtime: Runtime,
  tenant: string,
  { kind, before, stop }: ExpiredRows,
): Promise<number> {
  let rows = 0;
  while (!stop?.aborted) {
    const batch = await retentionStore(runtime.db.read, tenant).expired(kind, { before, take: BATCH });
    if (batch.ids.length === 0) return rows;
    const started = performance.now();
    rows += await runtime.db.write((tx) => retentionStore(tx, tenant).remove(kind, batch));
    await pause(performance.now() - started);
  }
  return rows;
}

/** When a worker purges, in UTC: once a day in the whole installation, at night for most of Europe and America. */
const PURGE_AT = '03:00';

/**
 * Purges where the time of day has passed and no worker has begun since; later on the day where none ran
 * then. Answers whether it purged. Once `stop` is aborted it begins nothing more; the next day goes on.
 */
export async function purgeDaily(runtime: Runtime, stop?: AbortSignal): Promise<boolean> {
  const due = lastMomentAt(PURGE_AT, runtime.clock());
  const context = { requestId: runtime.newId('request'), clientAddress: 'worker', background: true } as const;
  return await withRequest(context, async () => {
    if (!(await takePurge(runtime.db.read, due))) return false;
    const removals = await purgeExpired(runtime, stop);
    runtime.log.info('retention.purged', {
      rows: Object.fromEntries(removals.map(({ kind, rows }) => [kind, rows])),
      partitions: removals.flatMap(({ partitions = [] }) => partitions),
      whole: stop?.aborted !== true,
    });
    return true;
  });
}

/** The last moment at a time of day (`hh:mm`, UTC) that is not after `now`. */
function lastMomentAt(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}
