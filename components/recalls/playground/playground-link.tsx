'use client';

/** Leads to the playground with a task filled in. */
import { useAllowed } from '../../shell/viewer.ts';
import { buttonLook } from '../../ui/forms/button-look.ts';
import { Link } from '../../ui/text/link.tsx';
import { text, urlSchema } from '../../url/use-url-state.ts';

interface PlaygroundLinkProps {
  /** A longer one is cut: an address holds only so much. */
  task: string;
  /** An agent of its own; for what all share, the default one is asked. */
  agentId: string;
  userId?: string | null;
  changesetId?: string;
}

export function PlaygroundLink({ task, agentId, userId = null, changesetId }: PlaygroundLinkProps) {
  if (!useAllowed('review')) return null;
  const query = new URLSearchParams({ task: task.slice(0, LONGEST_TASK).toWellFormed() });
  if (agentId !== '*') query.set('agent', agentId);
  if (userId !== null) query.set('user', userId);
  if (changesetId !== undefined) query.set('change', changesetId);
  return (
    <Link href={`/playground?${query}`} className={buttonLook({ variant: 'quiet', size: 'small' })}>
      Try in playground
    </Link>
  );
}

// What the playground's address holds.

/** In characters; an address that is much longer is refused on its way. */
export const LONGEST_TASK = 2000;

export const PLAYGROUND_SCHEMA = urlSchema({
  task: text(LONGEST_TASK),
  user: text(256),
  /** A minute in UTC, as `2026-03-01T12:00`. */
  at: text(16, /^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  change: text(64),
});
