/**
 * How learning proposes a change: what could never apply is dropped first, so that no reviewer has to look at
 * it.
 */

import { isDeepStrictEqual } from 'node:util';
import { SHARED_AGENT } from '../../domain/fields.ts';
import type { Finding } from '../../domain/safety/spans.ts';
import { applyOps } from '../../domain/skills/changesets/apply-ops.ts';
import type { SkillState } from '../../domain/skills/changesets/changeset.ts';
import { checkOps, type DroppedOp } from '../../domain/skills/changesets/check-ops.ts';
import { mergeAdditions } from '../../domain/skills/changesets/merge-additions.ts';
import { type Operation, skillsNamedBy } from '../../domain/skills/changesets/ops.ts';
import { splitOps } from '../../domain/skills/changesets/split-ops.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LoadedSkill, loadSkills, lockLibrary } from '../library/index.ts';
import type { ChangesetRecord, Proposal, Versions } from './records.ts';
import { toSkillState } from './skill-texts.ts';
import { submitChangeset } from './submit-changeset.ts';

/** Evolution rewrites a whole skill and may use more operations than other sources. */
const EVOLUTION_FACTOR = 3;

/** Operations that are looked at, for each one that may be kept. */
const CONSIDERED_FACTOR = 4;

/** A learned proposal: `proposedBy` is the job's actor, such as `system:reflection`. */
export type LearnedProposal = Omit<Proposal, 'humanAuthored' | 'source'> & {
  source: 'reflection' | 'curation' | 'evolution';
  /**
   * The versions of the skills, by id, that the operations were made for. Where one has moved on, nothing is
   * stored.
   */
  madeFor?: Versions;
  /** What its author found wrong with it, in addition to what the safety scan will find. */
  findings?: readonly Finding[];
  /**
   * What its author found out about parts of it. They count for a part that is stored by itself, instead of
   * the whole's scores.
   */
  assessments?: readonly Assessment[];
};

/** What is known of some of a proposal's operations; `findings` is what is wrong with them. */
export interface Assessment extends Pick<Proposal, 'evalScore' | 'baselineScore'> {
  ops: readonly Operation[];
  findings: readonly Finding[];
  /** For each operation, the runs that taught it; all of them unless given. */
  taughtBy?: readonly (readonly string[] | null)[];
}

/** A changeset as it would be stored now. */
export interface Preview {
  ops: Operation[];
  /** The skills that it names, as they are. */
  before: SkillState[];
  /** The same as they would be, and after them those that it creates. */
  after: SkillState[];
}

/**
 * Proposes a learned change of the agent's own skills and applies it where policy approves. Operations on
 * unknown skills or rules (those of other agents and the shared ones included), repeated and restated ones,
 * new skills that would hide one of the agent's or a shared one, and those beyond the limit are dropped and
 * logged. What is left is one changeset, or several where it changes skills that can be decided apart: a
 * canary tries one skill. Returns them in the order of the operations; none where nothing is left. `write` is
 * the transaction of a job, which commits only while the job has its lease.
 */
export async function proposeChangesets(
  runtime: Runtime,
  tenant: string,
  learned: LearnedProposal,
  write: Database['write'] = runtime.db.write,
): Promise<ChangesetRecord[]> {
  const { agentId, source } = learned;
  const { changesets, dropped } = await write(async (tx) => await propose(runtime, tx, tenant, learned));
  if (dropped.length > 0) {
    const fields = { tenant, agent_id: agentId, source, changeset_id: changesets[0]?.id ?? null };
    runtime.log.info('changeset.dropped_ops', { ...fields, dropped: countReasons(dropped) });
  }
  return changesets;
}

async function propose(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { madeFor = {}, findings = [], assessments = [], ...learned }: LearnedProposal,
): Promise<{ changesets: ChangesetRecord[]; dropped: DroppedOp[] }> {
  await lockLibrary(tx, tenant, learned.agentId);
  const { affected, kept, dropped } = await checkProposal(runtime, tx, tenant, learned);
  if (affected.some((loaded) => hasMoved(loaded, madeFor))) return { changesets: [], dropped: [] };
  const changesets: ChangesetRecord[] = [];
  for (const ops of splitOps(kept, affected.map(toSkillState))) {
    const assessed = assessmentOf(ops, assessments);
    const proposal = { ...learned, ...assessed?.scores, ops, humanAuthored: false };
    const submission = {
      ...{ proposal, affected: namedBy(ops, affected) },
      findings: [...findings, ...(assessed?.findings ?? [])],
      taughtBy: ops.map((op) => teachersOf(op, assessments)),
    };
    changesets.push(await submitChangeset(runtime, tx, tenant, submission));
  }
  return { changesets, dropped };
}

