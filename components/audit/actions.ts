/** The actions of the audit log in groups, the presets, and how both are spelled in the address. Pure. */
import { SYSTEM_ACTORS } from '../../server/domain/principal.ts';
import type { Inputs } from '../api/trpc.ts';

type Action = NonNullable<Inputs['audit']['search']['actions']>[number];

interface Group {
  /** As the address spells all of its actions: `changesets`. */
  id: string;
  label: string;
  actions: readonly Action[];
}

export const GROUPS: readonly Group[] = [
  {
    id: 'changesets',
    label: 'Changesets',
    actions: [
      'changeset.proposed',
      'changeset.applied',
      'changeset.rejected',
      'changeset.failed',
      'changeset.canary',
      'changeset.queued',
      'changeset.amended',
      'changeset.commented',
      'changeset.decision_undone',
    ],
  },
  { id: 'canaries', label: 'Canaries', actions: ['canary.promoted', 'canary.rejected', 'canary.expired'] },
  {
    id: 'skills',
    label: 'Skills',
    actions: [
      'skill.rollback',
      'skill.pin',
      'skill.publish',
      'skill.deprecated',
      'skill.restored',
      'skills.lifecycle',
    ],
  },
  {
    id: 'memories',
    label: 'Memories',
    actions: [
      ...(['memory.add', 'memory.update', 'memory.supersede', 'memory.approved', 'memory.deleted'] as const),
      ...(['memory.merged', 'memory.forgotten', 'memory.kept', 'memory.restored'] as const),
    ],
  },
  { id: 'episodes', label: 'Episodes', actions: ['feedback', 'episodes.exported'] },
  {
    id: 'administration',
    label: 'Administration',
    actions: [
      ...(['apikey.created', 'apikey.revoked', 'user.exported', 'user.erased', 'job.retried'] as const),
      ...(['rehearsal.started', 'rehearsal.cancelled', 'rehearsal.ended', 'rehearsal.deleted'] as const),
      ...(['sample.loaded', 'sample.removed'] as const),
      ...(['webhook.created', 'webhook.changed', 'webhook.deleted', 'webhook.rotated'] as const),
      ...(['webhook.tested', 'webhook.redelivered', 'webhook.paused'] as const),
    ],
  },
];

const DECISIONS: readonly Action[] = [
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
const DESTRUCTIVE: readonly Action[] = [
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
  ];
}

/**
 * The actions that a text of the address names: groups and actions with commas between; unknown ones do not
 * count.
 */
export function actionsOf(text: string): Action[] {
  const named = text.split(',').flatMap((word) => {
    const group = GROUPS.find(({ id }) => id === word);
    if (group !== undefined) return group.actions;
    return GROUPS.flatMap(({ actions }) => actions).filter((action) => action === word);
  });
  return [...new Set(named)];
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
  return Object.entries(details).map(([key, value]) => ({ key: nameOf(key), text: textOf(value) }));
}

/** A field in words; what has a figure in it is an id and stays one. */
function nameOf(key: string): string {
  return /\d/.test(key) ? key : key.replaceAll('_', ' ');
}

/** "learn, review" of a list, "sk_1 3" of a pair; null of what is empty. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(textOf)
    : pairsOf({ ...value }).map(({ key, text }) => (text === null ? null : `${key} ${text}`));
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(', ');
}
