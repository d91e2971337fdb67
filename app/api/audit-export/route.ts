export { handleAuditExport as GET } from '../../../server/trpc/audit-export.ts';
