/** Asks for rehearsals, shows, cancels and removes them. */

import { writeAudit } from '../../audit/index.ts';
import { isOpen, type Rehearsal, type RehearsalItem } from '../../domain/admin/rehearsal/rehearsal.ts';
import { SETTING_NAMES } from '../../domain/admin/rehearsal/setting-names.ts';
import type { PolicyChanges, PolicySettings } from '../../domain/admin/rehearsal/settings.ts';
import { summaryOf } from '../../domain/admin/rehearsal/summary.ts';
import { snakeCase } from '../../domain/camel-case.ts';
import type { Principal } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { invalid, notFound, ServiceError } from '../../platform/errors.ts';
import { momentOf, type Page, pageOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readHeadlinesOf } from '../../skills/library/index.ts';
import { presentSettings } from '../policy/index.ts';
import type { StoredResult } from './collect.ts';
import { readQueries } from './past-store.ts';
import { type RehearsalRecord, rehearsalStore } from './store.ts';

/** Rehearsals of a tenant that may wait or run at once. */
const MOST_OPEN = 5;

/** Today's settings with those that would be different. */
function withChanges(today: PolicySettings, changes: PolicyChanges): PolicySettings {
  const named = new Map(Object.entries(changes));
  const changed = SETTING_NAMES.flatMap((name) => {
    const value = named.get(snakeCase(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  // Each value is of its setting: the schema of the changes has the same fields.
  return { ...today, ...Object.fromEntries(changed) };
}

interface RehearsalRequest {
  settings: PolicyChanges;
  days: number;
  agent_id?: string | null | undefined;
}

/**
 * Asks for a rehearsal, which a worker does. 422 where the settings contradict each other; conflict where too many are
 * under way.
 */
export async function startRehearsal(
  runtime: Runtime,
  principal: Principal,
  { settings: changes, days, agent_id: agentId = null }: RehearsalRequest,
): Promise<RehearsalItem> {
  const { tenant, actor } = principal;
  const today = await presentSettings(runtime, principal);
  const settings = withChanges(today, changes);
  if (settings.canaryMaxSamples < settings.canaryMinSamples) {
    throw invalid(
      ['body', 'settings', 'canary_max_samples'],
      'must not be below canary_min_samples',
      'value_error',
    );
  }
  const until = runtime.clock();
  const record: RehearsalRecord = {
    ...{ id: runtime.newId('rehearsal'), agentId, status: 'queued', days, settings, today, until },
    ...{ since: new Date(until.getTime() - days * DAY_MS), createdAt: until, endedAt: null },
    ...{ progress: null, error: null, createdBy: actor },
  };
  await runtime.db.write(async (tx) => {
    const store = rehearsalStore(tx, tenant);
    if ((await store.countOpen()) >= MOST_OPEN) {
      throw new ServiceError('conflict', `${MOST_OPEN} rehearsals are under way: wait for one, or cancel it`);
    }
    await store.add(record);
    const details = { days, agent_id: agentId, settings: changes };
    await writeAudit(
      runtime,
      tx,
      { tenant, actor },
      {
        ...{ action: 'rehearsal.started', resource: `rehearsal:${record.id}`, details },
      },
    );
    await enqueueJob(runtime, tx, { kind: 'rehearse', tenant });
  });
  return toItem(record, null);
}

/** A page of rehearsals without their results, newest first. */
export async function listRehearsals(
  runtime: Runtime,
  { tenant }: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<RehearsalItem>> {
  const rows = await rehearsalStore(runtime.db.read, tenant).newest(limit + 1, momentOf(cursor));
  return pageOf(rows, limit, {
    show: ({ record, result }) => toItem(record, result),
    place: ({ record }) => ({ key: record.createdAt, id: record.id }),
  });
}

/** One with its result, and what the changesets in it say and the recalls asked. Unknown: `rehearsal not found`. */
export async function readRehearsal(runtime: Runtime, { tenant }: Principal, id: string): Promise<Rehearsal> {
  const found = await rehearsalStore(runtime.db.read, tenant).find(id);
  if (found === null) throw notFound('rehearsal');
  const { record, result } = found;
  return {
    ...toItem(record, result),
    result: result === null ? null : await describeResult(runtime, tenant, result),
  };
}

async function describeResult(
  runtime: Runtime,
  tenant: string,
  result: StoredResult,
): Promise<Rehearsal['result']> {
  const { changesets, canaries, recalls } = result;
  const named = [...changesets.differences, ...canaries.canaries].map(({ changesetId }) => changesetId);
  const headlines = await readHeadlinesOf(runtime.db.read, tenant, named);
  const sentenceOf = (id: string) => {
    const headline = headlines.get(id);
    if (headline === undefined) return null;
    const text = headline.parts.filter(({ kind }) => kind !== 'removed' || headline.kind === 'removed');
    return text.map((part) => part.text).join('') || headline.counts;
  };
  const withSentence = <Row extends { changesetId: string }>(row: Row) => ({
    ...row,
    sentence: sentenceOf(row.changesetId),
  });
  const { examples } = recalls;
  const queries = await readQueries(
    runtime.db.read,
    tenant,
    examples.map(({ recallId }) => recallId),
  );
  const withQuery = (example: (typeof examples)[number]) => ({
    ...example,
    query: queries.get(example.recallId) ?? null,
  });
  return {
    ...result,
    recalls: { ...recalls, examples: examples.map(withQuery) },
    changesets: { ...changesets, differences: changesets.differences.map(withSentence) },
    canaries: { ...canaries, canaries: canaries.canaries.map(withSentence) },
  };
}

function toItem(
  { since, until, createdAt, endedAt, ...record }: RehearsalRecord,
  result: StoredResult | null,
) {
  return {
    ...record,
    summary: result === null ? null : summaryOf(result, record),
    since: since.toISOString(),
    until: until.toISOString(),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Cancels one that waits or runs; its worker stops after its batch. Conflict where it has ended. */
export async function cancelRehearsal(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<RehearsalItem> {
  const { tenant } = principal;
  return await runtime.db.write(async (tx) => {
    const store = rehearsalStore(tx, tenant);
    const found = await store.find(id);
    if (found === null) throw notFound('rehearsal');
    const at = runtime.clock();
    if (!(await store.end(id, { status: 'cancelled', at }))) {
      throw new ServiceError('conflict', `the rehearsal is ${found.record.status}`);
    }
    await writeAudit(runtime, tx, principal, { action: 'rehearsal.cancelled', resource: `rehearsal:${id}` });
    return toItem({ ...found.record, status: 'cancelled', progress: null, endedAt: at }, null);
  });
}

/** Removes one that has ended. Conflict where it has not. */
export async function removeRehearsal(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const store = rehearsalStore(tx, tenant);
    const found = await store.find(id);
    if (found === null) throw notFound('rehearsal');
    if (isOpen(found.record.status) || !(await store.remove(id))) {
      throw new ServiceError('conflict', 'the rehearsal is under way: cancel it first');
    }
    await writeAudit(runtime, tx, principal, { action: 'rehearsal.deleted', resource: `rehearsal:${id}` });
  });
}
