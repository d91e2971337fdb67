/**
 * Adds an entry in the transaction of the change it tells of, so that neither can exist without the other.
 */
import type { AuditAction, AuditResource } from '../domain/admin/audit-action.ts';
import type { Principal } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type AuditRecord, auditStore } from './store.ts';

/** One thing that happened. */
export interface AuditEvent {
  action: AuditAction;
  resource: AuditResource;
  details?: Record<string, unknown>;
}

/**
 * Records that `who.actor` did each of `events` in `who.tenant`. Details must hold no transcript and no
 * secret.
 */
export async function writeAudit(
  runtime: Runtime,
  tx: Tx,
  who: { tenant: string; actor: string },
  ...events: AuditEvent[]
): Promise<void> {
  const at = runtime.clock();
  await auditStore(tx, who.tenant).add(
    events.map(({ action, resource, details = {} }) => ({
      id: runtime.newId('audit'),
      actor: who.actor,
      action,
      resource,
      details,
      at,
    })),
  );
}

/** Most entries about one thing that are shown with it. */
const TRAIL = 200;
const ACTORS = 200;
/** Entries whose actors a filter offers: a log of a year has any number of them. */
const ACTORS_AMONG = 2000;

/** An entry with its time as text. */
export type AuditView = Omit<AuditRecord, 'at'> & { at: string };

const toView = ({ at, ...entry }: AuditRecord): AuditView => ({ ...entry, at: at.toISOString() });

/** The newest `limit` entries, newest first. */
export async function listAudit(
  runtime: Runtime,
  { tenant }: Principal,
  limit: number,
): Promise<AuditView[]> {
  return (await auditStore(runtime.db.read, tenant).newest(limit)).map(toView);
}

/** Who appears in the newest part of the log, for a filter to choose from. */
export async function auditActors(runtime: Runtime, { tenant }: Principal): Promise<string[]> {
  return await auditStore(runtime.db.read, tenant).actors(ACTORS, ACTORS_AMONG);
}

/** What happened to one thing, oldest first. */
export async function auditTrail(tx: Tx, tenant: string, resource: AuditResource): Promise<AuditView[]> {
  return (await auditStore(tx, tenant).about(resource, TRAIL)).map(toView).reverse();
}
