/** One episode: what was asked, how it went and what tells so, what was served, what happened, and what came of it. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { CitedByCard } from './cited-by-card.tsx';
import { EpisodeGone } from './episode-gone.tsx';
import { EpisodeMeta } from './episode-meta.tsx';
import type { EpisodeDetail } from './episodes-state.ts';
import { FeedbackCard } from './feedback-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { ServedCard } from './served-card.tsx';
import { TaskCard } from './task-card.tsx';
import { TranscriptCard } from './transcript-card.tsx';
import { rewardSentence, titleOf } from './wording.ts';

export function EpisodePage({ id }: { id: string }) {
  return (
    <PageGate page="Episode" scopes={['learn']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.episodes.detail.queryOptions({ id }));
  if (detail.data !== undefined) return <Shown detail={detail.data} />;
  if (detail.error === null) return <Waiting />;
  if (faultOf(detail.error).kind === 'not_found') return <EpisodeGone id={id} />;
  return (
    <>
      <PageHeader title="Episode" />
      <ErrorBlock what="load the episode" error={detail.error} onRetry={() => void detail.refetch()} />
    </>
  );
}

function Waiting() {
  return (
    <>
      <PageHeader title="Episode" />
      <SkeletonRows count={10} label="Loading the episode" />
    </>
  );
}

function Shown({ detail }: { detail: EpisodeDetail }) {
  const { episode, feedback } = detail;
  return (
    <>
      <PageHeader
        title={titleOf(episode.task) ?? 'An episode without a task'}
        finding={rewardSentence(episode)}
        meta={<EpisodeMeta episode={episode} />}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <TaskCard episode={episode} />
          <TranscriptCard episode={episode} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-xl:row-start-1">
          <OutcomeCard episode={episode} feedback={feedback} />
          <ServedCard detail={detail} />
          <FeedbackCard feedback={feedback} />
          <CitedByCard id={episode.episode_id} />
        </div>
      </div>
    </>
  );
}
