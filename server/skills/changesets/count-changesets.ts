/** Counts changesets by the statuses they take. Called after the commit, because a transaction may run twice. */
import { FIRST_STATUS } from '../../domain/skills/changesets/status.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ChangesetRecord } from './records.ts';

type Counted = Pick<ChangesetRecord, 'source' | 'status'>;

/** Counts a new changeset as pending, and once more where it was decided at once. */
export function countSubmitted(runtime: Runtime, { source, status }: Counted): void {
  runtime.metrics.changesets.inc({ source, status: FIRST_STATUS });
  if (status !== FIRST_STATUS) countDecided(runtime, { source, status });
}

/** Counts the status that a decision led to. */
export function countDecided({ metrics }: Runtime, { source, status }: Counted): void {
  metrics.changesets.inc({ source, status });
}
