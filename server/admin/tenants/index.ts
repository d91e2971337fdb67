/** Tenants for the operator of a gateway: listed, limited, exported, deleted. */
export { deleteTenant, eraseTenantRows, forgetDeletedTenants } from './delete-tenant.ts';
export { exportTenant } from './export-tenant.ts';
export { listDeletions, listTenants } from './list-tenants.ts';
export { setQuota } from './set-quota.ts';
