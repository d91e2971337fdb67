/** Canaries as people read them: lists, one with its figures, and the runs behind it. */

import type { ExperimentInsight } from '../../domain/admin/insights.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Arm, ArmEvidence } from '../../domain/skills/canary/arm.ts';
import { boundaryAt, canaryStatistic, looksPlanned } from '../../domain/skills/canary/calibrated.ts';
import { type Headline, headlineOf } from '../../domain/skills/changesets/wording/headline.ts';
import { DAY_MS } from '../../domain/time.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import { notFound } from '../../platform/errors.ts';
import { cutPage, momentOf, type Page, pageOf, placeOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readHeadlines, readHeadlinesOf } from '../library/index.ts';
import { assignmentStore } from './assignment-store.ts';
import { describeCanaries } from './describe-canary.ts';
import {
  canaryReadStore,
  type EvidenceEpisode,
  type NamedExperiment,
  type OtherChangeset,
} from './read-store.ts';
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

interface CanaryDetail extends CanarySummary, OtherChangesets {
  /** What z must reach at the next look, or at the last one; null while it is being computed, and with the other rule. */
  boundary: number | null;
  /** z of the units so far, under the calibrated rule. */
  statistic: number | null;
  looks: number;
  looksPlanned: number;
  baseVersion: number;
  candidate: CandidateText;
  /** Runs by arm; null where those kept are not all that were credited. */
  runs: Record<Arm, ArmRuns> | null;
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
  const [runs, others, statistic] = await Promise.all([
    store.runs(experiment),
    readOthers(runtime, tenant, experiment),
    statisticOf(runtime, tenant, experiment),
  ]);
  const { bounds, boundary, looks, baseVersion, candidate, evidence } = experiment;
  const [summary] = await summariesOf(runtime, tenant, [experiment]);
  if (summary === undefined) throw notFound('canary');
  return {
    ...summary,
    ...{ statistic, looks, baseVersion, candidate },
    boundary: boundary && boundaryAt(lookShown(experiment), bounds, boundary),
    looksPlanned: looksPlanned(bounds),
    ...others,
    runs: runsOf(runs, evidence),
  };
}

/** The look whose boundary is told: the next one, and of a canary that ended its last. */
function lookShown({ status, looks, bounds }: NamedExperiment): number {
  return status === 'running' ? Math.min(looks + 1, looksPlanned(bounds)) : Math.max(looks, 1);
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

// What else was proposed for the skill of a canary, which its end decides on or makes stale.

type OtherHeadline = Pick<
  OtherChangeset,
  'id' | 'status' | 'risk' | 'source' | 'reviewer' | 'safetyFindings'
> & {
  headline: Headline;
};

interface OtherChangesets {
  /** What waits for the canary to end; empty once it has. */
  queued: OtherHeadline[];
  /** What waits for review on the version that runs without the change; empty once the canary has ended. */
  waiting: OtherHeadline[];
  /** What was proposed on that version and fits the present one no more, as the end of the canary left it. */
  stale: OtherHeadline[];
}

/** The changesets beside the one on trial, as they stand now. */
async function readOthers(
  runtime: Runtime,
  tenant: string,
  experiment: NamedExperiment,
): Promise<OtherChangesets> {
  const { read } = runtime.db;
  const { skillId, baseVersion, changesetId, endedAt } = experiment;
  const store = canaryReadStore(read, tenant);
  const tell = (found: OtherChangeset[]) => withHeadlines(runtime, tenant, found);
  const onBase = (found: OtherChangeset[]) =>
    found.filter(({ id, baseVersions }) => id !== changesetId && baseVersions[skillId] === baseVersion);
  if (endedAt === null) {
    const [queued, waiting] = await Promise.all([store.queuedOn(skillId), store.pendingOn(skillId)]);
    return { queued: await tell(queued), waiting: await tell(onBase(waiting)), stale: [] };
  }
  const [found, version] = await Promise.all([
    store.openOrFailed(skillId, endedAt),
    store.versionOf(skillId),
  ]);
  return { queued: [], waiting: [], stale: version === baseVersion ? [] : await tell(onBase(found)) };
}

async function withHeadlines(
  runtime: Runtime,
  tenant: string,
  found: OtherChangeset[],
): Promise<OtherHeadline[]> {
  const headlines = await readHeadlines(runtime.db.read, tenant, found);
  return found.flatMap(({ id, status, risk, source, reviewer, safetyFindings }, at) => {
    const headline = headlines[at];
    return headline === undefined ? [] : [{ id, status, risk, source, reviewer, safetyFindings, headline }];
  });
}
