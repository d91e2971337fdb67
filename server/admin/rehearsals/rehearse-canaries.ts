/** How the canaries of a time would have ended. */
import { type ReplayRule, replayCanary } from '../../domain/admin/rehearsal/replay-canary.ts';
import type { PolicySettings } from '../../domain/admin/rehearsal/settings.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute } from '../../platform/thread-pool.ts';
import { boundaryOf, type ExperimentRecord, experimentStore } from '../../skills/canary/index.ts';
import { pastCanaryStore } from './canary-store.ts';
import type { StoredCanary } from './collect.ts';
import type { Divergence } from './rehearse-changesets.ts';

/** Most credited runs, and most sessions, of one canary. One with more is said to have lost some. */
const MOST_ROWS = 20_000;

/** A canary with more credited runs is replayed in a thread: each takes some 0.1 ms. */
const MANY_RUNS = 200;

const REPLAYING = {
  script: 'server/domain/admin/rehearsal/replay-canary.ts',
  run: replayCanary,
};

/** Replays a canary under the settings; null where it is gone meanwhile. */
export async function rehearseCanary(
  runtime: Runtime,
  tenant: string,
  id: string,
  { settings, until, divergence }: { settings: PolicySettings; until: Date; divergence: Divergence },
): Promise<StoredCanary | null> {
  const experiment = await experimentStore(runtime.db.read, tenant).find(id);
  if (experiment === null) return null;
  const store = pastCanaryStore(runtime.db.read, tenant);
  const { skillId, agentId, status, startedAt, endedAt, rule: served, floor, evidence } = experiment;
  const credits = await store.credits(skillId, id, MOST_ROWS);
  const assignments = await store.assignments(id, MOST_ROWS);
  const past = { status, startedAt, endedAt, rule: served, floor, evidence, credits, assignments };
  const rule = await ruleOf(runtime, experiment, settings);
  const replayed = await compute(REPLAYING, credits.length > MANY_RUNS, past, rule, until);
  // From the first of the two ends on, another text would have been in force.
  if (replayed.ending !== status) {
    const ends = [endedAt, replayed.endedAt].flatMap((end) => (end === null ? [] : [end.getTime()]));
    divergence.noteLibrary(agentId, ends.length === 0 ? startedAt : new Date(Math.min(...ends)));
  }
  return {
    ...{
      experimentId: id,
      changesetId: experiment.changesetId,
      was: status,
      wouldBe: replayed.ending,
      gap: replayed.gap,
    },
    samplesBefore: evidence.incumbent.weight + evidence.candidate.weight,
    ...{ samples: replayed.samples, effectiveShare: replayed.effectiveShare },
  };
}

async function ruleOf(
  runtime: Runtime,
  experiment: ExperimentRecord,
  settings: PolicySettings,
): Promise<ReplayRule> {
  const { canaryRule: rule, canaryFloor: floor, canaryMaxDays: maxDays } = settings;
  const bounds = {
    threshold: settings.canaryThreshold,
    minSamples: settings.canaryMinSamples,
    maxSamples: settings.canaryMaxSamples,
  };
  // The calibrated rule is only replayed where arms were drawn as it draws them.
  const isCalibrated = rule === 'calibrated' && experiment.rule === rule && floor === experiment.floor;
  const boundary = isCalibrated
    ? await boundaryOf(runtime, { floor, bounds, rates: experiment.rates })
    : null;
  return { rule, floor, bounds, maxDays, boundary };
}
