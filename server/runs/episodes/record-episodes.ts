/**
 * Records any number of episodes of a tenant at once: rows, credit, totals and the jobs they call for in one
 * transaction, all or none. A single episode and a batch take this same path, so they cannot differ in what
 * they count.
 */

import type { RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
import { type ShownRule, wasFollowed } from '../../domain/moments/was-followed.ts';
import type { Principal } from '../../domain/principal.ts';
import type { ToolCall } from '../../domain/runs/episodes/episode.ts';
import {
  type BatchOut,
  type EpisodeIn,
  type EpisodeOut,
  MAX_BATCH,
} from '../../domain/runs/episodes/episode-in.ts';
import { enqueueJobs } from '../../jobs/index.ts';
import { fromJson, type Tx, toJson } from '../../platform/db/database.ts';
import { groupWrites } from '../../platform/db/write-group.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { withinQuota } from '../../platform/tenants/quotas.ts';
import { callKey, claimRecalls } from '../recall/index.ts';
import { creditEpisodes, type EpisodeCredit } from '../rewards/index.ts';
import { draftEpisode, draftEpisodes, type EpisodeDraft } from './draft-episode.ts';
import { dueJobs } from './due-jobs.ts';
import { type Attribution, findAttributions, withoutCredit } from './find-attributions.ts';
import { type EpisodeRow, episodeStore, episodesOfKeys } from './store.ts';

// Idempotency: of all requests of an agent with one key, at any time and in any process, exactly one adds a row and the
// others find it. The unique key decides, never a look-up before the insert.

/**
 * A row can vanish between the insert that met it and the look-up (an erasure, a purge); then the key is free
 * again.
 */
const MAX_ROUNDS = 5;

interface InsertResult {
  added: Set<string>;
  /** The episode that holds each key of the rows, by {@link agentKey}. */
  idOfKey: Map<string, string>;
}

/**
 * Adds the rows whose key is free and finds the episodes that hold the other keys. No key may occur twice.
 */
async function addOrFind(tx: Tx, tenant: string, rows: EpisodeRow[]): Promise<InsertResult> {
  const store = episodeStore(tx, tenant);
  const added = new Set<string>();
  const idOfKey = new Map<string, string>();
  let waiting = rows.toSorted(byKey);
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('an idempotency key was neither free nor taken');
    for (const id of await store.add(waiting)) added.add(id);
    for (const row of waiting) if (added.has(row.id)) idOfKey.set(agentKey(row), row.id);
    const taken = waiting.filter(({ id }) => !added.has(id));
    if (taken.length === 0) break;
    const keys = taken.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    for (const { key, agentId, id } of await episodesOfKeys(tx, tenant, keys)) {
      idOfKey.set(agentKey({ agentId, idempotencyKey: key }), id);
    }
    waiting = taken.filter((row) => !idOfKey.has(agentKey(row)));
  }
  return { added, idOfKey };
}

type KeyedRow = Pick<EpisodeRow, 'agentId' | 'idempotencyKey'>;

/** Identifies a key within its tenant; no agent's id contains a line break. */
function agentKey({ agentId, idempotencyKey }: KeyedRow): string {
  return `${agentId}\n${idempotencyKey ?? ''}`;
}

function byKey(a: EpisodeRow, b: EpisodeRow): number {
  if (agentKey(a) === agentKey(b)) return 0;
  return agentKey(a) < agentKey(b) ? -1 : 1;
}

/** What became of a draft. */
interface RecordResult {
  episode_id: string;
  reflection_scheduled: boolean;
  /**
   * Whether the idempotency key was taken, so that nothing was recorded and the id is that of the first
   * episode.
   */
  duplicate: boolean;
}

