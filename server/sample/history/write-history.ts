/**
 * Writes the history of the sample world: eight weeks of runs, and what was learned from them, through the same
 * use cases as the real thing, so that every figure and every log entry is what they make of it. The same seed
 * gives the same history.
 */

import { SCOPES } from '../../domain/principal.ts';
import { seededRandom } from '../../domain/seeded-random.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Config } from '../../platform/config/config.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { createRuntime, idFactory, type Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { historyActions } from './history-actions.ts';
import { type PastRun, recordRuns } from './record-runs.ts';
import { AGENTS, DAYS, SCHEDULE, WISHES } from './schedule.ts';

const SEED = 16;
/** Who gives feedback. */
const ACTOR = 'oidc:emil';
/** From the start of a day until its runs begin: what a day brings comes before them. */
const WORK_BEGINS_MS = DAY_MS / 24;
const WEEK = 7;

/**
 * Fills the empty `tenant` with a history that ends now. `onWeek` is called once for each of its weeks; what it
 * throws ends the work.
 */
export async function writeHistory(
  runtime: Runtime,
  tenant: string,
  onWeek: () => Promise<void>,
): Promise<void> {
  const start = runtime.clock().getTime() - DAYS * DAY_MS;
  const moment = { at: start };
  const past = pastRuntime(runtime, moment, SEED);
  const principal = { tenant, actor: ACTOR, bucket: ACTOR, scopes: new Set(SCOPES) };
  const random = seededRandom(SEED + 1);
  const runs: PastRun[] = [];
  const ids = new Map<string, string>();
  const actions = historyActions(past, tenant, runs);
  for (let day = 0; day < DAYS; day += 1) {
    moment.at = start + day * DAY_MS;
    for (const happen of SCHEDULE.get(day) ?? []) {
      await happen(actions, ids);
      moment.at += 60_000;
    }
    const wish = day < WISHES.day ? WISHES.before : WISHES.after;
    moment.at = start + day * DAY_MS + WORK_BEGINS_MS;
    for (const agent of AGENTS) {
      const recording = { runtime: past, principal, random, wish };
      runs.push(...(await recordRuns(recording, agent, String(day))));
      await nextTurn();
    }
    if (day % WEEK === 0) await onWeek();
  }
}

/** A moment, in milliseconds, that the writer of the history moves on. */
interface Moment {
  at: number;
}

/** Never reached by any count. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The same database seen at `moment`. Nothing that happens there asks a model or an embeddings endpoint, is
 * counted among the gateway's real traffic, or enqueues a job: what is to be learned is part of the history.
 */
function pastRuntime(present: Runtime, moment: Moment, seed: number): Runtime {
  const { config, db, log } = present;
  const clock = () => new Date(moment.at);
  const random = seededRandom(seed);
  return createRuntime({
    ...{ db, log, clock, random },
    config: pastConfig(config),
    newId: idFactory(clock, random),
    metrics: createMetrics(config.server.metricFrameworks),
  });
}

function pastConfig(config: Config): Config {
  const { recall, learning, canary, governance } = config;
  return {
    ...config,
    model: { ...config.model, provider: 'none' },
    embeddings: { ...config.embeddings, url: null },
    // A twentieth of so few sessions would say nothing.
    recall: { ...recall, minScore: 0.12, minMemoryScore: 0.12, maxSkills: 3, holdoutRate: 0.2 },
    learning: {
      ...learning,
      ...{ reflectEveryEpisodes: NEVER, reflectMinToolCalls: NEVER, reflectOnFailure: false },
      curateEveryEpisodes: NEVER,
    },
    governance: {
      ...governance,
      ...{ autoApproveLowRisk: true, autoApproveMediumRisk: false, autoApproveMinEvalScore: 0.7 },
      autoApproveMemories: true,
    },
    // The planted effects are large, so that a few runs decide.
    canary: {
      ...{ ...canary, enabled: true, rule: 'posterior', floor: 0.25 },
      ...{ minSamples: 12, threshold: 0.95, maxSamples: 100 },
    },
  };
}
