'use client';

/** The change on past runs: how many it would have reached, how they ended, and a few of them to read. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { comparisonOf, detailsOf } from '../../../server/domain/skills/changesets/past-runs.ts';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { PartGate, ScopedButton } from '../../shell/scope-gate.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ErrorBlock, SkeletonRows } from '../../ui/layout/states.tsx';
import { Numeral } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { LearnedText, RedactedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type Detail, useView } from '../detail.ts';

type PastRuns = NonNullable<Outputs['changesets']['pastRuns']>;
type PastRun = NonNullable<PastRuns['examples']>[number];

const ASK_AGAIN_MS = 2000;

export function PastRunsCard({ changeset: { id, status } }: Pick<Detail, 'changeset'>) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const { level } = useView();
  const asked = trpc.changesets.pastRuns.queryOptions({ id });
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.status === 'computing' ? ASK_AGAIN_MS : false),
  });
  const again = useMutation(
    trpc.changesets.repeatPastRuns.mutationOptions({ onSettled: () => client.invalidateQueries(asked) }),
  );
  const isPending = status === 'pending';
  const { data } = query;
  if (data === null && !isPending) return null;
  const isUnderWay = query.isPending || data?.status === 'computing';
  return (
    <Card
      title="Past runs"
      level={level}
      note={data?.computedAt ? <Time at={data.computedAt} /> : undefined}
      flush={true}
      actions={
        isPending && !isUnderWay ? (
          <ScopedButton
            scope="review"
            size="small"
            variant="quiet"
            loading={again.isPending}
            onClick={() => again.mutate({ id })}
          >
            {data?.computedAt ? 'Compute again' : 'Compute'}
          </ScopedButton>
        ) : undefined
      }
    >
      {query.isError || again.isError ? (
        <ErrorBlock
          what="read past runs"
          error={query.error ?? again.error}
          onRetry={() => void query.refetch()}
        />
      ) : isUnderWay ? (
        <SkeletonRows count={3} label="Trying the change on past runs" />
      ) : (
        <Result runs={data ?? null} />
      )}
    </Card>
  );
}

function Result({ runs }: { runs: PastRuns | null }) {
  if (runs === null)
    return <p className="px-4 py-3 text-quiet">This change has not been tried on past runs.</p>;
  const comparison = comparisonOf(runs);
  const details = detailsOf(runs);
  return (
    <>
      <div className="flex flex-col gap-1 px-4 py-3">
        <LearnedText as="p" text={runs.sentence} className="max-w-[75ch] font-medium" />
        {comparison === null ? null : <p className="max-w-[75ch] text-quiet">{comparison}</p>}
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
      {details.length === 0 ? null : (
        <details className="border-line border-t px-4 py-2 text-quiet text-table">
          <summary className="cursor-pointer">Details</summary>
          <ul className="flex max-w-[75ch] flex-col gap-1 pt-2 pb-1">
            {details.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const OUTCOME_TONE = {
  success: 'good',
  failure: 'danger',
  partial: 'attention',
  unknown: 'neutral',
} as const;

function RunRow({ run: { episodeId, task, outcome, reward, createdAt } }: { run: PastRun }) {
  return (
    <li className="flex min-h-9 items-center gap-3 px-4 py-1.5 text-table max-md:min-h-11">
      <Badge tone={OUTCOME_TONE[outcome]}>{outcome}</Badge>
      <Link
        href={`/episodes/${episodeId}`}
        prefetch={false}
        className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
      >
        <RedactedText text={task ?? 'No task was recorded'} />
      </Link>
      {reward === null ? null : <Numeral value={reward} as="score" />}
      <span className="text-caption text-quiet max-md:hidden">
        <Time at={createdAt} />
      </span>
    </li>
  );
}
