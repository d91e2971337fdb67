/**
 * What is too old to be kept. A purge goes through all tenants, one after the other, because every index begins with
 * the tenant.
 */

import { firstIdAt } from '../../platform/db/partitions/ranges.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { type TenantClient, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { removeEpisodes } from '../erasure/index.ts';

/** What the purge removes. */
export type ExpiringKind =
  | 'episodes'
  | 'recalls'
  | 'moments'
  | 'traces'
  | 'assignments'
  | 'liftSessions'
  | 'liftUnits'
  | 'jobs'
  | 'learningFaults'
  | 'auditEntries'
  | 'deliveries'
  | 'people'
  | 'sessions';

/**
 * Rows that were older than `before`, by id, and how many of them a transaction takes; assignments by the id of their
 * canary, sessions of the lift by their agent and those of a skill's lift by the skill, which have any number of them.
 */
export interface Batch {
  before: Date;
  ids: string[];
  take: number;
}

/** Jobs that have ended. On PostgreSQL the queue removes those that were done by itself. */
const ENDED = { in: ['done', 'failed'] };

const onlyTenant = { tenant: true } as const;
const onlyId = { id: true } as const;

/** A canary that ended before `before` and has assignments still. One at a time: it has as many as there were sessions. */
async function endedCanary(client: TenantClient, tenant: string, before: Date): Promise<{ id: string }[]> {
  return await client.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM experiment e
    WHERE e.tenant = ${tenant} AND e.ended_at < ${before} AND EXISTS (
      SELECT 1 FROM experiment_assignment a WHERE a.tenant = e.tenant AND a.experiment_id = e.id)
    ORDER BY e.id LIMIT 1`;
}

/** A job that somebody retried in the meantime, which keeps its id, stays. */
async function removeRows(
  client: TenantClient,
  tenant: string,
  { kind, before, ids, take }: Batch & { kind: ExpiringKind },
): Promise<number> {
  const where = { id: { in: ids } };
  switch (kind) {
    case 'recalls':
      return (await client.recall.deleteMany({ where })).count;
    case 'moments':
      return (await client.moment.deleteMany({ where })).count;
    case 'traces': {
      const idle = { traceId: { in: ids }, episodeId: null };
      return (await client.episodeTrace.deleteMany({ where: idle })).count;
    }
    case 'assignments': {
      const [canary = ''] = ids;
      return await client.$executeRaw`
        DELETE FROM experiment_assignment WHERE tenant = ${tenant} AND experiment_id = ${canary} AND unit IN (
          SELECT unit FROM experiment_assignment WHERE tenant = ${tenant} AND experiment_id = ${canary} LIMIT ${take})`;
    }
    case 'liftSessions': {
      const [agentId = ''] = ids;
      const ofAgent = { agentId, updatedAt: { lt: before } };
      const old = await client.liftUnit.findMany({ where: ofAgent, select: { unit: true }, take });
      const unit = { in: old.map((row) => row.unit) };
      return (await client.liftUnit.deleteMany({ where: { ...ofAgent, unit } })).count;
    }
    case 'liftUnits': {
      const old = await client.skillLiftUnit.findMany({
        where: { skillId: { in: ids }, updatedAt: { lt: before } },
        select: { skillId: true, unit: true },
        take,
      });
      const keys = old.map(({ skillId, unit }) => ({ skillId, unit }));
      return (await client.skillLiftUnit.deleteMany({ where: { OR: keys, updatedAt: { lt: before } } }))
        .count;
    }
    case 'jobs': {
      const ended = { ...where, status: ENDED, updatedAt: { lt: before } };
      return (await client.job.deleteMany({ where: ended })).count;
    }
    case 'learningFaults':
      return (await client.learningFault.deleteMany({ where: { kind: { in: ids }, lastAt: { lt: before } } }))
        .count;
    case 'deliveries':
      return (await client.webhookDelivery.deleteMany({ where })).count;
    case 'people': {
      const old = { actor: { in: ids }, signedInAt: { lt: before } };
      return (await client.person.deleteMany({ where: old })).count;
    }
    case 'auditEntries':
      return (await client.auditEntry.deleteMany({ where })).count;
    case 'sessions':
      return (await client.endedSession.deleteMany({ where })).count;
    case 'episodes':
      return await removeEpisodes(client, ids);
  }
}

/** The first tenant after `tenant` that has rows of a kind, or null after the last. */
export async function nextTenant(tx: Tx, tenant: string, kind: ExpiringKind): Promise<string | null> {
  const client = clientOf(tx);
  const { episode, recall, moment, episodeTrace, experiment } = client;
  const { liftUnit, skillLiftUnit } = client;
  const { job, learningFault, auditEntry, webhookDelivery, endedSession, person } = client;
  const query = {
    where: { tenant: { gt: tenant } },
    orderBy: { tenant: 'asc' },
    select: onlyTenant,
  } as const;
  const row = await {
    episodes: () => episode.findFirst(query),
    recalls: () => recall.findFirst(query),
    moments: () => moment.findFirst(query),
    traces: () => episodeTrace.findFirst(query),
    assignments: () => experiment.findFirst(query),
    liftSessions: () => liftUnit.findFirst(query),
    liftUnits: () => skillLiftUnit.findFirst(query),
    jobs: () => job.findFirst(query),
    learningFaults: () => learningFault.findFirst(query),
    auditEntries: () => auditEntry.findFirst(query),
    deliveries: () => webhookDelivery.findFirst(query),
    people: () => person.findFirst(query),
    sessions: () => endedSession.findFirst(query),
  }[kind]();
  return row?.tenant ?? null;
}

/** The moment whose purge was begun last, as text that sorts by time. */
const PURGED_KEY = 'purged-for';

/**
 * Takes the purge of the moment `due`: true for one caller alone, once. An installation that has had none
 * begins with the next one, so that its first start purges nothing.
 */
export async function takePurge(tx: Tx, due: Date): Promise<boolean> {
  const { serviceState } = clientOf(tx);
  const value = due.toISOString();
  const last = await serviceState.findUnique({ where: { key: PURGED_KEY } });
  if (last !== null) {
    if (last.value >= value) return false;
    const where = { key: PURGED_KEY, value: last.value };
    return (await serviceState.updateMany({ where, data: { value } })).count === 1;
  }
  await clientOf(tx).$executeRaw`
    INSERT INTO service_state (key, value) VALUES (${PURGED_KEY}, ${value}) ON CONFLICT (key) DO NOTHING`;
  return false;
}

const onlyAgent = { agentId: true } as const;

async function agentOf(row: PromiseLike<{ agentId: string } | null>): Promise<{ id: string }[]> {
  const found = await row;
  return found === null ? [] : [{ id: found.agentId }];
}

export function retentionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** The ids of up to `take` rows older than `before`, oldest first. */
    async expired(kind: ExpiringKind, { before, take }: { before: Date; take: number }): Promise<Batch> {
      const byCreation = {
        where: { createdAt: { lt: before } },
        orderBy: { createdAt: 'asc' },
        select: onlyId,
        take,
      } as const;
      const unchanged = { updatedAt: { lt: before } };
      const rows = await {
        episodes: () => client.episode.findMany(byCreation),
        recalls: () => client.recall.findMany(byCreation),
        moments: () => client.moment.findMany(byCreation),
        traces: async () => {
          // What is kept of a trace with an episode goes with that.
          const where = { ...byCreation.where, episodeId: null };
          const found = await client.episodeTrace.findMany({
            ...byCreation,
            where,
            select: { traceId: true },
          });
          return found.map(({ traceId }) => ({ id: traceId }));
        },
        assignments: () => endedCanary(client, tenant, before),
        liftSessions: () => agentOf(client.liftUnit.findFirst({ where: unchanged, select: onlyAgent })),
        liftUnits: async () => {
          const select = { skillId: true };
          const found = await client.skillLiftUnit.findFirst({ where: unchanged, select });
          return found === null ? [] : [{ id: found.skillId }];
        },
        jobs: () =>
          client.job.findMany({
            where: { status: ENDED, updatedAt: { lt: before } },
            orderBy: { updatedAt: 'asc' },
            select: onlyId,
            take,
          }),
        learningFaults: async () => {
          const where = { lastAt: { lt: before } };
          const found = await client.learningFault.findMany({ where, select: { kind: true }, take });
          return found.map(({ kind }) => ({ id: kind }));
        },
        deliveries: () => client.webhookDelivery.findMany(byCreation),
        people: async () => {
          const where = { signedInAt: { lt: before } };
          const found = await client.person.findMany({ where, select: { actor: true }, take });
          return found.map(({ actor }) => ({ id: actor }));
        },
        auditEntries: () =>
          client.auditEntry.findMany({
            where: { at: { lt: before }, id: { lt: firstIdAt('audit_entry', before) } },
            orderBy: { id: 'asc' },
            select: onlyId,
            take,
          }),
        sessions: () =>
          client.endedSession.findMany({
            where: { expiresAt: { lt: before } },
            orderBy: { expiresAt: 'asc' },
            select: onlyId,
            take,
          }),
      }[kind]();
      return { before, take, ids: rows.map(({ id }) => id) };
    },
    /** Removes rows, and with an episode all that belongs to it. */
    remove: (kind: ExpiringKind, batch: Batch) => removeRows(client, tenant, { kind, ...batch }),
  };
}
