/** Canaries as people read them: lists, one with the course of its evidence, and the runs behind it. */

import type { ExperimentInsight } from '../../domain/admin/insights.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Forecast } from '../../domain/measurement/when-known.ts';
import type { Principal } from '../../domain/principal.ts';
import {
  type Arm,
  type ArmEvidence,
  candidateBetter,
  candidatePropensity,
} from '../../domain/skills/canary/arm.ts';
import { boundaryAt, canaryStatistic, looksPlanned } from '../../domain/skills/canary/calibrated.ts';
import { type CanaryFacts, toPicture } from '../../domain/skills/canary/forecast.ts';
import { evenChance } from '../../domain/skills/canary/guarded-verdict.ts';
import { type Headline, headlineOf } from '../../domain/skills/changesets/wording/headline.ts';
import { DAY_MS } from '../../domain/time.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import { notFound } from '../../platform/errors.ts';
import { cutPage, momentOf, type Page, pageOf, placeOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readHeadlinesOf } from '../library/index.ts';
import { assignmentStore } from './assignment-store.ts';
import { describeCanaries } from './describe-canary.ts';
import { forecastCanary } from './forecast-canary.ts';
import { type OtherChangesets, readOthers } from './read-others.ts';
import { canaryReadStore, type EvidenceEpisode, type NamedExperiment } from './read-store.ts';
import type { CandidateText } from './rows.ts';
import { experimentStore } from './store.ts';

/** Most canaries of each kind, running and ended, that insights list. */
const MOST_LISTED = 50;

interface CanarySummary extends ExperimentInsight {
  agentId: string;
  skillName: string;
  /** The change on trial. */
  headline: Headline;
  arms: ArmEvidence;
  bounds: NamedExperiment['bounds'];
  startedAt: string;
  /** When it expires without a verdict; null once it has ended. */
  expiresAt: string | null;
  endedAt: string | null;
  /** Why it ended. */
  reason: string | null;
}

/**
 * A point of the course: how the evidence stood, and the share of further sessions that it gave the
 * candidate.
 */
interface CoursePoint {
  at: string;
  incumbent: Evidence;
  candidate: Evidence;
  pCandidateBetter: number;
  candidateShare: number;
}

interface CanaryDetail extends CanarySummary, OtherChangesets {
  floor: number;
  /** What z must reach at the next look, or at the last one; null while it is being computed, and with the other rule. */
  boundary: number | null;
  /** z of the units so far, under the calibrated rule. */
  statistic: number | null;
  /** When it is decided; null without traffic in the last 14 days, and once it has ended. */
  forecast: Forecast | null;
  looks: number;
  looksPlanned: number;
  picture: CanaryFacts;
  baseVersion: number;
  candidate: CandidateText;
  arms: Record<Arm, Evidence & { assigned: number }>;
  /** Runs by arm; null where those kept are not all that were credited. */
  runs: Record<Arm, ArmRuns> | null;
  /** At most {@link POINTS} points, the first and the last among them. */
  course: CoursePoint[];
}

/** An agent's canaries and those on shared skills, for its insights, and how many more there are. */
export async function experimentsOf(
  runtime: Runtime,
  tenant: string,
  agentId: string,
): Promise<{ listed: ExperimentInsight[]; leftOut: number }> {
  const store = canaryReadStore(runtime.db.read, tenant);
  const agentIds = [...new Set([agentId, SHARED_AGENT])];
  const listing = { agentIds, before: null, limit: MOST_LISTED };
  const [running, ended] = await Promise.all([
    store.list({ ...listing, state: 'running' }),
    store.list({ ...listing, state: 'ended' }),
  ]);
  const [described, leftOut] = await Promise.all([
    describeCanaries(runtime, tenant, [...running, ...ended]),
    store.countOthers(agentIds, running.length + ended.length),
  ]);
  return { listed: described.map(({ figures }) => figures), leftOut };
}

/** Null means every agent, every state, the first page. */
interface CanaryQuery {
  agentId: string | null;
  state: 'running' | 'ended' | null;
  cursor: string | null;
  limit: number;
}

/** A page of canaries, the latest first. */
export async function listCanaries(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, state, cursor, limit }: CanaryQuery,
): Promise<Page<CanarySummary>> {
  const agentIds = agentId === null ? null : [agentId];
  const query = { agentIds, state, before: momentOf(cursor), limit: limit + 1 };
  const found = await canaryReadStore(runtime.db.read, tenant).list(query);
  const page = cutPage(found, limit, ({ startedAt, id }) => ({ key: startedAt, id }));
  return { items: await summariesOf(runtime, tenant, page.items), nextCursor: page.nextCursor };
}

/** One canary. Unknown: `canary not found`. */
export async function readCanary(runtime: Runtime, { tenant }: Principal, id: string): Promise<CanaryDetail> {
  const experiment = await find(runtime, tenant, id);
  const store = canaryReadStore(runtime.db.read, tenant);
  const [assigned, runs, points, others, statistic, forecast] = await Promise.all([
    store.assigned(id),
    store.runs(experiment),
    store.points(id),
    readOthers(runtime, tenant, experiment),
    statisticOf(runtime, tenant, experiment),
    forecastCanary(runtime, tenant, experiment),
  ]);
  const { floor, bounds, boundary, looks, baseVersion, candidate, evidence, guardrails } = experiment;
  const arm = (name: Arm) => ({ ...evidence[name], assigned: assigned[name] ?? 0 });
  const [summary] = await summariesOf(runtime, tenant, [experiment]);
  if (summary === undefined) throw notFound('canary');
  return {
    ...summary,
    ...{ floor, statistic, looks, baseVersion, candidate, forecast },
    boundary: boundary && boundaryAt(lookShown(experiment), bounds, boundary),
    looksPlanned: looksPlanned(bounds),
    picture: toPicture(evidence, bounds),
    ...others,
    arms: { incumbent: arm('incumbent'), candidate: arm('candidate') },
    runs: runsOf(runs, evidence),
    course: evenSample(points, POINTS).map(({ at, evidence: then }) => {
      const better = candidateBetter(then);
      return {
        ...{ at: at.toISOString(), ...then, pCandidateBetter: better },
        candidateShare: candidatePropensity(
          then,
          experiment,
          guardrails === null ? better : (evenChance(then, bounds, better) ?? better),
        ),
      };
    }),
  };
}

