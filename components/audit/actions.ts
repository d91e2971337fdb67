/** The actions of the audit log in groups and in words, the presets, and how they are spelled in the address. Pure. */
import { AUDIT_ACTIONS, type AuditAction } from '../../server/domain/admin/audit-action.ts';
import { SYSTEM_ACTORS } from '../../server/domain/principal.ts';
import { findingName } from '../changesets/preview/finding-text.ts';

/** As the address spells all of a group's actions by its `id`. */
export const GROUPS = [
  { id: 'changesets', label: 'Changesets', has: /^changeset\./ },
  { id: 'canaries', label: 'Canaries', has: /^canary\./ },
  { id: 'skills', label: 'Skills', has: /^skills?\./ },
  { id: 'memories', label: 'Memories', has: /^memory\./ },
  { id: 'episodes', label: 'Episodes', has: /^(feedback$|episodes\.)/ },
  {
    ...{ id: 'administration', label: 'Administration' },
    has: /^(apikey|user|job|rehearsal|policy|sources|sample|tenant|filter|webhook)\./,
  },
].map(({ has, ...group }) => ({
  ...group,
  actions: AUDIT_ACTIONS.filter((action) => has.test(action)),
}));

/** What was done, as a sentence whose subject is the actor. */
const SAID: Record<AuditAction, string> = {
  'changeset.proposed': 'Proposed a change',
  'changeset.applied': 'Applied a change',
  'changeset.rejected': 'Rejected a change',
  'changeset.failed': 'Could not apply a change',
  'changeset.canary': 'Approved a change and started a canary',
  'changeset.queued': 'Approved a change, queued behind a canary',
  'changeset.amended': 'Amended a change',
  'changeset.supported': 'Further runs taught the same',
  'changeset.commented': 'Commented on a change',
  'changeset.assigned': 'Assigned a change',
  'changeset.released': 'Released a change',
  'changeset.decision_undone': 'Undid a decision',
  'canary.promoted': 'Promoted a canary',
  'canary.rejected': 'Rejected a canary',
  'canary.expired': 'Ended a canary without a verdict',
  'skill.rollback': 'Rolled back a skill',
  'skill.pin': 'Changed the pin of a skill',
  'skill.publish': 'Changed who can read a skill',
  'skill.deprecated': 'Deprecated a skill',
  'skill.restored': 'Restored a skill',
  'skills.lifecycle': 'Changed the status of unused skills',
  'memory.add': 'Added a memory',
  'memory.update': 'Updated a memory',
  'memory.supersede': 'Replaced a memory',
  'memory.approved': 'Approved a memory',
  'memory.deleted': 'Deleted a memory',
  'memory.merged': 'Merged memories',
  'memory.forgotten': 'Retired a memory',
  'memory.kept': 'Kept a memory',
  'memory.restored': 'Restored a memory',
  feedback: 'Gave feedback on a run',
  'episodes.exported': 'Exported episodes',
  'apikey.created': 'Created an API key',
  'apikey.bound': 'Bound an API key to agents',
  'apikey.revoked': 'Revoked an API key',
  'user.exported': 'Exported a user’s data',
  'user.erased': 'Erased a user’s data',
  'job.retried': 'Retried a job',
  'sources.changed': 'Changed which tools are trusted',
  'policy.changed': 'Changed the policy',
  'skill.measured': 'Started measuring a skill',
  'skill.measurement_ended': 'Ended the measurement of a skill',
  'rehearsal.started': 'Started a rehearsal',
  'rehearsal.cancelled': 'Cancelled a rehearsal',
  'rehearsal.ended': 'Finished a rehearsal',
  'rehearsal.deleted': 'Deleted a rehearsal',
  'sample.loaded': 'Loaded the sample data',
  'sample.removed': 'Removed the sample data',
  'tenant.quota_changed': 'Changed the quota',
  'tenant.exported': 'Exported the tenant',
  'tenant.deleted': 'Deleted a tenant',
  'filter.saved': 'Saved a filter',
  'filter.removed': 'Removed a saved filter',
  'webhook.created': 'Created a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.rotated': 'Rotated the secret of a webhook',
  'webhook.tested': 'Tested a webhook',
  'webhook.redelivered': 'Redelivered a webhook event',
  'webhook.paused': 'Paused a webhook',
};

/** "Rejected a change"; an action that is not known stands for itself. */
export function actionText(action: string): string {
  return (SAID as Record<string, string>)[action] ?? action.replaceAll(/[._]/g, ' ');
}

/** In the address: feedback on runs too, which is most of what a busy tenant records. */
export const EVERYTHING = 'all';

const DECISIONS: readonly AuditAction[] = [
  'changeset.applied',
  'changeset.rejected',
  'changeset.canary',
  'changeset.queued',
  'changeset.amended',
  'changeset.commented',
  'changeset.decision_undone',
  'memory.approved',
  'memory.deleted',
  'memory.merged',
  'memory.forgotten',
  'memory.kept',
  'memory.restored',
];
const DESTRUCTIVE: readonly AuditAction[] = [
  'apikey.revoked',
  'memory.deleted',
  'skill.deprecated',
  'skill.rollback',
  'user.erased',
];

/** What one click filters by; `actor` may be the viewer. */
export function presetsFor(viewer: string): readonly { label: string; action: string; actor: string }[] {
  return [
    { label: 'My reviews', action: DECISIONS.join(','), actor: viewer },
    { label: 'Policy decisions', action: 'changesets', actor: SYSTEM_ACTORS.policy },
    { label: 'Destructive actions', action: DESTRUCTIVE.join(','), actor: '' },
    { label: 'Feedback', action: 'feedback', actor: '' },
  ];
}

/** The actions that a text of the address names, separated by commas. Without any, all but feedback. */
export function actionsOf(text: string): AuditAction[] {
  if (text === EVERYTHING) return [];
  const words = text.split(',');
  const named = words.flatMap((word) => GROUPS.find(({ id }) => id === word)?.actions ?? word);
  const known = [...new Set(named)].flatMap((name) => AUDIT_ACTIONS.find((action) => action === name) ?? []);
  return known.length > 0 ? known : AUDIT_ACTIONS.filter((action) => action !== 'feedback');
}

// The details of an entry in words: keys without underscores, lists and pairs without brackets. Pure; texts
// stay as they are.

/** A detail that can be read; `text` is null where there is nothing to tell. */
export interface DetailPair {
  key: string;
  text: string | null;
}

/** Every detail, in the order in which it was stored. */
export function pairsOf(details: Readonly<Record<string, unknown>>): DetailPair[] {
  return Object.entries(details).map(([key, value]) => ({
    key: nameOf(key),
    text: textOf(key === 'findings' && Array.isArray(value) ? value.map(String).map(findingName) : value),
  }));
}

/** A field in words; what has a figure in it is an id and stays one. */
function nameOf(key: string): string {
  return /\d/.test(key) ? key : key.replaceAll('_', ' ');
}

const figure = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 1 });

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;

/** "1,436", "0.97", "0.004". */
function numberText(value: number): string {
  return Math.abs(value) < 0.01 ? small.format(value) : figure.format(value);
}

/** "learn, review" of a list, "sk_1 3" of a pair; null of what is empty. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string' && INSTANT.test(value))
    return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`;
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(textOf)
    : pairsOf({ ...value }).map(({ key, text }) => (text === null ? null : `${key} ${text}`));
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(', ');
}
