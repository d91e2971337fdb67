/** The audit log: written with every change of state, read by administrators. */
export {
  type AuditEvent,
  type AuditView,
  auditActors,
  auditTrail,
  listAudit,
  writeAudit,
} from './write-audit.ts';
