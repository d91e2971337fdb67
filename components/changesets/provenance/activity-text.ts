/** What an entry of a changeset's history says in words. Pure. */

interface Event {
  action: string;
  details: Record<string, unknown>;
}

const WORDS: Record<string, string> = {
  'changeset.proposed': 'proposed it',
  'changeset.amended': 'reworded it',
  'changeset.commented': 'remarked',
  'changeset.applied': 'applied it',
  'changeset.rejected': 'rejected it',
  'changeset.queued': 'approved it; it waits behind a canary',
  'changeset.canary': 'approved it; a canary started',
  'changeset.failed': 'approved it, but it could not be applied',
};

/** "applied it as v8", "rejected it"; an action without a word of its own shows as it is called. */
export function activityText({ action, details }: Event): string {
  const word = WORDS[action] ?? action.replaceAll(/[._]/g, ' ');
  const versions = action === 'changeset.applied' ? versionsOf(details) : [];
  return versions.length === 0 ? word : `${word} as ${versions.map((version) => `v${version}`).join(', ')}`;
}

const DECISIONS = ['applied', 'rejected', 'queued', 'canary', 'failed'];

/** Whether this is where somebody decided; the comment of a decision is kept with the changeset. */
export function isDecision({ action }: Event): boolean {
  return DECISIONS.some((decision) => action === `changeset.${decision}`);
}

function versionsOf({ versions }: Record<string, unknown>): number[] {
  if (typeof versions !== 'object' || versions === null) return [];
  return Object.values(versions).filter((version) => typeof version === 'number');
}

/** What was said along with it: a remark, a comment, a reason. */
export function remarkOf({ details: { text, comment, reason } }: Event): string | null {
  const said = [text, comment, reason].filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? null : [...new Set(said)].join('\n');
}
