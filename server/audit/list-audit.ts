/** The audit log as an administrator reads it. */
import type { Principal } from '../domain/principal.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type AuditRecord, auditStore } from './store.ts';

/** The newest `limit` entries of the principal's tenant, newest first. */
export async function listAudit(
  runtime: Runtime,
  principal: Principal,
  limit: number,
): Promise<AuditRecord[]> {
  return await auditStore(runtime.db.read, principal.tenant).newest(limit);
}
