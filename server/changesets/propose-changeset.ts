/** How learning proposes a change: what could never apply is dropped first, so that no reviewer has to look at it. */
import { applyOps } from '../domain/changesets/apply-ops.ts';
import { checkOps, type DroppedOp } from '../domain/changesets/check-ops.ts';
import { mergeAdditions } from '../domain/changesets/merge-additions.ts';
import { type Operation, skillsNamedBy } from '../domain/changesets/ops.ts';
import type { SkillState } from '../domain/changesets/skill-state.ts';
import { SHARED_AGENT } from '../domain/fields.ts';
import type { Finding } from '../domain/safety/finding.ts';
import { holdLibrary, type KnownSkill, readKnown } from '../library/index.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { countSubmitted } from './count-changesets.ts';
import type { ChangesetRecord, Proposal, Versions } from './records.ts';
import { stateOf } from './skill-states.ts';
import { submitChangeset } from './submit-changeset.ts';

/** Evolution rewrites a whole skill and may use more operations than other sources. */
const EVOLUTION_FACTOR = 3;

/** Operations that are looked at, for each one that may be kept. */
const CONSIDERED_FACTOR = 4;

/** A learned proposal: `proposedBy` is the job's actor, such as `system:reflection`. */
export type LearnedProposal = Omit<Proposal, 'humanAuthored' | 'source'> & {
  source: 'reflection' | 'curation' | 'evolution';
  /** The versions of the skills, by id, that the operations were made for. Where one has moved on, nothing is stored. */
  madeFor?: Versions;
  /** What its author found wrong with it, beside what the safety scan will find. */
  findings?: readonly Finding[];
};

/** A proposal as it would be stored now. */
export interface Preview {
  ops: Operation[];
  /** The skills that it names, as they are. */
  before: SkillState[];
  /** The same as they would be, and after them those that it creates. */
  after: SkillState[];
}

/**
 * Proposes a learned change of the agent's own skills and applies it where policy approves. Operations on unknown
 * skills or rules (those of other agents and the shared ones included), repeated and restated ones, new skills that would
 * hide one of the agent's or a shared one, and those beyond the limit are dropped and logged. Returns null, and stores nothing, where none is left. `write` is the transaction of a job, which
 * commits only while the job is held.
 */
export async function proposeChangeset(
  runtime: Runtime,
  tenant: string,
  learned: LearnedProposal,
  write: Database['write'] = runtime.db.write,
): Promise<ChangesetRecord | null> {
  const { agentId, source } = learned;
  const { changeset, dropped } = await write(async (tx) => await propose(runtime, tx, tenant, learned));
  if (dropped.length > 0) {
    const fields = { tenant, agent_id: agentId, source, changeset_id: changeset?.id ?? null };
    runtime.log.info('changeset.dropped_ops', { ...fields, dropped: reasonsOf(dropped) });
  }
  if (changeset !== null) countSubmitted(runtime, changeset);
  return changeset;
}

async function propose(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { madeFor = {}, findings = [], ...learned }: LearnedProposal,
): Promise<{ changeset: ChangesetRecord | null; dropped: DroppedOp[] }> {
  await holdLibrary(tx, tenant, learned.agentId);
  const { touched, kept, dropped } = await check(runtime, tx, tenant, learned);
  if (touched.some((known) => hasMoved(known, madeFor))) return { changeset: null, dropped: [] };
  if (kept.length === 0) return { changeset: null, dropped };
  const proposal = { ...learned, ops: kept, humanAuthored: false };
  return { changeset: await submitChangeset(runtime, tx, { tenant, proposal, touched, findings }), dropped };
}

/** What would be stored of a proposal, for whoever judges it before it is made. */
export async function previewProposal(
  runtime: Runtime,
  tenant: string,
  learned: Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>,
): Promise<Preview> {
  const { touched, kept } = await check(runtime, runtime.db.read, tenant, learned);
  const before = touched.map(stateOf);
  const newSkillId = () => runtime.newId('skill');
  const newBulletId = () => runtime.newId('bullet');
  return { ops: kept, before, after: applyOps(before, kept, { newSkillId, newBulletId }) };
}

/** What of the operations can apply to the agent's skills as they are. */
async function check(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, source, ops }: Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>,
): Promise<{ touched: KnownSkill[]; kept: Operation[]; dropped: DroppedOp[] }> {
  const refs = skillsNamedBy(ops);
  const touched = await readKnown(tx, tenant, { agentId, ids: refs, names: refs });
  const shared = await readKnown(tx, tenant, { agentId: SHARED_AGENT, ids: [], names: refs });
  const skills = touched.map(stateOf);
  const limit = limitOf(runtime, source);
  const { considered, beyond } = shortlist(ops, limit);
  const merged = mergeAdditions(considered, skills);
  const reserved = shared.map(({ skill }) => skill.name);
  const checked = checkOps(merged.ops, { skills, reserved, limit });
  return { touched, kept: checked.kept, dropped: [...beyond, ...merged.dropped, ...checked.dropped] };
}

/** Comparing every operation with every other is done for a few times as many as may be kept. */
function shortlist(ops: Operation[], limit: number): { considered: Operation[]; beyond: DroppedOp[] } {
  const most = limit * CONSIDERED_FACTOR;
  return {
    considered: ops.slice(0, most),
    beyond: ops.slice(most).map((op) => ({ op, why: 'over_limit' })),
  };
}

function hasMoved({ skill }: KnownSkill, madeFor: Versions): boolean {
  const version = madeFor[skill.id];
  return version !== undefined && version !== skill.version;
}

function limitOf({ config }: Runtime, source: LearnedProposal['source']): number {
  return config.learning.maxOpsPerChangeset * (source === 'evolution' ? EVOLUTION_FACTOR : 1);
}

/** How many operations were dropped for each reason; their text may be hostile and stays out of the log. */
function reasonsOf(dropped: DroppedOp[]): Record<string, number> {
  const groups = Map.groupBy(dropped, ({ why }) => why);
  return Object.fromEntries([...groups].map(([why, ops]) => [why, ops.length]));
}
