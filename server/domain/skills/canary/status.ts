/** The states of a canary, and what ends one: each ending of a canary is one trigger of its changeset. */
import type { ChangesetTrigger } from '../changesets/status.ts';

export const EXPERIMENT_STATUSES = ['running', 'promoted', 'rejected', 'expired'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

/** What ends a canary: a credit whose verdict is decisive, the curate job, or a rollback of its skill. */
export type ExperimentTrigger = 'promote' | 'reject' | 'expire' | 'rollback';

export type ExperimentEnding = Exclude<ExperimentStatus, 'running'>;

/** By trigger, the status that a running canary ends in, and what happens to its changeset in the same moment. */
export const ENDINGS = {
  promote: { status: 'promoted', changeset: 'promote' },
  reject: { status: 'rejected', changeset: 'canary_reject' },
  expire: { status: 'expired', changeset: 'canary_expire' },
  rollback: { status: 'rejected', changeset: 'rollback' },
} as const satisfies Record<ExperimentTrigger, { status: ExperimentEnding; changeset: ChangesetTrigger }>;
