/**
 * Adds an entry in the transaction of the change it tells of, so that neither can exist without the other.
 */
import type { AuditAction, AuditResource } from '../domain/admin/audit-action.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { auditStore } from './store.ts';

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
