/**
 * Writes the decision on a changeset, under the condition that its status still allows it, with its audit
 * entry and count.
 */
import { type AuditEvent, writeAudit } from '../../audit/index.ts';
import { type ChangesetTrigger, statusesBefore } from '../../domain/skills/changesets/status.ts';
import type { ChangesetEvent } from '../../domain/webhooks/event.ts';
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { notifyOfChangeset } from './notify-of-changeset.ts';
import type { ChangesetRecord, Decision } from './records.ts';
import { changesetStore } from './store.ts';

/**
 * Who decides, and how. `actor` is what the audit names; `reviewer` is null where an author's change needed
 * none.
 */
export interface Decider {
  actor: string;
  trigger: ChangesetTrigger;
  reviewer: string | null;
  comment: string | null;
}

/** The status that a changeset takes, and what belongs to it. */
export interface ChangesetDecision extends Partial<Pick<Decision, 'appliedVersions' | 'rejectionReason'>> {
  decider: Decider;
  changeset: ChangesetRecord;
  status: Exclude<ChangesetRecord['status'], 'pending'>;
  /** What else the audit entry tells. */
  details?: Record<string, unknown>;
}

/**
 * Returns the changeset as it is then. Throws `changeset is <status>` where its status no longer allows the
 * decision.
 */
export async function decideChangeset(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  {
    decider,
    changeset,
    status,
    appliedVersions = null,
    rejectionReason = null,
    details = {},
  }: ChangesetDecision,
): Promise<ChangesetRecord> {
  const { actor, trigger, reviewer, comment } = decider;
  const store = changesetStore(tx, tenant);
  const { skipCanary } = changeset;
  const decision = {
    ...{ status, appliedVersions, rejectionReason, reviewer, skipCanary },
    reviewComment: comment,
  };
  if (!(await store.decide(changeset.id, statusesBefore(trigger, status), decision, runtime.clock()))) {
    throw await alreadyDecided(tx, tenant, changeset.id);
  }
  const decided = { ...changeset, ...decision };
  await writeAudit(runtime, tx, { tenant, actor }, auditEvent(decided, status, details));
  const type = EVENTS[status];
  if (type !== undefined) {
    await notifyOfChangeset(runtime, tx, tenant, { type, changeset: decided, reason: rejectionReason });
  }
  countStatus(runtime, tx, decided);
  return decided;
}

/** What webhooks are told of a status; a rejection and a place in the queue concern nobody else. */
const EVENTS: Partial<Record<ChangesetDecision['status'], ChangesetEvent>> = {
  applied: 'changeset.applied',
  failed: 'changeset.failed',
  canary: 'canary.started',
};

/** Counts a status that a changeset takes, once the transaction is committed: it may run twice. */
export function countStatus(
  { metrics }: Runtime,
  tx: Tx,
  { source, status }: Pick<ChangesetRecord, 'source' | 'status'>,
): void {
  afterCommit(tx, () => metrics.changesets.inc({ source, status }));
}

/** The error for a decision that comes too late: it names the status that the changeset took. */
async function alreadyDecided(tx: Tx, tenant: string, id: string): Promise<ServiceError> {
  const now = await changesetStore(tx, tenant).find(id);
  return now === null ? notFound('changeset') : new ServiceError('conflict', `changeset is ${now.status}`);
}

function auditEvent(
  changeset: ChangesetRecord,
  status: ChangesetDecision['status'],
  details: Record<string, unknown>,
): AuditEvent {
  const resource = `changeset:${changeset.id}` as const;
  const reason = changeset.rejectionReason === null ? {} : { reason: changeset.rejectionReason };
  switch (status) {
    case 'applied':
      return {
        action: 'changeset.applied',
        resource,
        details: { versions: changeset.appliedVersions, ...details },
      };
    case 'failed':
      return { action: 'changeset.failed', resource, details: { ...reason, ...details } };
    case 'rejected':
      return { action: 'changeset.rejected', resource, details };
    case 'canary':
      return { action: 'changeset.canary', resource, details };
    case 'approved':
      return { action: 'changeset.queued', resource, details };
    default:
      return status satisfies never;
  }
}
