/** When a canary is expected to be decided, and what present traffic can find. */
import { LRUCache } from 'lru-cache';
import type { Interval } from '../../domain/measurement/beta.ts';
import {
  daysUntil,
  type Forecast,
  findableInAWeek,
  type Needed,
  TRAFFIC_DAYS,
  type Traffic,
} from '../../domain/measurement/when-known.ts';
import { NO_ARM_EVIDENCE } from '../../domain/skills/canary/arm.ts';
import { endingSteps } from '../../domain/skills/canary/forecast-ending.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import { canaryReadStore } from './read-store.ts';
import type { ExperimentRecord } from './rows.ts';

const FORECASTS_KEPT = 1000;
/** Both arms get about as much, as long as neither is better. */
const EVEN = [0.5, 0.5] as const;
/** Traffic of less than a day is that of a day, so that a first burst is no rush. */
const LEAST_DAYS = 1;

/** The rated runs of a skill in the last 14 days; null without any. */
async function readTraffic(runtime: Runtime, tenant: string, skillId: string): Promise<Traffic | null> {
  const now = runtime.clock().getTime();
  const since = new Date(now - TRAFFIC_DAYS * DAY_MS);
  const recent = await canaryReadStore(runtime.db.read, tenant).recentEvidence(skillId, since);
  if (recent.first === null || recent.evidence <= 0) return null;
  const days = Math.max(LEAST_DAYS, (now - recent.first.getTime()) / DAY_MS);
  return { evidence: recent.evidence, reward: recent.reward, days };
}

type State = Pick<
  ExperimentRecord,
  'evidence' | 'bounds' | 'rule' | 'floor' | 'boundary' | 'rates' | 'looks'
>;

async function forecast(
  runtime: Runtime,
  tenant: string,
  skillId: string,
  { evidence, bounds, rule, floor, boundary, rates, looks: looksDone }: State,
): Promise<Forecast | null> {
  const traffic = await readTraffic(runtime, tenant, skillId);
  if (traffic === null) return null;
  const known = runtime.once('canary.endings', () => new LRUCache<string, Needed>({ max: FORECASTS_KEPT }));
  const state = { evidence, bounds, rule, floor, boundary, rates, looksDone };
  const key = JSON.stringify(state);
  const needed = known.get(key) ?? (await takeSteps(endingSteps(state)));
  known.set(key, needed);
  const estimate = daysUntil(needed, traffic);
  return estimate && { ...estimate, findable: findableInAWeek(traffic, EVEN) };
}

/** Of a canary that runs; null without traffic, and once it has ended. */
export async function forecastCanary(
  runtime: Runtime,
  tenant: string,
  experiment: ExperimentRecord,
): Promise<Forecast | null> {
  if (experiment.status !== 'running') return null;
  return await forecast(runtime, tenant, experiment.skillId, experiment);
}

/** Of a canary that would start now on a skill with these success rates; null without traffic. */
export async function forecastNewCanary(
  runtime: Runtime,
  tenant: string,
  { skillId, rates }: { skillId: string; rates: Interval },
): Promise<Forecast | null> {
  const { rule, floor, threshold, minSamples, maxSamples } = runtime.config.canary;
  const bounds = { threshold, minSamples, maxSamples };
  const fresh = { evidence: NO_ARM_EVIDENCE, boundary: null, looks: 0 };
  return await forecast(runtime, tenant, skillId, { ...fresh, bounds, rule, floor, rates });
}
