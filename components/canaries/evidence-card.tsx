'use client';

/** The runs that are a canary's evidence, by arm, the latest first. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { ArmMark } from '../charts/arm-mark.tsx';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { shareText } from '../charts/evidence-number.ts';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Select } from '../ui/forms/field.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { CanaryDetail, CanaryEpisode, CourseAxis } from './address.ts';
import { axisOf, type CoursePlace } from './course.ts';

const number = (value: number | null) => (value === null ? '–' : value.toFixed(2));

const EVIDENCE_COLUMNS: readonly Column<CanaryEpisode>[] = [
  {
    key: 'task',
    header: 'Run',
    cell: ({ createdAt, task, episodeId }) =>
      createdAt === null ? (
        <span className="text-quiet" title={`${episodeId}: purged or erased`}>
          <span className="font-mono text-code line-through">ep_…{episodeId.slice(-5)}</span> no longer kept
        </span>
      ) : (
        <span className="line-clamp-1 break-all">
          {task === null || task === '' ? episodeId : <RedactedText text={task} />}
        </span>
      ),
  },
  { key: 'arm', header: 'Arm', cell: ({ arm }) => (arm === null ? '–' : <ArmMark arm={arm} />) },
  { key: 'reward', header: 'Reward', kind: 'number', cell: ({ reward }) => number(reward) },
  { key: 'strength', header: 'Strength', kind: 'number', cell: ({ strength }) => number(strength) },
  {
    key: 'source',
    header: 'Decided by',
    cell: ({ source }) => source ?? 'no reward yet',
    className: 'text-quiet',
  },
  {
    key: 'at',
    header: 'Recorded',
    cell: ({ createdAt }) => (createdAt === null ? '–' : <Time at={createdAt} />),
    className: 'text-quiet',
  },
];

type ArmFilter = '' | 'incumbent' | 'candidate';

interface EvidenceProps {
  id: string;
  arm: ArmFilter;
  onArm: (arm: ArmFilter) => void;
}

const OPTIONS = [
  { value: '', label: 'Both arms' },
  { value: 'candidate', label: 'Candidate' },
  { value: 'incumbent', label: 'Incumbent' },
] as const;
const PAGE = 25;

/** The columns of the runs behind a canary. */
export function EvidenceCard({ id, arm, onArm }: EvidenceProps) {
  return (
    <Card
      title="Evidence"
      note="verification counts before feedback, feedback before the outcome, the outcome before the judge"
      flush={true}
      actions={
        <Select
          label="Arm"
          hideLabel={true}
          value={arm}
          options={[...OPTIONS]}
          onValueChange={(value) => onArm(OPTIONS.find((option) => option.value === value)?.value ?? '')}
        />
      }
    >
      <Runs id={id} arm={arm} />
    </Card>
  );
}

function Runs({ id, arm }: Omit<EvidenceProps, 'onArm'>) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const query = useInfiniteQuery(
    trpc.canaries.episodes.infiniteQueryOptions(
      { id, limit: PAGE, arm: arm === '' ? null : arm },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (query.isPending) return <SkeletonRows count={5} label="Loading the evidence" />;
  if (query.isError) {
    return <ErrorBlock what="load the evidence" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) {
    return (
      <EmptyState title="No runs yet">
        Runs that were served an arm will stand here with their reward.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption="Runs that are evidence"
        columns={EVIDENCE_COLUMNS}
        rows={rows}
        rowKey={({ episodeId }) => episodeId}
        rowHref={({ episodeId }) => hrefOf(`/episodes/${episodeId}`)}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        shown={rows.length}
        noun={rows.length === 1 ? 'run' : 'runs'}
      />
    </>
  );
}

const UNIT = [0, 1] as const;
const whole = (share: number) => shareText(share);

/** What share of new sessions either arm gets, and got, and the floor below which no arm falls. */
export function AllocationCard(props: {
  canary: CanaryDetail;
  places: readonly CoursePlace[];
  axis: CourseAxis;
}) {
  const { canary, places, axis } = props;
  const { write, label, domain } = axisOf(axis, places);
  return (
    <Card title="Allocation">
      <ChartFrame
        finding={findingOf(canary, places)}
        caption={`Share of new sessions that each arm gets, over ${label.toLowerCase()}. It follows P(candidate better); neither arm falls below the floor of ${whole(canary.floor)}.`}
        table={{
          columns: [label, 'Candidate', 'Incumbent'],
          rows: places.map(({ x, candidate, incumbent }) => [
            write(x),
            shareText(candidate, 1),
            shareText(incumbent, 1),
          ]),
        }}
      >
        <LazyLineChart
          data={places.map(({ x, candidate, incumbent }) => ({ x, candidate, incumbent }))}
          x={{ key: 'x', label, write, domain }}
          y={{ label: 'Share of sessions', domain: UNIT, write: whole }}
          series={[
            { key: 'candidate', label: 'Candidate', colour: 'candidate' },
            { key: 'incumbent', label: 'Incumbent', colour: 'incumbent', dashed: true },
          ]}
          lines={[{ at: canary.floor, label: `floor ${whole(canary.floor)}` }]}
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf({ status, arms }: CanaryDetail, places: readonly CoursePlace[]): string {
  const given = `${arms.candidate.assigned} sessions or users were given the candidate and ${arms.incumbent.assigned} the incumbent`;
  if (status !== 'running') return `In all, ${given}.`;
  const share = places.at(-1)?.candidate ?? 0.5;
  return `New sessions get the candidate with ${whole(share)}; so far ${given}.`;
}
