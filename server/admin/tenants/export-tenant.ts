/** All that is stored of a tenant, as lines of JSON, page by page at the reader's pace. */
import { writeAudit } from '../../audit/index.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { EXPORTED_MODELS, readable, wholeTenantStore } from '../erasure/index.ts';

/** The version of the format, in docs/operations.md. */
const FORMAT = 1;

/** Starts an export, which is audited in the tenant before its first line leaves. Throws 404 where nothing is stored. */
export async function exportTenant(
  runtime: Runtime,
  { tenant, actor }: { tenant: string; actor: string },
): Promise<AsyncIterable<string>> {
  if (!(await wholeTenantStore(runtime.db.read, tenant).hasRows())) throw notFound('tenant');
  const event = { action: 'tenant.exported', resource: `tenant:${tenant}` } as const;
  await runtime.db.write((tx) => writeAudit(runtime, tx, { tenant, actor }, event));
  return exportLines(runtime, tenant);
}

const line = (type: string, fields: object): string => `${JSON.stringify({ type, ...fields })}\n`;

async function* exportLines({ db, clock }: Runtime, tenant: string): AsyncGenerator<string> {
  yield line('export', { format: FORMAT, tenant, at: clock().toISOString() });
  const store = wholeTenantStore(db.read, tenant);
  const rows: Record<string, number> = {};
  for (const model of EXPORTED_MODELS) {
    let page = await store.rowsAfter(model, null);
    while (page.length > 0) {
      rows[model] = (rows[model] ?? 0) + page.length;
      yield page.map(({ row }) => line(model, readable(row))).join('');
      page = await store.rowsAfter(model, page.at(-1)?.key ?? []);
    }
  }
  yield line('end', { rows });
}
