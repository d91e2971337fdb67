/** The rows of rehearsals. A status is only changed under the condition that it is one that may be left. */
import type { RehearsalStatus, Stage } from '../../domain/admin/rehearsal/rehearsal.ts';
import type { PolicySettings } from '../../domain/admin/rehearsal/settings.ts';
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/database.ts';
import { type Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { StoredResult } from './collect.ts';

export interface Progress {
  stage: Stage;
  read: number;
  total: number;
}

type Row = Omit<Prisma.RehearsalGetPayload<object>, 'tenant' | 'result'>;

/** What was asked: of which agent (null means all), of which time, and with which settings. */
export type RehearsalRecord = Omit<Row, 'status' | 'settings' | 'today' | 'progress'> & {
  status: RehearsalStatus;
  settings: PolicySettings;
  today: PolicySettings;
  progress: Progress | null;
};

function toRecord({ status, settings, today, progress, ...row }: Row): RehearsalRecord {
  return {
    ...row,
    // The column was written from this type.
    status: status as RehearsalStatus,
    settings: fromJson(settings),
    today: fromJson(today),
    progress: fromJsonOrNull(progress),
  };
}

const OPEN = { in: ['queued', 'running'] };

export function rehearsalStore(tx: Tx, tenant: string) {
  const { rehearsal } = tenantClient(tx, tenant);
  return {
    async add({ settings, today, progress: _, ...record }: RehearsalRecord): Promise<void> {
      await rehearsal.create({ data: { ...record, settings: toJson(settings), today: toJson(today) } });
    },
    async find(id: string): Promise<{ record: RehearsalRecord; result: StoredResult | null } | null> {
      const row = await rehearsal.findFirst({ where: { id }, omit: { tenant: true } });
      if (row === null) return null;
      const { result, ...columns } = row;
      return { record: toRecord(columns), result: fromJsonOrNull(result) };
    },
    async countOpen(): Promise<number> {
      return await rehearsal.count({ where: { status: OPEN } });
    },
    /** Up to `take` rehearsals with their results, newest first. */
    async newest(take: number, before: { at: Date; id: string } | null) {
      const older =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await rehearsal.findMany({
        where: older,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
        omit: { tenant: true },
      });
      return rows.map(({ result, ...row }) => ({
        record: toRecord(row),
        result: fromJsonOrNull<StoredResult>(result),
      }));
    },
    /** The one that was asked for first of those that have not ended. */
    async nextOpen(): Promise<RehearsalRecord | null> {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      const row = await rehearsal.findFirst({
        where: { status: OPEN },
        orderBy,
        omit: { tenant: true, result: true },
      });
      return row === null ? null : toRecord(row);
    },
    /** Notes how far one has come; false where it has ended meanwhile. */
    async goOn(id: string, progress: Progress): Promise<boolean> {
      const data = { status: 'running', progress: toJson(progress) };
      return (await rehearsal.updateMany({ where: { id, status: OPEN }, data })).count === 1;
    },
    /** Ends one that has not ended; returns whether it did. */
    async end(
      id: string,
      ending: { status: RehearsalStatus; at: Date; result?: StoredResult; error?: string },
    ): Promise<boolean> {
      const { status, at: endedAt, result, error } = ending;
      const data = {
        ...{ status, endedAt, progress: null, error: error ?? null },
        result: result === undefined ? null : toJson(result),
      };
      return (await rehearsal.updateMany({ where: { id, status: OPEN }, data })).count === 1;
    },
    /** Removes one that has ended; returns whether there was one. */
    async remove(id: string): Promise<boolean> {
      return (await rehearsal.deleteMany({ where: { id, status: { notIn: OPEN.in } } })).count === 1;
    },
  };
}
