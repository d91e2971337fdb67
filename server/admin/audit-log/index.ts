/** The audit log with the names of what it tells of, for those who search it. */
export { type AuditEntryView, exportAudit, readAudit } from './read-audit.ts';