/** The look whose boundary is told: the next one, and of a canary that ended its last. */
function lookShown({ status, looks, bounds }: NamedExperiment): number {
  return status === 'running' ? Math.min(looks + 1, looksPlanned(bounds)) : Math.max(looks, 1);
}

/** Points of a course that are told: each takes a computation, and no picture shows more. */
const POINTS = 150;

/** At most `most` of the items, evenly, the first and the last among them. */
function evenSample<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).flatMap((item) =>
    item === undefined ? [] : [item],
  );
}

/** Runs of an arm: all that were served it and recorded, those with a reward, and how many of these did well. */
interface ArmRuns {
  recorded: number;
  rewarded: number;
  succeeded: number;
  partly: number;
}

/** Beyond it the runs that are kept are not those that the evidence came from. */
const CLOSE = 0.01;

function runsOf(
  counted: Partial<Record<string, ArmRuns & Evidence>>,
  evidence: ArmEvidence,
): Record<Arm, ArmRuns> | null {
  const ofArm = (arm: Arm) => {
    const { weight, reward, ...runs } = counted[arm] ?? NO_RUNS;
    const same =
      Math.abs(weight - evidence[arm].weight) < CLOSE && Math.abs(reward - evidence[arm].reward) < CLOSE;
    return same ? runs : null;
  };
  const [incumbent, candidate] = [ofArm('incumbent'), ofArm('candidate')];
  return incumbent && candidate && { incumbent, candidate };
}

const NO_RUNS = { recorded: 0, rewarded: 0, succeeded: 0, partly: 0, weight: 0, reward: 0 };

async function statisticOf(
  runtime: Runtime,
  tenant: string,
  { id, rule }: NamedExperiment,
): Promise<number | null> {
  if (rule !== 'calibrated') return null;
  return canaryStatistic(await assignmentStore(runtime.db.read, tenant).units(id));
}

/** A run that is evidence, with its time as text. */
type ListedEpisode = Omit<EvidenceEpisode, 'createdAt'> & { createdAt: string | null };

/** A page of the runs that are evidence of a canary, the latest first. Unknown: `canary not found`. */
export async function listCanaryEpisodes(
  runtime: Runtime,
  { tenant }: Principal,
  { id, arm, cursor, limit }: { id: string; arm: Arm | null; cursor: string | null; limit: number },
): Promise<Page<ListedEpisode>> {
  await find(runtime, tenant, id);
  const query = { arm, before: placeOf(cursor, 'text')?.id ?? null, limit: limit + 1 };
  const runs = await canaryReadStore(runtime.db.read, tenant).episodes(id, query);
  return pageOf(runs, limit, {
    show: (run) => ({ ...run, createdAt: run.createdAt?.toISOString() ?? null }),
    // Ids are in the order of time.
    place: ({ episodeId }) => ({ key: episodeId, id: episodeId }),
  });
}

async function find(runtime: Runtime, tenant: string, id: string): Promise<NamedExperiment> {
  const experiment = await canaryReadStore(runtime.db.read, tenant).find(id);
  if (experiment === null) throw notFound('canary');
  return experiment;
}

async function summariesOf(
  runtime: Runtime,
  tenant: string,
  experiments: NamedExperiment[],
): Promise<CanarySummary[]> {
  const [described, headlines] = await Promise.all([
    describeCanaries(runtime, tenant, experiments),
    readHeadlinesOf(
      runtime.db.read,
      tenant,
      experiments.map(({ changesetId }) => changesetId),
    ),
  ]);
  const { canary } = await readTenantConfig(runtime, runtime.db.read, tenant);
  const longest = canary.maxDays * DAY_MS;
  return described.map(({ experiment, figures }) => {
    const { agentId, skillName, changesetId, bounds, evidence, startedAt, endedAt, reason } = experiment;
    const expires = new Date(startedAt.getTime() + longest).toISOString();
    return {
      ...figures,
      ...{ agentId, skillName, bounds, reason, arms: evidence },
      headline: headlines.get(changesetId) ?? headlineOf({ ops: [], safetyFindings: [] }, null),
      startedAt: startedAt.toISOString(),
      expiresAt: figures.status === 'running' ? expires : null,
      endedAt: endedAt?.toISOString() ?? null,
    };
  });
}

/**
 * The text that was tried as `version` of the skill, by the latest canary that did; null where none did. It
 * may never have become a version.
 */
export async function candidateText(
  runtime: Runtime,
  tenant: string,
  { skillId, version }: { skillId: string; version: number },
): Promise<CandidateText | null> {
  const experiment = await experimentStore(runtime.db.read, tenant).latestAfter(skillId, version - 1);
  return experiment?.candidate ?? null;
}
