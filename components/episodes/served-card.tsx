'use client';

/** What the run was given: the recall behind it, whether it was a holdout, and the skills that share its reward. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { PartGate } from '../shell/scope-gate.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Card } from '../ui/layout/card.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/layout/states.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { EpisodeDetail } from './episodes-state.ts';
import { refusalText } from './wording.ts';

export function ServedCard({ detail: { episode, credits } }: { detail: EpisodeDetail }) {
  const hrefOf = useAgentHref();
  const { recallId, holdout, creditReason, skillsLoaded: loaded } = episode;
  return (
    <Card
      title="Served"
      {...(recallId === null
        ? {}
        : {
            actions: (
              <Link href={hrefOf(`/recalls/${recallId}`)} className={buttonLook({ size: 'small' })}>
                Exact text and reasons
              </Link>
            ),
          })}
    >
      <div className="flex flex-col gap-3">
        <p className="text-quiet text-table">{holdoutText(recallId, holdout)}</p>
        {creditReason === null ? null : <p className="text-table">{refusalText(creditReason)}</p>}
        {credits.length === 0 ? null : <Credits credits={credits} />}
        {loaded.length === 0 ? null : (
          <p className="break-words text-table">
            <span className="text-quiet">Loaded by the agent itself: </span>
            <LearnedText text={loaded.join(', ')} />
          </p>
        )}
      </div>
    </Card>
  );
}

function holdoutText(recallId: string | null, holdout: boolean | null): string {
  if (recallId === null) return 'The run cites no recall, so what it was served is unknown.';
  if (holdout === true) return 'Holdout: nothing learned was served, for comparison.';
  if (holdout === false) return 'Not in the holdout.';
  return 'The cited recall is unknown, so nothing is credited.';
}

function Credits({ credits }: { credits: EpisodeDetail['credits'] }) {
  const hrefOf = useAgentHref();
  return (
    <ul aria-label="Credited skills" className="flex flex-col">
      {credits.map(({ skillId, name, version, arm }) => (
        <li
          key={skillId}
          className="flex min-h-(--row) items-center gap-2 border-line border-b text-table last:border-b-0"
        >
          {name === null ? (
            <LearnedText text={skillId} className="min-w-0 flex-1 truncate text-quiet" />
          ) : (
            <Link
              href={hrefOf(`/skills/${skillId}`)}
              className="min-w-0 flex-1 truncate py-1 font-medium hover:text-accent-strong hover:underline"
            >
              <LearnedText text={name} />
            </Link>
          )}
          <span className="text-quiet tabular-nums">v{version}</span>
          {arm === null ? null : <Badge tone={arm === 'candidate' ? 'accent' : 'neutral'}>{arm}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** The changesets that name an episode as their reason; they stay when the episode is gone. */
export function CitedByCard({ id }: { id: string }) {
  return (
    <PartGate what="Learned from this run" scope="review">
      <Citing id={id} />
    </PartGate>
  );
}

function Citing({ id }: { id: string }) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const { data, error, refetch } = useQuery(trpc.episodes.citedBy.queryOptions({ id }));
  return (
    <Card title="Learned from this run">
      {error === null ? null : (
        <ErrorBlock what="load the changesets" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null ? <SkeletonRows count={2} /> : null}
      {data?.length === 0 ? <p className="text-quiet text-table">No skill changes.</p> : null}
      <ul className="flex flex-col gap-3">
        {(data ?? []).map(({ id: changesetId, headline, status, createdAt }) => (
          <li key={changesetId} className="flex flex-col gap-1 text-table">
            <Link
              href={hrefOf(`/changesets/${changesetId}`)}
              className="min-h-6 break-words font-medium hover:text-accent-strong hover:underline"
            >
              <HeadlineText headline={headline} most={200} />
            </Link>
            <span className="flex items-center gap-2 text-caption text-quiet">
              <StatusBadge status={status} /> <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
