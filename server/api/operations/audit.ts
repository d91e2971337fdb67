/** The audit log over REST. */
import { z } from 'zod';
import { listAudit } from '../../audit/index.ts';
import { operation } from './operation.ts';

const AuditEntry = z
  .object({
    id: z.string(),
    actor: z.string(),
    action: z.string(),
    resource: z.string(),
    details: z.record(z.string(), z.unknown()),
    at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' });

export const auditOperations = {
  listAudit: operation({
    method: 'GET',
    path: '/v1/admin/audit',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The audit log, newest entries first',
  })
    .input(z.object({ limit: z.number().int().min(1).max(1000).default(200) }))
    .output(z.array(AuditEntry))
    .query(async ({ ctx, input }) => {
      const entries = await listAudit(ctx.runtime, ctx.principal, input.limit);
      return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
    }),
};
