/** A canary in figures for people, computed exactly from its evidence. */

import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ExperimentInsight } from '../../domain/admin/insights.ts';
import { candidateBetter } from '../../domain/skills/canary/arm.ts';
import { type CanaryEffect, canaryEffect, effectInterval } from '../../domain/skills/canary/effect.ts';
import { expectedEvidence, guaranteeFor, nextDecision } from '../../domain/skills/canary/forecast.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { assignmentStore } from './assignment-store.ts';
import type { ExperimentRecord } from './rows.ts';

/** Of a younger canary the traffic is that of its first hour at least, so that its first run is no rush. */
const LEAST_DAYS = 1 / 24;

const FORECASTS_KEPT = 1000;

/** How much more evidence a verdict is expected to take; null where no end is in sight. */
interface Forecast {
  evidence: number | null;
}

/** How canaries stand now. Other requests get their turn between one and the next. */
export async function describeCanaries<E extends ExperimentRecord>(
  runtime: Runtime,
  tenant: string,
  experiments: readonly E[],
): Promise<{ experiment: E; figures: ExperimentInsight }[]> {
  const now = runtime.clock();
  const effects = await effectsOf(runtime, tenant, experiments);
  const described: { experiment: E; figures: ExperimentInsight }[] = [];
  for (const experiment of experiments) {
    if (described.length > 0) await turnOfTheLoop();
    const effect = effects.get(experiment.id) ?? canaryEffect([]);
    described.push({ experiment, figures: describeCanary(runtime, experiment, { effect, now }) });
  }
  return described;
}

/** The effects by canary. Sessions are only read where something was credited since. */
async function effectsOf(
  runtime: Runtime,
  tenant: string,
  experiments: readonly ExperimentRecord[],
): Promise<Map<string, CanaryEffect>> {
  const known = runtime.once(
    'canary.effects',
    () => new LRUCache<string, CanaryEffect>({ max: FORECASTS_KEPT }),
  );
  const keyOf = ({ id, credits }: ExperimentRecord) => JSON.stringify([tenant, id, credits]);
  const changed = experiments.filter((experiment) => !known.has(keyOf(experiment)));
  const units = await assignmentStore(runtime.db.read, tenant).unitsOf(changed.map(({ id }) => id));
  const effects = new Map<string, CanaryEffect>();
  for (const experiment of experiments) {
    const effect = known.get(keyOf(experiment)) ?? canaryEffect(units.get(experiment.id) ?? []);
    known.set(keyOf(experiment), effect);
    effects.set(experiment.id, effect);
  }
  return effects;
}

type Moment = { readonly effect: CanaryEffect; readonly now: Date };

function describeCanary(
  runtime: Runtime,
  experiment: ExperimentRecord,
  { effect, now }: Moment,
): ExperimentInsight {
  const { id, status, skillId, changesetId, rule, evidence, bounds, rates, looks: looksDone } = experiment;
  const { incumbent, candidate } = evidence;
  const [low, high] = effectInterval(evidence);
  const running = status === 'running';
  return {
    id,
    status,
    pCandidateBetter: candidateBetter(evidence),
    incumbentN: Math.max(0, incumbent.weight),
    candidateN: Math.max(0, candidate.weight),
    skillId,
    changesetId,
    rule,
    effect90ci: [low, high],
    effectAlwaysValid: [...effect.alwaysValid],
    effectShrunken: effect.shrunken,
    nextLook: running ? nextDecision({ evidence, bounds, rule, looksDone }) : null,
    guarantee: guaranteeFor(rule, bounds, rates),
    reason: experiment.reason,
    expectedDays: running ? daysLeft(runtime, experiment, now) : null,
  };
}

/**
 * Days until a verdict, from how much evidence that still takes; the same evidence takes the same, so it is
 * computed once.
 */
function daysLeft(runtime: Runtime, experiment: ExperimentRecord, now: Date): number | null {
  const { evidence, bounds, rule, looks: looksDone, floor, boundary, startedAt } = experiment;
  const known = runtime.once(
    'canary.forecasts',
    () => new LRUCache<string, Forecast>({ max: FORECASTS_KEPT }),
  );
  const state = { evidence, bounds, rule, looksDone, floor, boundary };
  const key = JSON.stringify(state);
  const forecast = known.get(key) ?? { evidence: expectedEvidence(state) };
  known.set(key, forecast);
  const days = Math.max(LEAST_DAYS, (now.getTime() - startedAt.getTime()) / DAY_MS);
  const evidencePerDay = (evidence.incumbent.weight + evidence.candidate.weight) / days;
  return forecast.evidence === null || evidencePerDay <= 0 ? null : forecast.evidence / evidencePerDay;
}
