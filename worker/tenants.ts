/**
 * `npm run tenants`: what the operator's page does, as a command. A deletion is a job: a gateway's or a standalone worker
 * does it.
 */
import { createWriteStream } from 'node:fs';
import { stdout } from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  deleteTenant,
  exportTenant,
  listDeletions,
  listTenants,
  setQuota,
} from '../server/admin/tenants/index.ts';
import { type Quota, type TenantView, toQuota } from '../server/domain/admin/tenant.ts';
import { isTenant, TENANT_FORM } from '../server/domain/principal.ts';
import { isServiceError } from '../server/platform/errors.ts';
import { processRuntime } from '../server/platform/process-runtime.ts';
import type { Runtime } from '../server/platform/runtime.ts';

const USAGE = `usage: npm run tenants -- list
       npm run tenants -- quota <tenant> [--episodes-per-day N] [--memories N] [--skills N] [--tokens-per-day N]
         replaces all limits: one that is not given is none
       npm run tenants -- export <tenant> <file>
       npm run tenants -- delete <tenant> --confirm <tenant>`;

class UsageError extends Error {}

/** As audit entries and receipts name who uses the command. */
const ACTOR = 'operator:command';
const PAGE = 200;
const COLUMNS = [
  'agents',
  'episodes',
  'episodesToday',
  'memories',
  'skills',
  'apiKeys',
  'tokensToday',
  'bytes',
] as const;

async function list(runtime: Runtime): Promise<void> {
  stdout.write(`tenant\t${COLUMNS.join('\t')}\tquota\n`);
  for (let cursor: string | null = null; ; ) {
    const page: { items: TenantView[]; nextCursor: string | null } = await listTenants(runtime, {
      cursor,
      limit: PAGE,
    });
    for (const view of page.items) {
      const state = view.deletion === null ? quotaText(view.quota) : 'being deleted';
      stdout.write(`${view.tenant}\t${COLUMNS.map((name) => view[name]).join('\t')}\t${state}\n`);
    }
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  for (const { tenant, requestedBy, requestedAt, finishedAt, removed } of await listDeletions(runtime)) {
    const rows = Object.values(removed).reduce((sum, count) => sum + count, 0);
    const end = finishedAt === null ? 'under way' : `deleted ${finishedAt}`;
    stdout.write(`# ${tenant}: ${end}, asked for ${requestedAt} by ${requestedBy}, ${rows} rows\n`);
  }
}

const quotaText = (quota: Quota): string =>
  Object.entries(quota)
    .flatMap(([name, limit]) => (limit === null ? [] : [`${name} ${limit}`]))
    .join(', ') || 'none';

function limitOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${text} is not a whole number below 1,000,000,000`);
  return Number(text);
}

const OPTIONS = {
  'episodes-per-day': { type: 'string' },
  memories: { type: 'string' },
  skills: { type: 'string' },
  'tokens-per-day': { type: 'string' },
  confirm: { type: 'string' },
} as const;

async function act(runtime: Runtime, args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [verb = '', tenant = '', file = ''] = positionals;
  if (verb === 'list') {
    await list(runtime);
    return '';
  }
  if (!isTenant(tenant)) throw new UsageError(`a tenant is ${TENANT_FORM}\n${USAGE}`);
  const who = { tenant, actor: ACTOR };
  if (verb === 'quota') {
    const quota = toQuota({
      ...{ episodes_per_day: limitOf(values['episodes-per-day']), memories: limitOf(values.memories) },
      ...{ skills: limitOf(values.skills), tokens_per_day: limitOf(values['tokens-per-day']) },
    });
    return `quota of ${tenant}: ${quotaText(await setQuota(runtime, who, quota))}`;
  }
  if (verb === 'export' && file !== '') {
    const lines = Readable.from(await exportTenant(runtime, who));
    await pipeline(lines, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return `${tenant} is exported to ${file}`;
  }
  if (verb !== 'delete') throw new UsageError(USAGE);
  if (values.confirm !== tenant)
    throw new UsageError(`to delete it with everything, add: --confirm ${tenant}`);
  await deleteTenant(runtime, tenant, { home: null, actor: ACTOR });
  return `${tenant} is being deleted by a worker; npm run tenants -- list shows how far it is`;
}

async function main(): Promise<void> {
  const own = process.argv.findIndex((word) => word.endsWith('tenants.ts'));
  const runtime = await processRuntime('whetstone-tenants');
  try {
    const done = await act(runtime, process.argv.slice(own + 1));
    if (done !== '') stdout.write(`${done}\n`);
  } finally {
    await runtime.db.close();
  }
}

try {
  await main();
} catch (error) {
  const detail = isServiceError(error)
    ? error.detail
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`${detail}\n`);
  process.exitCode = 1;
}
