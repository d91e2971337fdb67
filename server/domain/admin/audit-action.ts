/** The actions an audit entry can name, and the form of what it is about. */

export const AUDIT_ACTIONS = [
  'changeset.proposed',
  'changeset.applied',
  'changeset.rejected',
  'changeset.failed',
  'changeset.canary',
  'changeset.queued',
  'changeset.amended',
  'changeset.commented',
  'changeset.decision_undone',
  'canary.promoted',
  'canary.rejected',
  'canary.expired',
  'skill.rollback',
  'skill.pin',
  'skill.publish',
  'skill.deprecated',
  'skill.restored',
  'skills.lifecycle',
  'memory.add',
  'memory.update',
  'memory.supersede',
  'memory.approved',
  'memory.deleted',
  'feedback',
  'episodes.exported',
  'apikey.created',
  'apikey.revoked',
  'user.exported',
  'user.erased',
  'job.retried',
  'rehearsal.started',
  'rehearsal.cancelled',
  'rehearsal.ended',
  'rehearsal.deleted',
  'sample.loaded',
  'sample.removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry is about: `changeset:cs_…`, `skill:sk_…`, `user:u-9`. */
export type AuditResource =
  `${'changeset' | 'skill' | 'memory' | 'apikey' | 'user' | 'agent' | 'episode' | 'job' | 'tenant' | 'rehearsal'}:${string}`;