interface AttributedDraft {
  draft: EpisodeDraft;
  attribution: Attribution;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * What is written in the same transaction, given the ids of those episodes that are new. Throwing records
 * nothing.
 */
type InTransaction = (tx: Tx, added: ReadonlySet<string>) => Promise<void>;

/**
 * Records `drafts`; the answers are in their order. What was recorded before, or twice among them, is
 * recorded once.
 */
export async function recordEpisodes(
  runtime: Runtime,
  tenant: string,
  drafts: EpisodeDraft[],
  inTransaction?: InTransaction,
): Promise<RecordResult[]> {
  const candidates = firstOfEachKey(drafts);
  const attributions = await findAttributions(runtime, tenant, candidates);
  const attributed = candidates.flatMap((draft, index) => {
    const attribution = attributions[index];
    return attribution === undefined ? [] : [{ draft: withAttribution(draft, attribution), attribution }];
  });
  const { added, idOfKey, scheduled } = await runtime.db.write(async (tx) => {
    const outcome = await addOrFind(
      tx,
      tenant,
      attributed.map(({ draft }) => draft.row),
    );
    await inTransaction?.(tx, outcome.added);
    const fresh = attributed.filter(({ draft }) => outcome.added.has(draft.row.id));
    if (fresh.length === 0) return { ...outcome, scheduled: NOTHING };
    const claimed = await claimCredit(runtime, tx, tenant, fresh);
    const totals = await creditEpisodes(runtime, tx, tenant, claimed.map(episodeCredit));
    const due = dueJobs(
      runtime,
      tenant,
      fresh.map(({ draft }) => draft),
      totals,
    );
    if (due.jobs.length > 0) await enqueueJobs(runtime, tx, due.jobs);
    return { ...outcome, scheduled: due.scheduled };
  });
  countInMetrics(runtime, drafts, added);
  return drafts.map(({ row }) => ({
    episode_id: added.has(row.id) ? row.id : (idOfKey.get(agentKey(row)) ?? row.id),
    reflection_scheduled: scheduled.has(row.id),
    duplicate: !added.has(row.id),
  }));
}

/** The episodes with the credit that their recalls give; those that find theirs given lose it, also in their rows. */
async function claimCredit(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  fresh: readonly AttributedDraft[],
): Promise<AttributedDraft[]> {
  const claims = fresh.flatMap(({ draft, attribution: { credit } }) =>
    credit === null ? [] : [{ recallId: credit.recallId, episodeId: draft.row.id }],
  );
  const credited = claims.length === 0 ? NOTHING : await claimRecalls(runtime, tx, tenant, claims);
  const late = claims.filter(({ episodeId }) => !credited.has(episodeId)).map(({ episodeId }) => episodeId);
  if (late.length === 0) return [...fresh];
  await episodeStore(tx, tenant).refuseCredit(late, 'already_credited');
  return fresh.map(({ draft, attribution }) => {
    if (!late.includes(draft.row.id)) return { draft, attribution };
    const lost = withoutCredit(attribution, 'already_credited');
    return { draft: withAttribution(draft, lost), attribution: lost };
  });
}

function firstOfEachKey(drafts: EpisodeDraft[]): EpisodeDraft[] {
  const seen = new Set<string>();
  return drafts.filter(({ row }) => {
    if (row.idempotencyKey === null) return true;
    if (seen.has(agentKey(row))) return false;
    seen.add(agentKey(row));
    return true;
  });
}

/** The draft with what its recall served. */
export function withAttribution(draft: EpisodeDraft, attribution: Attribution): EpisodeDraft {
  const { holdout, credit, creditReason } = attribution;
  const served = attribution.served === null ? null : toJson(attribution.served);
  return {
    ...draft,
    row: {
      ...{ ...draft.row, served, holdout, creditReason },
      credited: credit !== null,
      liftGroup: credit?.liftGroup ?? null,
      liftUnit: credit?.liftUnit ?? null,
      holdback: credit?.holdback ? toJson(credit.holdback) : null,
    },
  };
}

export function episodeCredit({ draft, attribution }: AttributedDraft): EpisodeCredit {
  const { credit } = attribution;
  return {
    episodeId: draft.row.id,
    agentId: draft.row.agentId,
    recordedAt: draft.row.createdAt,
    isCredited: credit !== null,
    skills: attribution.skills,
    bullets: credit?.bullets ?? [],
    liftGroup: credit?.liftGroup ?? null,
    liftUnit: credit?.liftUnit ?? null,
    holdback: credit?.holdback ?? null,
    evidence: draft.evidence,
    tally: { verdicts: recordedVerdicts(draft.row, credit?.shown ?? []), reward: draft.row.reward },
  };
}

/** What a run's calls show of the rules that it was shown. */
export function recordedVerdicts({ toolCalls }: EpisodeRow, shown: readonly ShownRule[]): RuleVerdict[] {
  if (shown.length === 0) return [];
  const calls = fromJson<ToolCall[]>(toolCalls).map(({ name, arguments: given, error = null }) => {
    const tool = { name, arguments: given };
    return { key: callKey(tool), tool, error };
  });
  return shown.flatMap((rule): RuleVerdict[] => {
    const verdict = wasFollowed(rule, calls);
    return verdict === null ? [] : [{ bullet: rule.id, verdict, isRecorded: true }];
  });
}

function countInMetrics(runtime: Runtime, drafts: EpisodeDraft[], added: ReadonlySet<string>): void {
  const { episodes, frameworkLabel } = runtime.metrics;
  for (const { row } of drafts) {
    if (added.has(row.id)) episodes.inc({ outcome: row.outcome, framework: frameworkLabel(row.framework) });
  }
}

/**
 * Stores a run, credits what it used, and says whether it triggers reflection. A key that is taken stores
 * nothing. Episodes of a tenant that arrive together share a transaction; each waits for its own to be
 * durable.
 */
export async function recordEpisode(
  runtime: Runtime,
  principal: Principal,
  input: EpisodeIn,
): Promise<EpisodeOut> {
  const record = runtime.once('episodes.record', () =>
    groupWrites<EpisodeDraft, RecordResult>({
      write: (tenant, drafts) => recordEpisodes(runtime, tenant, drafts),
      bytesOf: ({ bytes }) => bytes,
    }),
  );
  const { tenant } = principal;
  return await withinQuota(
    runtime,
    tenant,
    { name: 'episodesPerDay', count: 1 },
    {
      work: async () => await record(tenant, await draftEpisode(runtime, input)),
      storedBy: ({ duplicate }) => (duplicate ? 0 : 1),
    },
  );
}

/** Throws `too_large` for more episodes than one batch may hold. */
export function requireBatchSize(count: number): void {
  if (count > MAX_BATCH) {
    throw new ServiceError('too_large', `a batch holds at most ${MAX_BATCH} episodes`);
  }
}

/**
 * Stores a batch, all or nothing; the answers are in its order. A key that is taken, also by one before it,
 * stores nothing.
 */
export async function recordBatch(
  runtime: Runtime,
  principal: Principal,
  episodes: EpisodeIn[],
): Promise<BatchOut> {
  requireBatchSize(episodes.length);
  if (episodes.length === 0) return { accepted: 0, duplicates: 0, episodes: [] };
  const { tenant } = principal;
  const recorded = await withinQuota(
    runtime,
    tenant,
    { name: 'episodesPerDay', count: episodes.length },
    {
      work: async () => await recordEpisodes(runtime, tenant, await draftEpisodes(runtime, episodes)),
      storedBy: (results) => results.filter(({ duplicate }) => !duplicate).length,
    },
  );
  const duplicates = recorded.filter(({ duplicate }) => duplicate).length;
  return { accepted: recorded.length - duplicates, duplicates, episodes: recorded };
}
