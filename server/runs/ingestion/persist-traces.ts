/** Brings what arrived of traces together with what is kept of them, until every run is persisted. */
import { DEFAULT_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import type { Principal } from '../../domain/principal.ts';
import { assembleEpisode, rowKey, traceKey } from '../../domain/runs/traces/assemble-episode.ts';
import {
  findRuns,
  isTellingForest,
  mergeAllForests,
  readStored,
  type StoredForest,
  type TracedRun,
  type TraceForest,
  touchedRuns,
} from '../../domain/runs/traces/trace-forest.ts';
import { requireAgents } from '../../platform/bound-agents.ts';
import { fromJson, isRowsGone, RowsGone, type Tx, toJson } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { withinQuota } from '../../platform/tenants/quotas.ts';
import { nextTurn } from '../../platform/turns.ts';
import {
  completeEpisode,
  draftRedacted,
  type EpisodeDraft,
  episodesOfKeys,
  recordEpisodes,
} from '../episodes/index.ts';
import { type TraceRow, traceStore } from './store.ts';

/** What arrived of a trace, redacted. */
export interface IncomingTrace {
  traceId: string;
  forest: TraceForest;
}

/** The episode of a run, and whether there was one before. */
interface PersistedRun {
  episodeId: string;
  duplicate: boolean;
}

/** In each round that stores nothing, another request has stored something. */
const MAX_ROUNDS = 200;

const EPISODES_AT_ONCE = 500;

/** A row of a trace as it was, and what it is to hold. */
interface Plan {
  incoming: IncomingTrace;
  rowId: string;
  known: TraceRow | null;
  /** A row whose run is no longer apart, and whose episode this run goes on with. */
  before: TraceRow | null;
  /** Null for what belongs to no run yet. */
  run: TracedRun | null;
  kept: StoredForest;
}

/** The traces of one export, and which of their runs are stored. */
interface TraceBatch {
  runtime: Runtime;
  tenant: string;
  /** Refuses agents that the sender may not act for. */
  principal: Principal;
  persisted: Map<string, Map<string, PersistedRun>>;
}

/** Stores all traces; those that nothing can be made of yet have no answers. */
export async function persistTraces(
  runtime: Runtime,
  principal: Principal,
  incoming: IncomingTrace[],
): Promise<Map<string, PersistedRun[]>> {
  const { tenant } = principal;
  const batch: TraceBatch = { runtime, tenant, principal, persisted: new Map() };
  let waiting = incoming.toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1));
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('a trace kept changing while it was being stored');
    waiting = await persistRound(batch, waiting);
  }
  return new Map([...batch.persisted].map(([traceId, runs]) => [traceId, [...runs.values()]]));
}

/** One round; answers with the traces that have to be looked at again. */
async function persistRound(batch: TraceBatch, incoming: IncomingTrace[]): Promise<IncomingTrace[]> {
  const plans = await makePlans(batch, incoming);
  // What is known of a trace may be megabytes: read, merged and written, each in a turn of its own.
  await nextTurn();
  const again = new Set<IncomingTrace>();
  const fresh: Plan[] = [];
  const idle: Plan[] = [];
  for (const plan of plans) {
    const episodeId = episodeOf(plan);
    if (episodeId === null) (plan.run === null ? idle : fresh).push(plan);
    else if (!(await completed(batch, plan, episodeId))) again.add(plan.incoming);
  }
  for (const chunk of inChunks(fresh, EPISODES_AT_ONCE)) {
    for (const one of await recorded(batch, chunk)) again.add(one);
  }
  // What was kept with the trace has its own row before it leaves that of the trace.
  const settled = idle.filter((plan) => !again.has(plan.incoming));
  for (const one of await storeUnknownRuns(batch, settled)) again.add(one);
  return [...again];
}

function episodeOf({ run, known, before }: Plan): string | null {
  return run === null ? null : (known?.episodeId ?? before?.episodeId ?? null);
}

/**
 * What is to become of each row. A run whose episode was reflected on, so that nothing is kept of it, is
 * persisted by that.
 */
