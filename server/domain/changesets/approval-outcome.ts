/**
 * What approving a changeset would do now. The server acts on this answer and nobody decides it elsewhere, so that what a
 * reviewer is promised and what happens cannot differ.
 */
import { applyOps, InapplicableOperationError, type Origin } from './apply-ops.ts';
import type { Operation } from './ops.ts';
import type { SkillState } from './skill-state.ts';

/** A skill with the version that its state is of. */
export type StandingSkill = { readonly version: number; readonly state: SkillState };

export type ApprovalQuestion = {
  readonly ops: readonly Operation[];
  /** The version of each skill that the operations were proposed against, by skill id. */
  readonly baseVersions: Readonly<Record<string, number>>;
  /** Of the changeset's agent: every skill of `baseVersions` that exists, and every one with a name to be created. */
  readonly standing: readonly StandingSkill[];
  readonly origin: Origin;
};

/** `changed` are the existing skills as they will be, `created` the new ones. */
export type ApprovalOutcome =
  | {
      readonly status: 'applied';
      readonly changed: readonly SkillState[];
      readonly created: readonly SkillState[];
    }
  | { readonly status: 'failed'; readonly reason: string };

/** Operations are applied as proposed or not at all: a skill that moved on is never merged with. */
export function approvalOutcome({ ops, baseVersions, standing, origin }: ApprovalQuestion): ApprovalOutcome {
  const stale = staleReason(baseVersions, standing) ?? takenReason(ops, standing);
  if (stale !== null) return { status: 'failed', reason: stale };
  const states = standing.map(({ state }) => state);
  try {
    const results = applyOps(states, ops, origin);
    const changed = results.slice(0, states.length).filter((state, index) => state !== states[index]);
    return { status: 'applied', changed, created: results.slice(states.length) };
  } catch (error) {
    if (!(error instanceof InapplicableOperationError)) throw error;
    return { status: 'failed', reason: error.message };
  }
}

function staleReason(
  baseVersions: Readonly<Record<string, number>>,
  standing: readonly StandingSkill[],
): string | null {
  for (const [id, base] of Object.entries(baseVersions)) {
    const now = standing.find(({ state }) => state.id === id);
    if (now === undefined) return `skill ${id} does not exist any more`;
    if (now.version !== base) return `skill ${now.state.name} moved from version ${base} to ${now.version}`;
  }
  return null;
}

function takenReason(ops: readonly Operation[], standing: readonly StandingSkill[]): string | null {
  const taken = ops.find(
    (op) => op.op === 'create_skill' && standing.some(({ state }) => state.name === op.name),
  );
  return taken?.op === 'create_skill' ? `a skill named ${taken.name} exists by now` : null;
}