/** Who taught an operation; null for all, and for one that was not assessed in this form. */
function teachersOf(op: Operation, assessments: readonly Assessment[]): readonly string[] | null {
  for (const { ops, taughtBy = [] } of assessments) {
    const place = ops.findIndex((other) => isDeepStrictEqual(other, op));
    if (place >= 0) return taughtBy[place] ?? null;
  }
  return null;
}

function namedBy(ops: readonly Operation[], affected: readonly LoadedSkill[]): LoadedSkill[] {
  const refs = skillsNamedBy(ops);
  return affected.filter(({ skill: { id, name } }) => refs.includes(id) || refs.includes(name));
}

/**
 * What was found out about operations: of the assessed parts that affect the same skills the lowest score,
 * and everything that is wrong with any of them, should what was assessed have been split in another way.
 * Null where nothing was.
 */
function assessmentOf(ops: readonly Operation[], assessments: readonly Assessment[]) {
  const refs = new Set(skillsNamedBy(ops));
  const about = assessments.filter((one) => skillsNamedBy(one.ops).some((ref) => refs.has(ref)));
  if (about.length === 0) return null;
  const lowest = about.toSorted((a, b) => (a.evalScore ?? 1) - (b.evalScore ?? 1)).at(0);
  const { evalScore = null, baselineScore = null } = lowest ?? {};
  return { scores: { evalScore, baselineScore }, findings: about.flatMap(({ findings }) => findings) };
}

/**
 * What would be stored of a proposal, each changeset by itself, so that it can be judged before it is made.
 */
export async function previewProposal(
  runtime: Runtime,
  tenant: string,
  learned: Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>,
): Promise<Preview[]> {
  const { affected, kept } = await checkProposal(runtime, runtime.db.read, tenant, learned);
  const newSkillId = () => runtime.newId('skill');
  const newBulletId = () => runtime.newId('bullet');
  return splitOps(kept, affected.map(toSkillState)).map((ops) => {
    const before = namedBy(ops, affected).map(toSkillState);
    return { ops, before, after: applyOps(before, ops, { newSkillId, newBulletId }) };
  });
}

/** What of the operations can apply to the agent's skills as they are. */
async function checkProposal(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, source, ops }: Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>,
): Promise<{ affected: LoadedSkill[]; kept: Operation[]; dropped: DroppedOp[] }> {
  const refs = skillsNamedBy(ops);
  const affected = await loadSkills(tx, tenant, { agentId, ids: refs, names: refs });
  const shared = await loadSkills(tx, tenant, { agentId: SHARED_AGENT, ids: [], names: refs });
  const skills = affected.map(toSkillState);
  const limit = maxOps(runtime, source);
  const { considered, beyond } = shortlist(ops, limit);
  const merged = mergeAdditions(considered, skills);
  const reserved = shared.map(({ skill }) => skill.name);
  const checked = checkOps(merged.ops, { skills, reserved, limit });
  return { affected, kept: checked.kept, dropped: [...beyond, ...merged.dropped, ...checked.dropped] };
}

/** Comparing every operation with every other is done for a few times as many as may be kept. */
function shortlist(ops: Operation[], limit: number): { considered: Operation[]; beyond: DroppedOp[] } {
  const most = limit * CONSIDERED_FACTOR;
  return {
    considered: ops.slice(0, most),
    beyond: ops.slice(most).map((op) => ({ op, why: 'over_limit' })),
  };
}

function hasMoved({ skill }: LoadedSkill, madeFor: Versions): boolean {
  const version = madeFor[skill.id];
  return version !== undefined && version !== skill.version;
}

function maxOps({ config }: Runtime, source: LearnedProposal['source']): number {
  return config.learning.maxOpsPerChangeset * (source === 'evolution' ? EVOLUTION_FACTOR : 1);
}

/** How many operations were dropped for each reason; their text may be hostile and stays out of the log. */
function countReasons(dropped: DroppedOp[]): Record<string, number> {
  const groups = Map.groupBy(dropped, ({ why }) => why);
  return Object.fromEntries([...groups].map(([why, ops]) => [why, ops.length]));
}
