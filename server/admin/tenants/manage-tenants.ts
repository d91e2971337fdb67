/** Tenants for the operator of a gateway: listed, limited, exported. */
import { writeAudit } from '../../audit/index.ts';
import type { Quota, TenantView } from '../../domain/admin/tenant.ts';
import { snakeCase } from '../../domain/camel-case.ts';
import { notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tenantRulesChanged } from '../../platform/tenants/rules.ts';
import { quotaStore } from '../../platform/tenants/store.ts';
import { EXPORTED_MODELS, readable, wholeTenantStore } from '../erasure/index.ts';
import { tenantStore, tenantsStore } from './store.ts';

/** A page of tenants by name, with what each has stored. It reads no runs, however many there are. */
export async function listTenants(
  { db, clock }: Runtime,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<TenantView>> {
  const store = tenantsStore(db.read);
  const found = await store.after(cursor ?? '', limit + 1);
  const tenants = found.slice(0, limit);
  const items = tenants.length === 0 ? [] : await store.describe(tenants, clock());
  return { items, nextCursor: found.length > limit ? (tenants.at(-1) ?? null) : null };
}

const toDetails = (quota: Quota) =>
  Object.fromEntries(Object.entries(quota).map(([name, value]) => [snakeCase(name), value]));

/**
 * Replaces all limits of a tenant, which need not have stored anything. They hold at once here, and within some seconds
 * in other processes.
 */
export async function setQuota(
  runtime: Runtime,
  { tenant, actor }: { tenant: string; actor: string },
  quota: Quota,
): Promise<Quota> {
  await runtime.db.write(async (tx) => {
    const before = await quotaStore(tx, tenant).read();
    await tenantStore(tx, tenant).setQuota(quota, { changedBy: actor, changedAt: runtime.clock() });
    const details = { before: toDetails(before), after: toDetails(quota) };
    const resource = `tenant:${tenant}` as const;
    await writeAudit(runtime, tx, { tenant, actor }, { action: 'tenant.quota_changed', resource, details });
    tenantRulesChanged(runtime, tx);
  });
  return quota;
}

/** The version of the export's format, in docs/operations.md. */
const FORMAT = 1;

/**
 * Starts an export of all that is stored of a tenant, as lines of JSON at the reader's pace. It is audited in the tenant
 * before its first line leaves. Throws 404 where nothing is stored.
 */
export async function exportTenant(
  runtime: Runtime,
  { tenant, actor }: { tenant: string; actor: string },
): Promise<AsyncIterable<string>> {
  if (!(await wholeTenantStore(runtime.db.read, tenant).hasRows())) throw notFound('tenant');
  const event = { action: 'tenant.exported', resource: `tenant:${tenant}` } as const;
  await runtime.db.write((tx) => writeAudit(runtime, tx, { tenant, actor }, event));
  return exportLines(runtime, tenant);
}

const toLine = (type: string, fields: object): string => `${JSON.stringify({ type, ...fields })}\n`;

async function* exportLines({ db, clock }: Runtime, tenant: string): AsyncGenerator<string> {
  yield toLine('export', { format: FORMAT, tenant, at: clock().toISOString() });
  const store = wholeTenantStore(db.read, tenant);
  const rows: Record<string, number> = {};
  for (const model of EXPORTED_MODELS) {
    let page = await store.rowsAfter(model, null);
    while (page.length > 0) {
      rows[model] = (rows[model] ?? 0) + page.length;
      yield page.map(({ row }) => toLine(model, readable(row))).join('');
      page = await store.rowsAfter(model, page.at(-1)?.key ?? []);
    }
  }
  yield toLine('end', { rows });
}
