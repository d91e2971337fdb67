/**
 * The states of a canary and every way from one to another, as data, like the changesets' table: each ending
 * of a canary is one trigger of its changeset.
 */
import type { ChangesetTrigger } from '../changesets/status.ts';

export const EXPERIMENT_STATUSES = ['running', 'promoted', 'rejected', 'expired'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

export type ExperimentEnding = Exclude<ExperimentStatus, 'running'>;

/** What ends a canary: a credit whose verdict is decisive, the curate job, or a rollback of its skill. */
export const EXPERIMENT_TRIGGERS = ['promote', 'reject', 'expire', 'rollback'] as const;
export type ExperimentTrigger = (typeof EXPERIMENT_TRIGGERS)[number];

export type ExperimentTransition = {
  readonly from: ExperimentStatus;
  readonly trigger: ExperimentTrigger;
  readonly to: ExperimentEnding;
  /** What happens to its changeset in the same moment. */
  readonly changeset: ChangesetTrigger;
  readonly when: string;
};

/** The whole table; what is not here cannot happen. */
export const EXPERIMENT_TRANSITIONS: readonly ExperimentTransition[] = [
  {
    from: 'running',
    trigger: 'promote',
    to: 'promoted',
    changeset: 'promote',
    when: 'both arms have enough evidence and the candidate is decisively better',
  },
  {
    from: 'running',
    trigger: 'reject',
    to: 'rejected',
    changeset: 'canary_reject',
    when: 'the candidate is decisively worse, or undecided at its maximum',
  },
  {
    from: 'running',
    trigger: 'expire',
    to: 'expired',
    changeset: 'canary_expire',
    when: 'it is too old, or its skill is archived or deprecated',
  },
  { from: 'running', trigger: 'rollback', to: 'rejected', changeset: 'rollback', when: 'always' },
];

/** The transition that a trigger makes from `running`, the only status that can be left. */
export function endingBy(trigger: ExperimentTrigger): ExperimentTransition {
  const found = EXPERIMENT_TRANSITIONS.find((move) => move.trigger === trigger);
  if (found === undefined) throw new Error(`no canary ends by ${trigger}`);
  return found;
}
