/**
 * The states of a changeset and every way from one to another, as data: what the server enforces, what the
 * dashboard offers and what tests walk through is one table.
 */

export const CHANGESET_STATUSES = ['pending', 'approved', 'canary', 'applied', 'rejected', 'failed'] as const;
export type ChangesetStatus = (typeof CHANGESET_STATUSES)[number];

/**
 * What moves a changeset. `approve` and `reject` are a review or, for `approve`, policy; `author` is a
 * person's own change after a clean scan; `reevaluate` follows the end of the canary that it waited for, or a
 * rollback of the skill; `undo` is the reviewer who takes the decision back a moment later.
 */
export const CHANGESET_TRIGGERS = [
  'approve',
  'reject',
  'author',
  'promote',
  'canary_reject',
  'canary_expire',
  'rollback',
  'reevaluate',
  'undo',
] as const;
export type ChangesetTrigger = (typeof CHANGESET_TRIGGERS)[number];

export type ChangesetTransition = {
  readonly from: ChangesetStatus;
  readonly trigger: ChangesetTrigger;
  readonly to: ChangesetStatus;
  readonly when: string;
};

/** Every changeset begins here. */
export const FIRST_STATUS: ChangesetStatus = 'pending';

/**
 * The whole table. Where a trigger leads to several states, `when` tells them apart; what is not here cannot
 * happen.
 */
export const CHANGESET_TRANSITIONS: readonly ChangesetTransition[] = [
  { from: 'pending', trigger: 'approve', to: 'canary', when: 'it is eligible for a canary' },
  {
    from: 'pending',
    trigger: 'approve',
    to: 'applied',
    when: 'it needs no canary and its skills are unchanged',
  },
  {
    from: 'pending',
    trigger: 'approve',
    to: 'approved',
    when: 'a canary is running on a skill that it touches',
  },
  { from: 'pending', trigger: 'approve', to: 'failed', when: 'a skill moved on, or one to create exists' },
  { from: 'pending', trigger: 'reject', to: 'rejected', when: 'always' },
  { from: 'pending', trigger: 'author', to: 'applied', when: 'the scan is clean' },
  { from: 'canary', trigger: 'promote', to: 'applied', when: 'the skill is unchanged' },
  { from: 'canary', trigger: 'promote', to: 'failed', when: 'the skill moved on' },
  {
    from: 'canary',
    trigger: 'canary_reject',
    to: 'rejected',
    when: 'the candidate is worse, or undecided at its maximum',
  },
  { from: 'canary', trigger: 'canary_expire', to: 'rejected', when: 'always' },
  { from: 'canary', trigger: 'rollback', to: 'rejected', when: 'always' },
  { from: 'approved', trigger: 'reevaluate', to: 'canary', when: 'it is eligible for a canary' },
  {
    from: 'approved',
    trigger: 'reevaluate',
    to: 'applied',
    when: 'it needs no canary and its skills are unchanged',
  },
  {
    from: 'approved',
    trigger: 'reevaluate',
    to: 'failed',
    when: 'a skill moved on, or one to create exists',
  },
  { from: 'approved', trigger: 'undo', to: 'pending', when: 'its approval was a moment ago' },
  { from: 'rejected', trigger: 'undo', to: 'pending', when: 'a person rejected it a moment ago' },
  { from: 'applied', trigger: 'undo', to: 'pending', when: 'a person applied it a moment ago' },
];

/** How long a reviewer is offered to take a decision back. */
export const UNDO_OFFERED_MS = 10_000;

/**
 * How long taking it back is accepted: the offer begins when the answer arrives, which for a hundred decisions is some
 * seconds after the first of them.
 */
export const UNDO_ACCEPTED_MS = 30_000;

/**
 * Whether a person may decide: only what is pending can be reviewed, everything else is answered with 409.
 */
export function canReview(status: ChangesetStatus): boolean {
  return status === 'pending';
}

/** Whether nothing can happen to it any more, unless the one who decided takes that back. */
export function isFinal(status: ChangesetStatus): boolean {
  return !CHANGESET_TRANSITIONS.some(({ from, trigger }) => from === status && trigger !== 'undo');
}

export const OPEN_STATUSES = CHANGESET_STATUSES.filter((status) => !isFinal(status));

/** The statuses that a trigger may move to `to`: the condition under which a store may change a row. */
export function statusesBefore(trigger: ChangesetTrigger, to: ChangesetStatus): ChangesetStatus[] {
  return CHANGESET_TRANSITIONS.filter((move) => move.trigger === trigger && move.to === to).map(
    ({ from }) => from,
  );
}
