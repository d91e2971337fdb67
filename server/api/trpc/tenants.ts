/** Tenants for the operator's page, and the export of one as a file. */
import { z } from 'zod';
import { exportTenant, listTenants } from '../../admin/tenants/index.ts';
import { isTenant, OPERATOR_ONLY } from '../../domain/principal.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import { errorResponse, toStream } from '../../platform/http/fetch-adapter.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateRequest } from '../auth/index.ts';
import { tenantOperations } from '../operations/tenants.ts';
import { paging, procedure, router } from './fields.ts';

export const tenantRouter = router({
  list: procedure('operator')
    .input(z.object(paging))
    .query(({ ctx, input }) => listTenants(ctx.runtime, input)),
  setQuota: tenantOperations.setTenantQuota,
  remove: tenantOperations.deleteTenant,
});

/** `?tenant=<name>`; for the operator. */
export async function answerTenantExport(runtime: Runtime, request: Request): Promise<Response> {
  noteRequest({ route: '/api/tenant-export' });
  try {
    const principal = await authenticateRequest(runtime, request);
    admitPrincipal(runtime, principal);
    if (principal.operator === undefined) throw new ServiceError('forbidden', OPERATOR_ONLY);
    const tenant = new URL(request.url).searchParams.get('tenant') ?? '';
    if (!isTenant(tenant)) throw notFound('tenant');
    const lines = await exportTenant(runtime, { tenant, actor: principal.actor });
    const name = `${tenant.replaceAll(/[^\w.-]+/g, '_')}-${runtime.clock().toISOString().slice(0, 10)}.ndjson`;
    return new Response(toStream(lines), {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    return errorResponse(error, runtime.log);
  }
}
