/** All rows of a tenant, table by table: what goes with it, in steps or at once, and what an export has of it. */
import { idBelow } from '../../platform/db/partitions/ranges.ts';
import {
  Prisma,
  type TenantClient,
  type TenantModel,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';

/**
 * What stays: revisions, so that no process serves from memory what is gone; ended sessions, so that none of them comes to
 * life again; and the installation's own record of the deletion.
 */
const STAYING = ['knowledgeRevision', 'endedSession', 'tenantDeletion'] as const;

/** The rest of each primary key, after the tenant. Children come before their parents, so that all are counted. */
const KEYS = {
  apiKey: ['id'],
  bullet: ['id'],
  skillVersion: ['skillId', 'version'],
  changesetTarget: ['skillId', 'changesetId'],
  skillUpkeep: ['skillId'],
  creditWeek: ['skillId', 'week', 'version', 'arm', 'experimentId'],
  sharedSkillUse: ['skillId', 'agentId'],
  skillLift: ['skillId'],
  skillLiftUnit: ['skillId', 'unit'],
  experimentAssignment: ['experimentId', 'unit'],
  experiment: ['id'],
  changeset: ['id'],
  skill: ['id'],
  feedback: ['id'],
  episodeTrace: ['traceId'],
  episodeCredit: ['episodeId', 'skillId'],
  episode: ['id'],
  moment: ['id'],
  recall: ['id'],
  liftUnit: ['agentId', 'unit'],
  liftWeek: ['week', 'agentId'],
  agentTotals: ['agentId'],
  memorySuggestion: ['id'],
  memoryEvidence: ['memoryId', 'source'],
  memory: ['id'],
  profile: ['agentId', 'userId'],
  embedding: ['noun', 'ownerId'],
  agentUpkeep: ['agentId'],
  agentSources: ['agentId'],
  toolSeen: ['agentId', 'name'],
  learningFault: ['kind'],
  usageDay: ['day', 'purpose'],
  policyVersion: ['version'],
  person: ['actor'],
  webhookDelivery: ['id'],
  webhook: ['id'],
  job: ['id'],
  auditEntry: ['id'],
  tenantQuota: [],
} as const satisfies Record<Exclude<TenantModel, (typeof STAYING)[number]>, readonly string[]>;

type RemovedModel = keyof typeof KEYS;
const REMOVED = Object.keys(KEYS) as RemovedModel[];

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tableOf = (model: RemovedModel) => Prisma.raw(snake(model));

/** The tables whose rows go with a tenant, in the order of their removal. */
export const REMOVED_TABLES = REMOVED.map(snake);

/** Not exported: vectors, which are computed from texts, and jobs, which are work and no data. */
const NOT_EXPORTED: readonly RemovedModel[] = ['embedding', 'job'];
export const EXPORTED_MODELS = REMOVED.filter((model) => !NOT_EXPORTED.includes(model));

/** Columns that are or open something secret. */
const SECRET: Partial<Record<RemovedModel, readonly string[]>> = {
  apiKey: ['hash'],
  webhook: ['secret', 'url'],
};
/** Models whose rows may have megabytes. */
const LARGE: readonly RemovedModel[] = ['episode', 'episodeTrace', 'changeset'];
const [LARGE_PAGE, PAGE] = [20, 500];

/** A row without its secrets; `key` says where the next page begins. */
export interface ExportedRow {
  key: unknown[];
  row: Record<string, unknown>;
}

/** What every model's queries can do. */
interface AnyRows {
  count(query: { take: number }): Promise<number>;
  deleteMany(query: object): Promise<{ count: number }>;
  findMany(query: object): Promise<Record<string, unknown>[]>;
}

const rowsOf = (client: TenantClient, model: RemovedModel): AnyRows => client[model];

/** What follows `key` in the order of `names`. The first condition is one that an index can begin at. */
function following(names: readonly string[], key: readonly unknown[]): object {
  const [first] = names;
  if (first === undefined) return {};
  const either = names.map((name, at) => ({
    ...Object.fromEntries(names.slice(0, at).map((before, index) => [before, key[index]])),
    [name]: { gt: key[at] },
  }));
  return { [first]: { gte: key[0] }, OR: either };
}

function modelOf(table: string): RemovedModel {
  const model = REMOVED.find((one) => snake(one) === table);
  if (model === undefined) throw new Error(`no table ${table} goes with a tenant`);
  return model;
}

export function wholeTenantStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async hasRows(): Promise<boolean> {
      for (const model of REMOVED) if ((await rowsOf(client, model).count({ take: 1 })) > 0) return true;
      return false;
    },
    /** Every change has an audit entry, all but what agents record by the thousand. */
    async hasRowsSince(since: Date): Promise<boolean> {
      const counts = await Promise.all([
        client.auditEntry.count({
          where: { at: { gte: since }, id: { gte: idBelow('audit_entry', since) } },
          take: 1,
        }),
        ...[client.recall, client.episode, client.episodeTrace].map((model) =>
          model.count({ where: { createdAt: { gte: since } }, take: 1 }),
        ),
      ]);
      return counts.some((count) => count > 0);
    },
    /** Removes the rows, table by table in one order everywhere. */
    async remove(): Promise<void> {
      for (const model of REMOVED) await rowsOf(client, model).deleteMany({});
    },
    /** Removes up to `take` rows of a table, but not the job that does this; answers how many there were. */
    async removeSome(table: string, take: number): Promise<number> {
      const model = modelOf(table);
      const keys = Prisma.raw(KEYS[model].map(snake).join(', '));
      if (KEYS[model].length === 0) return (await rowsOf(client, model).deleteMany({})).count;
      const others = model === 'job' ? Prisma.sql`AND kind <> 'erase'` : Prisma.empty;
      return await client.$executeRaw`
        DELETE FROM ${tableOf(model)} WHERE tenant = ${tenant} AND (${keys}) IN (
          SELECT ${keys} FROM ${tableOf(model)} WHERE tenant = ${tenant} ${others} LIMIT ${take})`;
    },
    /** Rows of a model by their keys, after one of them; empty after the last. */
    async rowsAfter(model: RemovedModel, after: readonly unknown[] | null): Promise<ExportedRow[]> {
      const names: readonly string[] = KEYS[model];
      if (after !== null && names.length === 0) return [];
      const hidden = ['tenant', ...(SECRET[model] ?? [])];
      const rows = await rowsOf(client, model).findMany({
        where: after === null ? {} : following(names, after),
        orderBy: names.map((name) => ({ [name]: 'asc' })),
        take: LARGE.includes(model) ? LARGE_PAGE : PAGE,
        omit: Object.fromEntries(hidden.map((name) => [name, true])),
      });
      return rows.map((row) => ({ key: names.map((name) => row[name]), row }));
    },
  };
}
