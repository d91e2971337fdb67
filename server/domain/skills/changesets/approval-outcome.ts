/**
 * What approving a changeset would do now. The server acts on this answer and it is computed nowhere else, so
 * that what a reviewer is promised and what happens cannot differ.
 */
import { applyOps, InapplicableOperationError, type NewIds } from './apply-ops.ts';
import type { Risk } from './approval-policy.ts';
import type { SkillState } from './changeset.ts';
import type { Operation } from './ops.ts';

/** A skill with the version that its state is of, how often it was used, and whether a canary runs on it. */
export type CurrentSkill = {
  readonly version: number;
  readonly state: SkillState;
  readonly uses: number;
  readonly onTrial: boolean;
};

type ApprovalQuestion = {
  readonly ops: readonly Operation[];
  /** The version of each skill that the operations were proposed against, by skill id. */
  readonly baseVersions: Readonly<Record<string, number>>;
  /**
   * Of the changeset's agent: every skill of `baseVersions` that exists, and every one with a name to be
   * created.
   */
  readonly current: readonly CurrentSkill[];
  readonly origin: NewIds;
} & CanaryQuestion;

/**
 * `changed` are the existing skills as they will be, `created` the new ones, which a canary holds back until
 * it is won; `reason` says why it is this and nothing else.
 */
export type ApprovalOutcome =
  | {
      readonly status: 'applied';
      readonly changed: readonly SkillState[];
      readonly created: readonly SkillState[];
      readonly reason: string;
    }
  | {
      readonly status: 'canary';
      readonly candidate: SkillState;
      readonly created: readonly SkillState[];
      readonly reason: string;
    }
  /** Queued: it waits for the canaries on the skills `behind`. */
  | { readonly status: 'approved'; readonly behind: readonly string[]; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Operations are applied as proposed or not at all: a skill that moved on is never merged with. What would
 * fail anyhow fails at once. A change of a skill then waits for the canary on it, except a person's own
 * change, which goes ahead.
 */
export function approvalOutcome(question: ApprovalQuestion): ApprovalOutcome {
  const { ops, baseVersions, current, origin, humanAuthored } = question;
  const stale = staleReason(baseVersions, current) ?? creationConflict(ops, current);
  if (stale !== null) return { status: 'failed', reason: stale };
  const states = current.map(({ state }) => state);
  try {
    const results = applyOps(states, ops, origin);
    const changed = results.slice(0, states.length).filter((state, index) => state !== states[index]);
    const created = results.slice(states.length);
    const trials = current.filter(({ state, onTrial }) => onTrial && Object.hasOwn(baseVersions, state.id));
    if (trials.length > 0 && !humanAuthored) return queuedBehind(trials);
    return applyDirectly(question, changed, created);
  } catch (error) {
    if (!(error instanceof InapplicableOperationError)) throw error;
    return { status: 'failed', reason: error.message };
  }
}

function queuedBehind(trials: readonly CurrentSkill[]): ApprovalOutcome {
  const names = trials.map(({ state }) => state.name).join(', ');
  const behind = trials.map(({ state }) => state.id);
  return { status: 'approved', behind, reason: `a canary is running on ${names}` };
}

function applyDirectly(
  question: ApprovalQuestion,
  changed: readonly SkillState[],
  created: readonly SkillState[],
): ApprovalOutcome {
  const usesOf = (id: string) => question.current.find(({ state }) => state.id === id)?.uses ?? 0;
  const { eligible, reason } = canaryAnswer(question, {
    uses: changed.map(({ id }) => usesOf(id)),
    created: created.length,
  });
  const [candidate] = changed;
  if (eligible && candidate !== undefined) return { status: 'canary', candidate, created, reason };
  return { status: 'applied', changed, created, reason };
}

function staleReason(
  baseVersions: Readonly<Record<string, number>>,
  current: readonly CurrentSkill[],
): string | null {
  for (const [id, base] of Object.entries(baseVersions)) {
    const now = current.find(({ state }) => state.id === id);
    if (now === undefined) return `skill ${id} no longer exists`;
    if (now.version !== base) return `skill ${now.state.name} moved from version ${base} to ${now.version}`;
  }
  return null;
}

/** Why what the operations create cannot be created; null where it can. */
export function creationConflict(
  ops: readonly Operation[],
  current: readonly Pick<CurrentSkill, 'state'>[],
): string | null {
  const taken = ops.find(
    (op) => op.op === 'create_skill' && current.some(({ state }) => state.name === op.name),
  );
  return taken?.op === 'create_skill' ? `a skill named ${taken.name} already exists` : null;
}

// Which approved changes meet live traffic before they are applied. A canary compares two texts of one skill,
// so it needs one skill that changes, and enough traffic on it for an answer to be had.

/** What decides besides the change itself. */
type CanaryQuestion = {
  readonly risk: Risk;
  /** A person's own change is never tried: they have decided. */
  readonly humanAuthored: boolean;
  /** The reviewer waived the canary. */
  readonly skipCanary: boolean;
  readonly settings: { readonly enabled: boolean; readonly minSamples: number };
};

/**
 * The uses of each existing skill that the change modifies, and how many it creates. What is created is no
 * reason to try a change, and none to let it go untried.
 */
type CanaryScope = { readonly uses: readonly number[]; readonly created: number };

/** Whether the change is eligible for a canary, and why. */
export function canaryAnswer(
  { risk, humanAuthored, skipCanary, settings }: CanaryQuestion,
  { uses, created }: CanaryScope,
): { eligible: boolean; reason: string } {
  const no = (reason: string) => ({ eligible: false, reason });
  const { minSamples } = settings;
  const [used = 0] = uses;
  if (!settings.enabled) return no('canaries are switched off');
  if (humanAuthored) return no('a person wrote it');
  if (skipCanary) return no('the reviewer waived the canary');
  if (risk === 'low') return no('low risk needs no canary');
  if (uses.length === 0 && created > 0) return no('new skills are never tried');
  if (uses.length !== 1) return no(`it modifies ${uses.length} skills, and a canary tries one`);
  if (used < minSamples) return no(`the skill has ${used} uses, and a canary needs ${minSamples}`);
  return { eligible: true, reason: `risk is ${risk}, and one skill with ${used} uses is modified` };
}
