'use client';

/** Leads to the playground with a task filled in. */
import { useAllowed } from '../../shell/viewer.ts';
import { buttonLook } from '../../ui/forms/button-look.ts';
import { Link } from '../../ui/text/link.tsx';
import { LONGEST_TASK } from './playground-state.ts';

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
