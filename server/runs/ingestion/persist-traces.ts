/** Brings what arrived of traces together with what is kept of them, until every trace is persisted. */
import { DEFAULT_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import type { Principal } from '../../domain/principal.ts';
import { assembleEpisode, traceKey } from '../../domain/runs/traces/assemble-episode.ts';
import { isTelling, mergeStates, type TraceState } from '../../domain/runs/traces/trace-state.ts';
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
  state: TraceState;
}

/** The episode of a trace, and whether there was one before. */
interface PersistedTrace {
  episodeId: string;
  duplicate: boolean;
}

/** In each round that stores nothing, another request has stored something. */
const MAX_ROUNDS = 200;

const EPISODES_AT_ONCE = 500;

interface Plan {
  incoming: IncomingTrace;
  /** The row as it was read, or null where there was none. */
  known: TraceRow | null;
  merged: TraceState;
}

/** The traces of one export, and which of them are stored. */
interface TraceBatch {
  runtime: Runtime;
  tenant: string;
  /** Refuses agents that the sender may not act for. */
  principal: Principal;
  persisted: Map<string, PersistedTrace>;
}

/** Stores all traces; those that nothing can be made of yet are not among the answers. */
export async function persistTraces(
  runtime: Runtime,
  principal: Principal,
  incoming: IncomingTrace[],
): Promise<Map<string, PersistedTrace>> {
  const { tenant } = principal;
  const batch: TraceBatch = { runtime, tenant, principal, persisted: new Map() };
  let waiting = incoming.toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1));
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('a trace kept changing while it was being stored');
    waiting = await persistRound(batch, waiting);
  }
  return batch.persisted;
}

/** One round; answers with the traces that have to be looked at again. */
async function persistRound(batch: TraceBatch, incoming: IncomingTrace[]): Promise<IncomingTrace[]> {
  const plans = await planned(batch, incoming);
  // What is known of a trace may be megabytes: read, merged and written, each in a turn of its own.
  await nextTurn();
  const again: IncomingTrace[] = [];
  const fresh: Plan[] = [];
  const idle: Plan[] = [];
  for (const plan of plans) {
    const episodeId = plan.known?.episodeId ?? null;
    if (episodeId !== null) {
      if (!(await completed(batch, plan, episodeId))) again.push(plan.incoming);
    } else (plan.merged.run ? fresh : idle).push(plan);
  }
  for (const chunk of inChunks(fresh, EPISODES_AT_ONCE)) {
    again.push(...(await recorded(batch, chunk)));
  }
  return [...again, ...(await storeUnknownRuns(batch, idle))];
}

/**
 * What is to become of each trace. One whose episode was reflected on, so that nothing is kept of it, is
 * persisted by that.
 */
async function planned(
  { runtime, tenant, principal, persisted }: TraceBatch,
  incoming: IncomingTrace[],
): Promise<Plan[]> {
  const ids = incoming.map(({ traceId }) => traceId);
  const { read } = runtime.db;
  // In this order: an episode comes with its row, so one that is found without a row was reflected on.
  // Later spans may not name the agent, and a trace's id is unique across agents.
  const holders = await episodesOfKeys(read, tenant, ids.map(traceKey));
  requireAgents(
    principal,
    holders.map(({ agentId }) => agentId),
  );
  const episodes = new Map(holders.map(({ key, id }) => [key, id]));
  const rows = await traceStore(read, tenant).rows(ids);
  return incoming.flatMap((one) => {
    const known = rows.get(one.traceId) ?? null;
    const episodeId = episodes.get(traceKey(one.traceId));
    if (known === null && episodeId !== undefined) {
      persisted.set(one.traceId, { episodeId, duplicate: true });
      return [];
    }
    const before = known === null ? null : fromJson<TraceState>(known.state);
    const merged = before === null ? one.state : mergeStates(before, one.state);
    // Spans that are no part of a run have no agent.
    const states = [merged, ...(before === null ? [] : [before])].filter(
      (state) => state.run || isTelling(state),
    );
    requireAgents(
      principal,
      states.map(({ agent }) => agent?.value ?? DEFAULT_AGENT),
    );
    return [{ incoming: one, known, merged }];
  });
}

function toRow({ incoming, known, merged }: Plan, episodeId: string | null): TraceRow {
  return {
    traceId: incoming.traceId,
    episodeId,
    userId: merged.user?.value ?? null,
    revision: known?.revision ?? 0,
    state: toJson(merged),
  };
}

function toDraft({ runtime }: TraceBatch, { incoming, merged }: Plan): EpisodeDraft {
  return draftRedacted(runtime, assembleEpisode(incoming.traceId, merged));
}

/**
 * Completes the episode of a trace; false where it has to be looked at again. What is known already changes
 * nothing.
 */
async function completed(batch: TraceBatch, plan: Plan, episodeId: string): Promise<boolean> {
  const { runtime, tenant, persisted } = batch;
  const row = toRow(plan, episodeId);
  if (row.state !== plan.known?.state) {
    await nextTurn();
    const inTransaction = async (tx: Tx) => {
      if (!(await traceStore(tx, tenant).replace(row))) throw new RowsGone([row.traceId]);
    };
    const done = await unlessStale(() =>
      completeEpisode(runtime, tenant, { episodeId, draft: toDraft(batch, plan), inTransaction }),
    );
    if (done !== true) return false;
  }
  persisted.set(plan.incoming.traceId, { episodeId, duplicate: true });
  return true;
}

/** Keeps what spans tell of runs that have not been seen yet; most others tell nothing and leave nothing. */
async function storeUnknownRuns(batch: TraceBatch, plans: Plan[]): Promise<IncomingTrace[]> {
  const telling = plans.filter(
    (plan) => isTelling(plan.merged) && toRow(plan, null).state !== plan.known?.state,
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
 * Stores the rows of traces with their episodes. Throws {@link RowsGone} where another request was faster
 * with one.
 */
async function storeRows(
  { runtime, tenant }: TraceBatch,
  tx: Tx,
  episodeOf: Map<Plan, string | null>,
): Promise<void> {
  const store = traceStore(tx, tenant);
  const rows = [...episodeOf].map(([plan, episodeId]) => ({
    known: plan.known,
    row: toRow(plan, episodeId),
  }));
  const unknown = rows.filter(({ known }) => known === null).map(({ row }) => row);
  const added = await store.add(unknown, runtime.clock());
  if (added.size < unknown.length) throw new RowsGone([]);
  for (const { known, row } of rows) {
    if (known !== null && !(await store.replace(row))) throw new RowsGone([row.traceId]);
  }
}

/**
 * Records the episodes of traces that have none, all in one transaction; answers with those to be looked at
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
  return plans.flatMap(({ incoming }, index) => {
    const result = results[index];
    if (result === undefined || result.duplicate) return [incoming];
    persisted.set(incoming.traceId, { episodeId: result.episode_id, duplicate: false });
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
