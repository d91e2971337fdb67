'use client';

/** One episode: the task, the outcome, what was served, what happened, and what came of it. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PlaygroundLink } from '../recalls/playground/playground-link.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ListLink, LoadingPage } from '../ui/layout/states.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { EpisodeDetail } from './episodes-state.ts';
import { LongText } from './long-text.tsx';
import { FeedbackCard, OutcomeBadge, OutcomeCard } from './outcome-card.tsx';
import { CitedByCard, ServedCard } from './served-card.tsx';
import { TranscriptCard } from './transcript-card.tsx';
import { millisText, rewardSentence, titleOf } from './wording.ts';

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
  return <LoadingPage query={detail} noun="episode" count={10} gone={<EpisodeGone id={id} />} />;
}

function Shown({ detail }: { detail: EpisodeDetail }) {
  const { episode, feedback } = detail;
  return (
    <>
      <PageHeader
        title={titleOf(episode.task) ?? 'An episode without a task'}
        finding={rewardSentence(episode, detail.signals)}
        meta={<EpisodeMeta episode={episode} />}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ReflectionFault reflection={episode.reflection} />
          <TaskCard episode={episode} />
          <TranscriptCard episode={episode} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-xl:row-start-1">
          <OutcomeCard detail={detail} />
          <ServedCard detail={detail} />
          <FeedbackCard feedback={feedback} />
          <CitedByCard id={episode.episodeId} />
        </div>
      </div>
    </>
  );
}

/** An episode that is not there: what may have become of it, and what still cites it. */
function EpisodeGone({ id }: { id: string }) {
  return (
    <>
      <PageHeader
        title="Episode not found"
        finding="It was purged after its retention period, erased with its user, or never existed in this tenant. What was learned from it remains."
        meta={<IdChip id={id} label="Episode id" />}
        actions={<ListLink href="/episodes" label="All episodes" />}
      />
      <CitedByCard id={id} />
    </>
  );
}

/** The quiet facts of an episode under its title. */
function EpisodeMeta({ episode }: { episode: EpisodeDetail['episode'] }) {
  const hrefOf = useAgentHref();
  const { userId: user, sessionId: session, durationMs: duration, framework, model } = episode;
  return (
    <>
      <OutcomeBadge outcome={episode.outcome} />
      {episode.reflected ? <Badge title="Learning has processed it">reflected</Badge> : null}
      <IdChip id={episode.episodeId} label="Episode id" />
      <span>
        <LearnedText text={`agent ${episode.agentId}`} />
      </span>
      {user === null ? null : <LearnedText text={`user ${user}`} className="max-w-60 truncate" />}
      {session === null ? null : (
        <Link
          href={hrefOf(`/episodes?session=${encodeURIComponent(session)}`)}
          className="inline-flex min-h-6 max-w-60 items-center truncate underline decoration-line underline-offset-2 hover:text-ink"
        >
          <LearnedText as="span" text={`session ${session}`} className="truncate" />
        </Link>
      )}
      {framework === null ? null : <LearnedText text={framework} />}
      {model === null ? null : <LearnedText text={model} />}
      {episode.task ? <PlaygroundLink task={episode.task} agentId={episode.agentId} userId={user} /> : null}
      {duration === null ? null : <span>took {millisText(duration)}</span>}
      <Time at={episode.createdAt} />
    </>
  );
}

/** Why nothing has been learned from it so far; nothing where reflection has not failed. */
function ReflectionFault({ reflection }: Pick<EpisodeDetail['episode'], 'reflection'>) {
  if (reflection === null) return null;
  const { attempts, lastError, nextAt } = reflection;
  return (
    <Card title="Not learned from yet">
      <p>
        <LearnedText text={lastError} />
      </p>
      <p className="text-quiet">
        {nextAt === null ? (
          `Put aside after ${attempts} answers that could not be used. Replay the agent’s episodes to try again.`
        ) : (
          <>
            Tried again <Time at={nextAt} />, or as soon as the model answers.
          </>
        )}
      </p>
    </Card>
  );
}

/** What was asked, whole, and the error that ended the run. */
function TaskCard({ episode: { task, error } }: { episode: EpisodeDetail['episode'] }) {
  return (
    <Card title="Task">
      <div className="flex flex-col gap-4">
        {task === null || task === '' ? (
          <p className="text-quiet">The agent recorded no task.</p>
        ) : (
          <LongText text={task} />
        )}
        {error === null || error === '' ? null : (
          <div className="flex flex-col gap-1 rounded-md border border-attention/40 bg-attention-soft p-3">
            <h3 className="font-medium text-attention">Error</h3>
            <LongText text={error} mono={true} />
          </div>
        )}
      </div>
    </Card>
  );
}
