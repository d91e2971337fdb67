/**
 * What an evolution works with: the skill as it is, the runs that judge and teach, and what was refused
 * before.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { FAILED_REWARD, hasFailed } from '../../domain/learning/evolution/evolution-ops.ts';
import type { EarlierChange } from '../../domain/learning/quote.ts';
import { type QuotableEpisode, quotedEpisode } from '../../domain/learning/quote-episode.ts';
import type { SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { TrustPolicy } from '../../domain/trust/parts.ts';
import { derive, splitSides, type Trusted } from '../../domain/trust/side.ts';
import { trustedView } from '../../domain/trust/view.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  lastRejected,
  openProposals,
  toEarlierChanges,
  toSkillState,
} from '../../skills/changesets/index.ts';
import { libraryStore, loadSkills } from '../../skills/library/index.ts';
import { readTrust } from '../sources/index.ts';
import { evolutionStore } from './store.ts';

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
  quote: Trusted<{ text: string }>;
}

/** A skill that may be evolved. */
export interface Subject {
  agentId: string;
  state: SkillState;
  version: number;
  rejected: Trusted<readonly EarlierChange[]>;
}

export interface Evidence {
  /** Whose texts are trusted in it. */
  trust: TrustPolicy;
  /** The newest, by which the skill and every candidate are judged. */
  sample: Trusted<QuotableEpisode>[];
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
  const proposals = { agentId, skillId: id, source: 'evolution', limit: LOOK_BACK } as const;
  const rejected = toEarlierChanges(splitSides(await lastRejected(read, tenant, proposals)).trusted);
  return { agentId, state: toSkillState(known), version: known.skill.version, rejected };
}

/**
 * The newest EVAL_SAMPLE rewarded runs of a skill, and as many failures as its iterations can reflect on;
 * null where no run failed, so that nothing tells what to change.
 */
export async function gatherEvidence(
  runtime: Runtime,
  tenant: string,
  { agentId, id: skillId }: { agentId: string; id: string },
): Promise<Evidence | null> {
  const { db, config } = runtime;
  const trust = await readTrust(runtime, db.read, tenant, agentId);
  const { evalSample, iterations, minibatch } = config.evolution;
  const store = evolutionStore(db.read, tenant);
  const newest = await store.runIds({ skillId, maxReward: ANY_REWARD, limit: evalSample });
  const failed = await store.runIds({ skillId, maxReward: FAILED_REWARD, limit: iterations * minibatch });
  const sample: Trusted<QuotableEpisode>[] = [];
  const lessons: Lesson[] = [];
  for await (const run of store.runs([...new Set([...newest, ...failed])])) {
    const { id, reward } = run;
    const { episode } = trustedView(run, trust);
    const quote = derive(episode, (shown) => ({ text: quotedEpisode(shown, MAX_TRANSCRIPT) }));
    lessons.push({ id, reward, quote });
    if (newest.includes(id)) sample.push(episode);
  }
  return lessons.some(hasFailed) ? { trust, sample, lessons } : null;
}