async function makePlans(batch: TraceBatch, incoming: IncomingTrace[]): Promise<Plan[]> {
  const store = traceStore(batch.runtime.db.read, batch.tenant);
  const rows = await store.rows(incoming.map(({ traceId }) => traceId));
  const merged = incoming.map((one) => {
    const main = readRow(rows.get(one.traceId));
    const forest = mergeAllForests([main, one.forest]);
    const own = findRuns(forest).map(({ key }) => key);
    const keys = new Set([...touchedRuns(forest, main.runs), ...own]);
    keys.delete('');
    return { one, main, forest, keys: [...keys] };
  });
  const own = await store.rows(
    merged.flatMap(({ one, keys }) => keys.map((key) => rowKey(one.traceId, key))),
  );
  const plans = merged.flatMap(({ one, main, forest, keys }) => {
    const known = keys.flatMap((key) => own.get(rowKey(one.traceId, key)) ?? []);
    const whole = mergeAllForests([forest, ...known.map(readRow)]);
    return plansOf(one, { main, mainRow: rows.get(one.traceId) ?? null, known, forest: whole });
  });
  const stored = [...rows.values(), ...own.values()].map(readRow);
  const named = [...stored, ...merged.map(({ forest }) => forest)].flatMap(({ parts }) =>
    Object.values(parts).flatMap(({ agent }) => agent?.value ?? []),
  );
  const runs = [...stored.flatMap(findRuns), ...plans.flatMap(({ run }) => run ?? [])];
  requireAgents(batch.principal, [...named, ...runs.map(({ state }) => agentOf(state))]);
  return await withoutReflected(batch, plans);
}

/** The agent whose run it becomes. */
function agentOf({ agent, named }: TracedRun['state']): string {
  return agent?.value ?? named?.value ?? DEFAULT_AGENT;
}

function readRow(row: TraceRow | undefined): StoredForest {
  return row === undefined ? { nodes: [], parts: {}, runs: [] } : readStored(fromJson(row.state));
}

interface KnownTrace {
  main: StoredForest;
  mainRow: TraceRow | null;
  /** The rows of its runs that are at hand. */
  known: TraceRow[];
  forest: TraceForest;
}

/** A row for each run that is apart, and last the row of the trace. */
function plansOf(incoming: IncomingTrace, { main, mainRow, known, forest }: KnownTrace): Plan[] {
  const { traceId } = incoming;
  const runs = findRuns(forest);
  const rest = { ...forest.parts };
  const rowIds = new Set(runs.map(({ key }) => rowKey(traceId, key)));
  const left = known.filter((row) => !rowIds.has(row.traceId));
  const isMainRun = rowIds.has(traceId);
  if (!isMainRun && mainRow?.episodeId != null) left.unshift(mainRow);
  const apart = runs.filter(({ key }) => key !== '');
  const plans = apart.map((run): Plan => {
    const rowId = rowKey(traceId, run.key);
    const { [run.key]: own } = rest;
    delete rest[run.key];
    const row = known.find((one) => one.traceId === rowId) ?? null;
    const kept = { nodes: [], parts: own === undefined ? {} : { [run.key]: own }, runs: [] };
    return { incoming, rowId, known: row, before: row === null ? (left.shift() ?? null) : null, run, kept };
  });
  const gone = new Set(known.filter((row) => !rowIds.has(row.traceId)).map((row) => row.traceId));
  const earlier = main.runs.filter((key) => !gone.has(rowKey(traceId, key)));
  const names = [...new Set([...earlier, ...apart.map(({ key }) => key)])].toSorted();
  const run = runs.find(({ key }) => key === '') ?? null;
  const before = mainRow?.episodeId == null ? (left[0] ?? null) : null;
  const kept = { nodes: forest.nodes, parts: rest, runs: names };
  return [
    ...plans,
    { incoming, rowId: traceId, known: mainRow, before: run === null ? null : before, run, kept },
  ];
}

async function withoutReflected(
  { runtime, tenant, principal, persisted }: TraceBatch,
  plans: Plan[],
): Promise<Plan[]> {
  const { read } = runtime.db;
  const unknown = plans.filter((plan) => plan.run !== null && plan.known === null);
  const holders = await episodesOfKeys(read, tenant, unknown.map(keyOf));
  // Later spans may not name the agent, and a trace's id is unique across agents.
  requireAgents(
    principal,
    holders.map(({ agentId }) => agentId),
  );
  const episodes = new Map(holders.map(({ key, id }) => [key, id]));
  const ids = plans.map(({ rowId }) => rowId);
  // An episode comes with its row, so one that is found while its row is still missing was reflected on.
  const rows = episodes.size === 0 ? new Map<string, TraceRow>() : await traceStore(read, tenant).rows(ids);
  return plans.filter((plan) => {
    const episodeId = unknown.includes(plan) ? episodes.get(keyOf(plan)) : undefined;
    if (episodeId === undefined || rows.has(plan.rowId)) return true;
    note(persisted, plan, { episodeId, duplicate: true });
    return false;
  });
}

function keyOf({ incoming, run }: Plan): string {
  return traceKey(incoming.traceId, run?.key ?? '');
}

