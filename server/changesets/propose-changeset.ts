/** How learning proposes a change: what could never apply is dropped first, so that no reviewer has to look at it. */
import { checkOps, type DroppedOp } from '../domain/changesets/check-ops.ts';
import { skillsNamedBy } from '../domain/changesets/ops.ts';
import { holdLibrary, type KnownSkill, readKnown } from '../library/index.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { countSubmitted } from './count-changesets.ts';
import type { ChangesetRecord, Proposal, Versions } from './records.ts';
import { stateOf } from './skill-states.ts';
import { submitChangeset } from './submit-changeset.ts';

/** Evolution rewrites a whole skill and may use more operations than other sources. */
const EVOLUTION_FACTOR = 3;

/** A learned proposal: `proposedBy` is the job's actor, such as `system:reflection`. */
export type LearnedProposal = Omit<Proposal, 'humanAuthored' | 'source'> & {
  source: 'reflection' | 'curation' | 'evolution';
  /** The versions of the skills, by id, that the operations were made for. Where one has moved on, nothing is stored. */
  madeFor?: Versions;
};

/**
 * Proposes a learned change of the agent's own skills and applies it where policy approves. Operations on unknown
 * skills or rules (those of other agents and the shared ones included), repeated ones and those beyond the limit are
 * dropped and logged. Returns null, and stores nothing, where none is left. `write` is the transaction of a job, which
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
  { madeFor = {}, ...learned }: LearnedProposal,
): Promise<{ changeset: ChangesetRecord | null; dropped: DroppedOp[] }> {
  const { agentId, source } = learned;
  const refs = skillsNamedBy(learned.ops);
  await holdLibrary(tx, tenant, agentId);
  const touched = await readKnown(tx, tenant, { agentId, ids: refs, names: refs });
  if (touched.some((known) => hasMoved(known, madeFor))) return { changeset: null, dropped: [] };
  const limit = limitOf(runtime, source);
  const { kept, dropped } = checkOps(learned.ops, { skills: touched.map(stateOf), limit });
  if (kept.length === 0) return { changeset: null, dropped };
  const proposal = { ...learned, ops: kept, humanAuthored: false };
  return { changeset: await submitChangeset(runtime, tx, { tenant, proposal, touched }), dropped };
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
