/**
 * What an evolution works with: the skill as it is, the runs that judge and teach, and what was refused
 * before.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { FAILED_REWARD, hasFailed } from '../../domain/learning/evolution/evolution-ops.ts';
import { originSteps } from '../../domain/learning/origins.ts';
import type { EarlierChange } from '../../domain/learning/quote.ts';
import { quotedEpisode } from '../../domain/learning/quote-episode.ts';
import { textsByTrust, withFound } from '../../domain/learning/run-texts.ts';
import { operationTexts } from '../../domain/learning/untrusted-ops.ts';
import { NO_TEXTS, type Sources, sourceSteps, togetherIn } from '../../domain/learning/untrusted-sources.ts';
import type { SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Origin } from '../../domain/skills/changesets/support.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import { asEarlier, lastRejected, openProposals, toSkillState } from '../../skills/changesets/index.ts';
import { libraryStore, loadSkills } from '../../skills/library/index.ts';
import { evolutionStore, type RewardedRun } from './store.ts';

/** Rejected evolutions of the skill that are looked back at. */
const LOOK_BACK = 10;

/** Characters of the transcript of a run to reflect on. */
const MAX_TRANSCRIPT = 16_000;

/** The highest reward there is. */
const ANY_REWARD = 1;

/** A run to reflect on, as it is quoted. */
export interface Lesson {
  id: string;
  reward: number;
  userId: string | null;
  quote: string;
}

/** A skill that may be evolved. */
export interface Subject {
  agentId: string;
  state: SkillState;
  version: number;
  rejected: EarlierChange[];
}

/** Runs by which a skill is evolved. */
export interface Evidence {
  /** The newest, by which the skill and every candidate are judged. */
  sample: RewardedRun[];
  /** The sample, and further failures; each taught from. */
  lessons: Lesson[];
}

/** Why a skill cannot be evolved, in words for the caller. */
type Obstacle = 'the skill is shared: only people change it' | 'an evolution of it waits for a decision';

/** Why learning must leave a skill alone, null where it need not. Unknown skills have no obstacle. */
export async function obstacleTo(
  { db }: Runtime,
  tenant: string,
  { id: skillId, agentId }: { id: string; agentId: string },
): Promise<Obstacle | null> {
  if (agentId === SHARED_AGENT) return 'the skill is shared: only people change it';
  const open = await openProposals(db.read, tenant, { agentId, skillId, source: 'evolution' });
  return open.length > 0 ? 'an evolution of it waits for a decision' : null;
}

/** The skill as it is now; null where there is none, or where it must be left alone. */
export async function readSubject(runtime: Runtime, tenant: string, id: string): Promise<Subject | null> {
  const { read } = runtime.db;
  const [skill] = await libraryStore(read, tenant).findSkills([id]);
  if (skill === undefined || (await obstacleTo(runtime, tenant, skill)) !== null) return null;
  const { agentId } = skill;
  const [known] = await loadSkills(read, tenant, { agentId, ids: [id], names: [] });
  if (known === undefined) return null;
  const whose = { agentId, skillId: id, source: 'evolution', limit: LOOK_BACK } as const;
  const rejected = asEarlier(await lastRejected(read, tenant, whose));
  return { agentId, state: toSkillState(known), version: known.skill.version, rejected };
}

/**
 * The newest EVAL_SAMPLE rewarded runs of a skill, and as many failures as its iterations can reflect on;
 * null where no run failed, so that nothing tells what to change.
 */
export async function gatherEvidence(
  { db, config }: Runtime,
  tenant: string,
  skillId: string,
): Promise<Evidence | null> {
  const { evalSample, iterations, minibatch } = config.evolution;
  const store = evolutionStore(db.read, tenant);
  const newest = await store.runIds({ skillId, maxReward: ANY_REWARD, limit: evalSample });
  const failed = await store.runIds({ skillId, maxReward: FAILED_REWARD, limit: iterations * minibatch });
  const sample: RewardedRun[] = [];
  const lessons: Lesson[] = [];
  for await (const run of store.runs([...new Set([...newest, ...failed])])) {
    const { id, reward, userId } = run;
    lessons.push({ id, reward, userId, quote: quotedEpisode(run, MAX_TRANSCRIPT) });
    if (newest.includes(id)) sample.push(run);
  }
  return lessons.some(hasFailed) ? { sample, lessons } : null;
}

// What runs said, prepared for comparing what was learned from them with text that nobody trusts.

/** A run as it is quoted, and what retrievers found in it. */
interface SaidRun {
  readonly quote: string;
  readonly found?: readonly string[];
}

/** For each operation, who said most of its words in the runs. */
export async function readOrigins(runs: readonly SaidRun[], ops: readonly Operation[]): Promise<Origin[][]> {
  const said = textsByTrust(runs.map(({ quote }) => quote));
  const retrieved = runs.flatMap(({ found = [] }) => found);
  const texts = { ...withFound(said, retrieved), untrusted: said.untrusted, retrieved };
  return await takeSteps(originSteps(ops.map(operationTexts), texts));
}

/** Reads runs and the texts that are `served` already, in steps: a run takes tens of milliseconds. */
export async function readSources(runs: readonly SaidRun[], served: readonly string[]): Promise<Sources> {
  const parts = [await takeSteps(sourceSteps(NO_TEXTS, served))];
  for (const { quote, found = [] } of runs) {
    parts.push(await takeSteps(sourceSteps(withFound(textsByTrust([quote]), found))));
  }
  return togetherIn(parts);
}
