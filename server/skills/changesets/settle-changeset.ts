/** Writes what became of a changeset, under the condition that its status still allows it, with its audit entry. */
import { type AuditEvent, writeAudit } from '../../audit/index.ts';
import { type ChangesetTrigger, statusesBefore } from '../../domain/skills/changesets/status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ChangesetRecord, Decision } from './records.ts';
import { changesetStore } from './store.ts';

/** Who decides, and how. `actor` is what the audit names; `reviewer` is null where an author's change needed none. */
export interface Verdict {
  tenant: string;
  actor: string;
  trigger: ChangesetTrigger;
  reviewer: string | null;
  comment: string | null;
}

/** The status that it takes, and what belongs to it. */
export interface Settlement extends Partial<Pick<Decision, 'appliedVersions' | 'rejectionReason'>> {
  verdict: Verdict;
  changeset: ChangesetRecord;
  status: Exclude<ChangesetRecord['status'], 'pending'>;
  /** What the audit entry tells beside. */
  details?: Record<string, unknown>;
}

/** Returns the changeset as it is then. Throws `changeset is <status>` where its status allows it no more. */
export async function settle(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset, status, appliedVersions = null, rejectionReason = null, details = {} }: Settlement,
): Promise<ChangesetRecord> {
  const { tenant, trigger, reviewer, comment } = verdict;
  const store = changesetStore(tx, tenant);
  const { skipCanary } = changeset;
  const decision = {
    ...{ status, appliedVersions, rejectionReason, reviewer, skipCanary },
    reviewComment: comment,
  };
  if (!(await store.decide(changeset.id, statusesBefore(trigger, status), decision, runtime.clock()))) {
    throw await alreadyDecided(tx, tenant, changeset.id);
  }
  const settled = { ...changeset, ...decision };
  await writeAudit(runtime, tx, verdict, eventOf(settled, status, details));
  return settled;
}

/** The fault of whoever decided too late: it names what became of the changeset. */
async function alreadyDecided(tx: Tx, tenant: string, id: string): Promise<ServiceError> {
  const now = await changesetStore(tx, tenant).find(id);
  return now === null ? notFound('changeset') : new ServiceError('conflict', `changeset is ${now.status}`);
}

function eventOf(
  changeset: ChangesetRecord,
  status: Settlement['status'],
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