function note(persisted: TraceBatch['persisted'], { incoming, run }: Plan, found: PersistedRun): void {
  const runs = persisted.get(incoming.traceId) ?? new Map<string, PersistedRun>();
  const key = run?.key ?? '';
  // Looked at again, a run that this export has recorded stays new.
  if (!runs.has(key)) runs.set(key, found);
  persisted.set(incoming.traceId, runs);
}

function toRow({ rowId, known, run, kept }: Plan, episodeId: string | null): TraceRow {
  return {
    traceId: rowId,
    episodeId,
    userId: (run?.state ?? Object.values(kept.parts).find(({ user }) => user !== null))?.user?.value ?? null,
    revision: known?.revision ?? 0,
    state: toJson(kept),
  };
}

function toDraft({ runtime }: TraceBatch, { incoming, run }: Plan): EpisodeDraft {
  if (run === null) throw new Error('there is no run to make an episode of');
  return draftRedacted(runtime, assembleEpisode(incoming.traceId, run));
}

/**
 * Completes the episode of a run; false where it has to be looked at again. What is known already changes
 * nothing.
 */
async function completed(batch: TraceBatch, plan: Plan, episodeId: string): Promise<boolean> {
  const { runtime, tenant, persisted } = batch;
  const row = toRow(plan, episodeId);
  if (row.state !== plan.known?.state || plan.known.episodeId !== episodeId) {
    await nextTurn();
    const inTransaction = async (tx: Tx) => await storeRows(batch, tx, new Map([[plan, episodeId]]));
    const done = await unlessStale(() =>
      completeEpisode(runtime, tenant, { episodeId, draft: toDraft(batch, plan), inTransaction }),
    );
    if (done !== true) return false;
  }
  note(persisted, plan, { episodeId, duplicate: true });
  return true;
}

/** Keeps what spans tell of runs that have not been seen yet; most others tell nothing and leave nothing. */
async function storeUnknownRuns(batch: TraceBatch, plans: Plan[]): Promise<IncomingTrace[]> {
  const telling = plans.filter(
    (plan) =>
      (plan.kept.runs.length > 0 || isTellingForest(plan.kept)) &&
      (toRow(plan, null).state !== plan.known?.state || plan.known.episodeId !== null),
  );
  if (telling.length === 0) return [];
  const none = new Map<Plan, string | null>(telling.map((plan) => [plan, null]));
  const isStored = await unlessStale(async () => {
    await batch.runtime.db.write((tx) => storeRows(batch, tx, none));
    return true;
  });
  return isStored === null ? telling.map(({ incoming }) => incoming) : [];
}

/**
 * Stores the rows of runs with their episodes. Throws {@link RowsGone} where another request was faster
 * with one.
 */
async function storeRows(
  { runtime, tenant }: TraceBatch,
  tx: Tx,
  episodeOf: Map<Plan, string | null>,
): Promise<void> {
  const store = traceStore(tx, tenant);
  const rows = [...episodeOf].map(([plan, episodeId]) => ({ ...plan, row: toRow(plan, episodeId) }));
  const unknown = rows.filter(({ known }) => known === null).map(({ row }) => row);
  const added = await store.add(unknown, runtime.clock());
  if (added.size < unknown.length) throw new RowsGone([]);
  for (const { known, row, before, incoming } of rows) {
    if (known !== null && !(await store.replace(row))) throw new RowsGone([row.traceId]);
    // The row of the trace stays; what it is to hold is stored last.
    if (before === null || before.traceId === incoming.traceId) continue;
    if (!(await store.remove(before))) throw new RowsGone([before.traceId]);
  }
}

/**
 * Records the episodes of runs that have none, all in one transaction; answers with the traces to be looked at
 * again.
 */
async function recorded(batch: TraceBatch, plans: Plan[]): Promise<IncomingTrace[]> {
  const { runtime, tenant, persisted } = batch;
  const drafts = plans.map((plan) => toDraft(batch, plan));
  const record = () =>
    recordEpisodes(runtime, tenant, drafts, async (tx, added) => {
      const own = plans.map((plan, index): [Plan, string] => [plan, drafts[index]?.row.id ?? '']);
      await storeRows(batch, tx, new Map(own.filter(([, id]) => added.has(id))));
    });
  const results = await unlessStale(() =>
    withinQuota(
      runtime,
      tenant,
      { name: 'episodesPerDay', count: plans.length },
      { work: record, storedBy: (stored) => stored.filter(({ duplicate }) => !duplicate).length },
    ),
  );
  if (results === null) return plans.map(({ incoming }) => incoming);
  return plans.flatMap((plan, index) => {
    const result = results[index];
    if (result === undefined || result.duplicate) return [plan.incoming];
    note(persisted, plan, { episodeId: result.episode_id, duplicate: false });
    return [];
  });
}

async function unlessStale<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isRowsGone(error)) return null;
    throw error;
  }
}
