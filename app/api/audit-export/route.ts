export { handleAuditExport as GET } from '../../../server/api/trpc/audit-export.ts';
