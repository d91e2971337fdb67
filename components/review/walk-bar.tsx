/** Above a changeset that the queue led to: the way back to the list, how many still wait, and its neighbours. */
'use client';

import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import Link from 'next/link';
import { useShortcut } from '../keyboard/registry.ts';
import { Button } from '../ui/button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { useAgent } from '../url/use-url-state.ts';
import { listOf, type ReviewState } from './review-state.ts';
import type { useWalk } from './use-walk.ts';

interface WalkBarProps {
  walk: ReturnType<typeof useWalk>;
  state: ReviewState;
}

export function WalkBar({ walk, state }: WalkBarProps) {
  const [agentId] = useAgent();
  const { current, queue, ids, open, beside, lead, skip } = walk;
  const waiting = ids.filter(open).length;
  const counted = queue.list.hasNextPage ? `more than ${waiting}` : waiting;
  const step = (by: 1 | -1) => {
    const id = beside(by);
    if (id !== null) lead(id);
  };
  useShortcut('list.next', () => step(1));
  useShortcut('list.previous', () => step(-1));
  useShortcut('change.skip', skip);
  return (
    <nav aria-label="Review queue" className="-mx-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={listOf(current ?? '', state, agentId)}
        className={buttonLook({ variant: 'quiet', size: 'small' })}
      >
        <ArrowLeft aria-hidden="true" />
        Queue
      </Link>
      <span className="flex-1 whitespace-nowrap text-caption text-quiet tabular-nums">
        {queue.list.isPending ? '' : `${counted} waiting`}
      </span>
      <Button size="small" variant="quiet" shortcut="change.skip" onClick={skip}>
        Skip
      </Button>
      <Button size="small" variant="quiet" shortcut="list.previous" onClick={() => step(-1)}>
        <ChevronUp aria-hidden="true" />
        <span className="max-md:sr-only">Previous</span>
      </Button>
      <Button size="small" variant="quiet" shortcut="list.next" onClick={() => step(1)}>
        <ChevronDown aria-hidden="true" />
        <span className="max-md:sr-only">Next</span>
      </Button>
    </nav>
  );
}
