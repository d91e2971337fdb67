/** Asks for a better wording of a skill. Evolution is the learning model's work. */

import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import type { Principal } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Trusted } from '../../domain/trust/side.ts';
import { trustedView } from '../../domain/trust/view.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { notFound } from '../../platform/errors.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { libraryStore } from '../../skills/library/index.ts';
import { readTrust } from '../sources/index.ts';
import { obstacleTo } from './gather-evidence.ts';
import { type CostRow, evolutionStore } from './store.ts';

/** What became of the request, and why nothing was queued. */
type EvolutionStart =
  | { skill_id: string; status: 'queued' }
  | { skill_id: string; status: 'skipped'; reason: string };

/** Queues the evolution of a skill of the principal's tenant, or says why not. Unknown: `skill not found`. */
export async function startEvolution(
  runtime: Runtime,
  { tenant }: Principal,
  skillId: string,
): Promise<EvolutionStart> {
  const [skill] = await libraryStore(runtime.db.read, tenant).findSkills([skillId]);
  if (skill === undefined) throw notFound('skill');
  const { id, agentId } = skill;
  const reason = modelConfigured(runtime.config)
    ? await obstacleTo(runtime, tenant, skill)
    : 'no learning model is configured';
  if (reason !== null) return { skill_id: id, status: 'skipped', reason };
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'evolve', tenant, agentId, skillId: id }));
  return { skill_id: id, status: 'queued' };
}

// What asking for an evolution would do, said before anybody asks: why it cannot run, and what the last ones
// cost.

/** Days of usage that the estimate looks back at. */
const LOOK_BACK_DAYS = 30;

/**
 * `obstacle`: why nothing would be queued. `tokens`: what one evolution uses at most, null where none has run
 * lately.
 */
interface EvolutionPreview {
  obstacle: string | null;
  tokens: number | null;
}

/**
 * Says what an evolution of a skill would meet. The tokens are the median of recent days' tokens per call,
 * times the calls of a whole run: each iteration asks for one wording and one judgement. Unknown: `skill not
 * found`.
 */
export async function previewEvolution(
  runtime: Runtime,
  { tenant }: Principal,
  skillId: string,
): Promise<EvolutionPreview> {
  const { db, config } = runtime;
  const [skill] = await libraryStore(db.read, tenant).findSkills([skillId]);
  if (skill === undefined) throw notFound('skill');
  const since = new Date(runtime.clock().getTime() - LOOK_BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
  const rows = await evolutionStore(db.read, tenant).costsSince(since);
  return {
    obstacle: modelConfigured(config)
      ? await obstacleTo(runtime, tenant, skill)
      : 'no learning model is configured',
    tokens: tokensOfRun(rows, config.evolution.iterations),
  };
}

function tokensOfRun(rows: readonly CostRow[], iterations: number): number | null {
  const wording = median(rows.filter(({ purpose }) => purpose === 'evolve').map(tokensPerCall));
  if (wording === null) return null;
  const judging = median(rows.filter(({ purpose }) => purpose === 'judge_skill').map(tokensPerCall)) ?? 0;
  return Math.round(iterations * (wording + judging));
}

function tokensPerCall({ calls, inputTokens, outputTokens }: CostRow): number {
  return (inputTokens + outputTokens) / Math.max(calls, 1);
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

// The newest runs of a skill, for anyone who has a change of it judged.

/** The trusted views of at most `limit` rewarded runs that used a skill, the newest first. */
export async function recentRuns(
  runtime: Runtime,
  tenant: string,
  { agentId, skillId, limit }: { agentId: string; skillId: string; limit: number },
): Promise<Trusted<QuotableEpisode>[]> {
  const { read } = runtime.db;
  const store = evolutionStore(read, tenant);
  const trust = await readTrust(runtime, read, tenant, agentId);
  const runs = store.runs(await store.runIds({ skillId, maxReward: 1, limit }));
  return await Array.fromAsync(runs, (run) => trustedView(run, trust).episode);
}
