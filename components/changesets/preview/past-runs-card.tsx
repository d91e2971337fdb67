'use client';

/** The change on past runs: how many it would have reached, how they ended, and a few of them to read. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { PartGate, ScopedButton } from '../../shell/scope-gate.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ErrorBlock, SkeletonRows } from '../../ui/layout/states.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { LearnedText, RedactedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type Detail, useView } from '../detail.ts';
import { OUTCOME_TONE } from '../words.ts';
import { comparisonOf, detailsOf } from './past-runs-words.ts';

type PastRuns = NonNullable<Outputs['changesets']['pastRuns']>;
type PastRun = NonNullable<PastRuns['examples']>[number];

const ASK_AGAIN_MS = 2000;

export function PastRunsCard({ changeset: { id, status } }: Pick<Detail, 'changeset'>) {
  const trpc = useTRPC();
  const { level } = useView();
  const query = useQuery({
    ...trpc.changesets.pastRuns.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'computing' ? ASK_AGAIN_MS : false),
  });
  const { data: runs, error } = query;
  const isPending = status === 'pending';
  if (!isPending && !runs) return null;
  return (
    <Card
      title="Past runs"
      level={level}
      note={runs?.computedAt ? <Time at={runs.computedAt} /> : undefined}
      flush={true}
    >
      {error !== null ? (
        <div className="p-4">
          <ErrorBlock what="read the past runs" error={error} onRetry={() => void query.refetch()} />
        </div>
      ) : runs === undefined ? (
        <SkeletonRows count={3} label="Loading the past runs" />
      ) : runs?.status === 'computing' ? (
        <p role="status" className="px-4 py-3 text-quiet">
          {runs.sentence}
        </p>
      ) : (
        <Result runs={runs}>
          {isPending ? <Compute id={id} isFirst={runs?.status !== 'done'} /> : null}
        </Result>
      )}
    </Card>
  );
}

function Compute({ id, isFirst }: { id: string; isFirst: boolean }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const again = useMutation(
    trpc.changesets.repeatPastRuns.mutationOptions({
      onSettled: () => client.invalidateQueries(trpc.changesets.pastRuns.queryFilter({ id })),
    }),
  );
  return (
    <ScopedButton
      scope="review"
      size="small"
      loading={again.isPending}
      onClick={() => again.mutate({ id })}
      className="self-start"
    >
      {isFirst ? 'Try on past runs' : 'Compute again'}
    </ScopedButton>
  );
}

/** `children` computes it again. */
function Result({ runs, children }: { runs: PastRuns | null; children: ReactNode }) {
  if (runs === null || runs.status === 'failed') {
    return (
      <div className="flex flex-col gap-3 px-4 py-3">
        <LearnedText as="p" text={runs?.sentence ?? 'This change has not been tried on past runs.'} />
        {children}
      </div>
    );
  }
  const comparison = comparisonOf(runs);
  return (
    <>
      <div className="flex max-w-[75ch] flex-col gap-1 px-4 py-3">
        <LearnedText as="p" text={runs.sentence} className="font-medium" />
        {comparison === null ? null : <p className="text-quiet">{comparison}</p>}
      </div>
      {runs.reached === null || runs.reached.runs === 0 ? null : (
        <PartGate what="The runs" scope="learn">
          <ul aria-label="Runs to read" className="divide-y divide-line border-line border-t">
            {(runs.examples ?? []).map((run) => (
              <RunRow key={run.episodeId} run={run} />
            ))}
          </ul>
        </PartGate>
      )}
      <details className="border-line border-t px-4 py-2 text-quiet text-table">
        <summary className="cursor-pointer">Details</summary>
        <div className="flex max-w-[75ch] flex-col gap-1.5 pt-2 pb-1">
          {detailsOf(runs).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {children}
        </div>
      </details>
    </>
  );
}

function RunRow({ run: { episodeId, task, outcome, reward, createdAt } }: { run: PastRun }) {
  return (
    <li className="flex min-h-9 items-center gap-3 px-4 py-1.5 text-table max-md:min-h-11">
      <span className="w-16 shrink-0">
        <Badge tone={OUTCOME_TONE[outcome]}>{outcome}</Badge>
      </span>
      <Link
        href={`/episodes/${episodeId}`}
        className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
      >
        <RedactedText text={task ?? 'No task was recorded'} />
      </Link>
      <span className="text-caption text-quiet tabular-nums max-md:hidden">
        {reward === null ? 'no reward' : `reward ${reward.toFixed(2)}`}
      </span>
      <span className="w-16 text-right text-caption text-quiet max-md:hidden">
        <Time at={createdAt} />
      </span>
    </li>
  );
}
