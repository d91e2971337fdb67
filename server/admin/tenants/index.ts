/** Tenants for the operator of a gateway: listed, limited, exported, deleted. */
export { deleteTenant, eraseTenantRows, forgetDeletedTenants } from './delete-tenant.ts';
export { exportTenant, listTenants, setQuota } from './manage-tenants.ts';
