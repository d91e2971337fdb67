/** What the operator does with tenants over REST. */
import { z } from 'zod';
import { deleteTenant, exportTenant, listTenants, setQuota } from '../../admin/tenants/index.ts';
import { quotaInSchema, quotaSchema, tenantSchema, toQuota } from '../../domain/admin/tenant.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { isTenant, TENANT_FORM } from '../../domain/principal.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isSampleWorld } from '../../sample/index.ts';
import { cursor, ndjson, operation, PAGES, pageSchema } from './operation.ts';

const tenantName = () => z.string().refine(isTenant, `must be ${TENANT_FORM}`);

export const tenantOperations = {
  listTenants: operation({
    method: 'GET',
    path: '/v1/admin/tenants',
    scope: 'operator',
    tag: 'Administration',
    summary: 'The tenants of this gateway, with what each has stored',
    description: `Every tenant with something stored, by name. ${PAGES}`,
    paged: true,
  })
    .input(z.object({ cursor: cursor(), limit: z.number().int().min(1).max(200).default(50) }))
    .output(pageSchema(tenantSchema))
    .query(({ ctx, input: { cursor: from = null, limit } }) =>
      listTenants(ctx.runtime, { cursor: from, limit }),
    ),

  setTenantQuota: operation({
    method: 'PUT',
    path: '/v1/admin/tenants/{tenant}/quota',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Set the quota of a tenant',
    description:
      'Replaces all limits; one that is null or left out is none. Above one, requests get 429, which says which and, for a ' +
      'limit of a day, when it resets (also as `Retry-After`). It holds in all processes after about five seconds.',
  })
    .input(quotaInSchema.extend({ tenant: tenantName() }))
    .output(snakeCased(quotaSchema))
    .mutation(({ ctx: { runtime, principal }, input: { tenant, ...limits } }) =>
      setQuota(runtime, { tenant, actor: principal.actor }, toQuota(limits)),
    ),

  deleteTenant: operation({
    method: 'DELETE',
    path: '/v1/admin/tenants/{tenant}',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Delete a tenant with everything that it has stored',
    description:
      'Its API keys stop working at once, in other processes after about five seconds. A job removes the rows; ' +
      'until then the list of tenants has it with `deleting`. Asking again restarts a job that has stopped. 409 for the ' +
      'tenant that `X-Tenant-Id` names. Not reached: backups, and what was already sent to the learning model.',
    status: 202,
  })
    .input(z.object({ tenant: tenantName() }))
    .output(z.object({ tenant: z.string(), deleting: z.boolean() }).meta({ id: 'TenantDeletion' }))
    .mutation(async ({ ctx: { runtime, principal }, input: { tenant } }) => {
      if (await isSampleWorld(runtime, tenant)) {
        throw new ServiceError('conflict', 'the sample world is removed on its own page, not here');
      }
      const { actor, operator } = principal;
      await deleteTenant(runtime, tenant, { home: operator?.home ?? principal.tenant, actor });
      return { tenant, deleting: true };
    }),

  exportTenant: operation({
    method: 'GET',
    path: '/v1/admin/tenants/{tenant}/export',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Export all of a tenant',
    description:
      'JSON lines, each a row with its `type`; the first has the type `export`, the last one `end` and the number of rows. ' +
      'Without secrets: hashes of keys, and the secrets and addresses of webhooks. The export is audited in the tenant.',
    produces: 'application/x-ndjson',
  })
    .input(z.object({ tenant: tenantName() }))
    .output(ndjson)
    .query(({ ctx: { runtime, principal }, input: { tenant } }) =>
      exportTenant(runtime, { tenant, actor: principal.actor }),
    ),
};
