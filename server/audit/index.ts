/** The audit log: written with every change of state, read by administrators. */
export { auditFeed, type Change } from './follow-audit.ts';
export { type AuditView, auditActors, auditTrail, listAudit } from './list-audit.ts';
export { type AuditEvent, writeAudit } from './write-audit.ts';
