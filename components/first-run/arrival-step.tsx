/** Step 3: waits for the first episode, and says when learning begins. */
'use client';

import Link from 'next/link';
import type { Outputs } from '../api/trpc.ts';
import { Time } from '../ui/time.tsx';
import { Step } from './step.tsx';

type Start = Outputs['overview']['firstRun'];

function nextText({ untilReflection }: Start): string {
  if (untilReflection === null) {
    return 'No learning model is configured: recording and recall work, and nothing is learned by itself.';
  }
  const episodes = untilReflection === 1 ? 'episode' : 'episodes';
  return `First reflection after ${untilReflection} more ${episodes} of this agent. What it proposes appears here for a decision.`;
}

export function ArrivalStep({ start }: { start: Start }) {
  const { firstEpisode } = start;
  return (
    <Step number={3} title="See it arrive" done={firstEpisode !== null}>
      <div role="status" className="flex flex-col gap-1">
        {firstEpisode === null ? (
          <p className="flex items-center gap-2.5 text-quiet">
            <span aria-hidden="true" className="size-2.5 animate-wait rounded-full bg-accent" />
            Waiting for first episode
          </p>
        ) : (
          <>
            <p className="font-medium">
              Received{' '}
              <Link
                href={`/episodes/${firstEpisode.id}`}
                prefetch={false}
                className="font-mono text-accent text-code underline-offset-2 hover:underline"
              >
                {firstEpisode.id}
              </Link>{' '}
              <Time at={firstEpisode.createdAt} />
            </p>
            <p className="max-w-[75ch] text-quiet">{nextText(start)}</p>
          </>
        )}
      </div>
    </Step>
  );
}
