/** When a canary is expected to be decided, and what present traffic can find. */
import { LRUCache } from 'lru-cache';
import type { Interval } from '../../domain/measurement/beta.ts';
import {
  daysUntil,
  type EvidenceNeeded,
  type Forecast,
  findableInAWeek,
  TRAFFIC_DAYS,
  type Traffic,
} from '../../domain/measurement/when-known.ts';
import { type Arm, NO_ARM_EVIDENCE } from '../../domain/skills/canary/arm.ts';
import { forecastEnding } from '../../domain/skills/canary/forecast-ending.ts';
import type { GuardrailFacts } from '../../domain/skills/canary/guarded-verdict.ts';
import { DAY_MS } from '../../domain/time.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute } from '../../platform/thread-pool.ts';
import { canaryReadStore } from './read-store.ts';
import { type ExperimentRecord, guardedOf } from './rows.ts';
import { guardrailRules, unmeasuredArms } from './start-canary.ts';

const FORECASTS_KEPT = 1000;
/** Both arms get about as much, as long as neither is better. */
const EVEN = [0.5, 0.5] as const;
/** Where no arm gets more evidence, a canary under the posterior's rule is played in some 20 ms; the calibrated rule takes 80 ms. */
const SHORT = 1000;

const PLAYING = {
  script: 'server/domain/skills/canary/forecast-ending.ts',
  run: forecastEnding,
};

/** Traffic of less than a day is that of a day, so that a first burst is no rush. */
const LEAST_DAYS = 1;

/** The sessions of a skill with a rated run in the last 14 days, with their success; null without any. */
export async function readSessionTraffic(
  runtime: Runtime,
  tenant: string,
  skillId: string,
): Promise<Traffic | null> {
  const traffic = await readTraffic(runtime, tenant, skillId);
  if (traffic === null) return null;
  const { evidence, reward, days, sessions } = traffic;
  return { evidence: sessions, reward: sessions * (reward / evidence), days };
}

/** The rated runs of a skill in the last 14 days; null without any. */
async function readTraffic(
  runtime: Runtime,
  tenant: string,
  skillId: string,
): Promise<(Traffic & { sessions: number }) | null> {
  const now = runtime.clock().getTime();
  const since = new Date(now - TRAFFIC_DAYS * DAY_MS);
  const recent = await canaryReadStore(runtime.db.read, tenant).recentEvidence(skillId, since);
  if (recent.first === null || recent.evidence <= 0) return null;
  const days = Math.max(LEAST_DAYS, (now - recent.first.getTime()) / DAY_MS);
  return { evidence: recent.evidence, reward: recent.reward, sessions: recent.sessions, days };
}

/** What a forecast is made from; `guarded` is null where the canary has no guardrails. */
type State = Pick<
  ExperimentRecord,
  'skillId' | 'evidence' | 'bounds' | 'rule' | 'floor' | 'boundary' | 'rates' | 'looks' | 'startedAt'
> & { guarded: GuardrailFacts | null };

async function forecast(
  runtime: Runtime,
  tenant: string,
  { skillId, startedAt, guarded, looks: looksDone, ...canary }: State,
): Promise<Forecast | null> {
  const traffic = await readTraffic(runtime, tenant, skillId);
  if (traffic === null) return null;
  const store = canaryReadStore(runtime.db.read, tenant);
  const measured = guarded && { ...guarded, usual: await store.usualMeasures(skillId, startedAt) };
  const { evidence, bounds, rule, floor, boundary, rates } = canary;
  const state = { evidence, bounds, rule, floor, boundary, rates, looksDone, guarded: measured };
  const known = runtime.once(
    'canary.endings',
    () => new LRUCache<string, EvidenceNeeded>({ max: FORECASTS_KEPT }),
  );
  const key = JSON.stringify(state);
  const needed =
    known.get(key) ?? (await compute(PLAYING, rule !== 'posterior' || bounds.maxSamples > SHORT, state));
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
  return await forecast(runtime, tenant, { ...experiment, guarded: guardedOf(experiment) });
}

/** A canary that would start now: the success rates that its skill may have, and how long either text is as served. */
interface NewCanary {
  skillId: string;
  rates: Interval;
  characters: Record<Arm, number>;
}

/** Of a canary that would start now; null without traffic. */
export async function forecastNewCanary(
  runtime: Runtime,
  tenant: string,
  { skillId, rates, characters }: NewCanary,
): Promise<Forecast | null> {
  const { canary } = await readTenantConfig(runtime, runtime.db.read, tenant);
  const { rule, floor, threshold, minSamples, maxSamples } = canary;
  const bounds = { threshold, minSamples, maxSamples };
  const measures = unmeasuredArms(characters);
  const guarded = guardedOf({ guardrails: guardrailRules(runtime), measures });
  const fresh = { evidence: NO_ARM_EVIDENCE, boundary: null, looks: 0, startedAt: runtime.clock() };
  return await forecast(runtime, tenant, { skillId, ...fresh, guarded, bounds, rule, floor, rates });
}
