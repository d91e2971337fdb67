/** Contract cases of what only the operator may do. */
import { type Caller, type ContractCase, fresh } from './contract-case.ts';

/** A tenant with something stored; its name. */
async function aTenant(as: Caller): Promise<string> {
  const tenant = fresh('customer of ours');
  const path = `/v1/admin/tenants/${encodeURIComponent(tenant)}/quota`;
  await as({ method: 'PUT', path, body: { memories: 5 } }, 'operator');
  return encodeURIComponent(tenant);
}

const of = (tenant: string, rest = '') => `/v1/admin/tenants/${tenant}${rest}`;

export const TENANT_CASES: Record<string, ContractCase> = {
  listTenants: {
    async valid(as) {
      await aTenant(as);
      return { method: 'GET', path: '/v1/admin/tenants' };
    },
    invalid: { method: 'GET', path: '/v1/admin/tenants?limit=0' },
    foreign: 'isolated',
  },
  setTenantQuota: {
    valid: async (as) => ({
      ...{ method: 'PUT' as const, path: of(await aTenant(as), '/quota') },
      body: { episodes_per_day: 100, tokens_per_day: null },
    }),
    invalid: { method: 'PUT', path: of('acme', '/quota'), body: { memories: -1 } },
    foreign: 'isolated',
  },
  deleteTenant: {
    valid: async (as) => ({ method: 'DELETE', path: of(await aTenant(as)) }),
    invalid: { method: 'DELETE', path: of('%20acme') },
    foreign: 'isolated',
  },
  exportTenant: {
    valid: async (as) => ({ method: 'GET', path: of(await aTenant(as), '/export') }),
    invalid: { method: 'GET', path: of('%20acme', '/export') },
    foreign: 'isolated',
  },
};
