'use client';

/** Canaries: risky changes on trial, and what became of earlier ones. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, place, ticksOf } from '../charts/evidence-number.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/layout/states.tsx';
import { Table } from '../ui/layout/table.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import { type CanaryDetail, LIST_STATE } from './address.ts';
import { ENDED_COLUMNS, RUNNING_COLUMNS } from './canary-columns.tsx';
import { nextLookText } from './verdict-sentence.ts';

export function CanariesPage() {
  return (
    <PageGate page="Canaries" scopes={['review']}>
      <Content />
    </PageGate>
  );
}

const NAMES = { running: 'Running', ended: 'Ended' } as const;

function Content() {
  const [{ tab }, , hrefFor] = useUrlState(LIST_STATE);
  const finding = useFinding();
  const trpc = useTRPC();
  useLiveMeasures(trpc.canaries.pathKey());
  const tabs = (['running', 'ended'] as const).map((name) => ({
    href: hrefFor({ tab: name }),
    label: NAMES[name],
    current: tab === name,
  }));
  return (
    <>
      <PageHeader title="Canaries" finding={finding} />
      <Tabs label="Canaries" tabs={tabs} />
      <Card flush={true}>
        <CanaryList state={tab} />
      </Card>
    </>
  );
}

function useFinding(): string {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data } = useQuery(trpc.overview.badges.queryOptions());
  const running = data?.runningCanaries;
  // The count is of all agents.
  if (running === undefined || agentId !== null)
    return 'Risky changes, tried on a share of the live traffic before they apply.';
  if (running === 0) return 'No change is on trial.';
  return running === 1
    ? 'One change is on trial against the version in force.'
    : `${running} changes are on trial against the versions in force.`;
}

/** The canaries of a tab, a page at a time. */
function CanaryList({ state }: { state: 'running' | 'ended' }) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const hrefOf = useAgentHref();
  const query = useInfiniteQuery(
    trpc.canaries.list.infiniteQueryOptions(
      { state, agentId },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (query.isPending) return <SkeletonRows count={4} label="Loading canaries" />;
  if (query.isError) {
    return <ErrorBlock what="load the canaries" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return <NoCanaries state={state} />;
  return (
    <>
      <Table
        caption={state === 'running' ? 'Canaries that run' : 'Canaries that ended'}
        columns={state === 'running' ? RUNNING_COLUMNS : ENDED_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(`/canaries/${id}`)}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        shown={rows.length}
        noun={rows.length === 1 ? 'canary' : 'canaries'}
      />
    </>
  );
}

function NoCanaries({ state }: { state: 'running' | 'ended' }) {
  if (state === 'ended') {
    return (
      <EmptyState title="No canary has ended yet">Their verdicts and the reasons will stand here.</EmptyState>
    );
  }
  return (
    <EmptyState title="No canary is running">
      A learned change of medium or high risk to one skill that is used enough is tried on a share of the live
      traffic once it is approved. Until its verdict it stands here.
    </EmptyState>
  );
}

const EDGE = 4;
const DOMAIN = [-EDGE, EDGE] as const;

/**
 * The calibrated rule: its statistic against its boundary, and when it looks next, since P alone promotes
 * nothing there.
 */
export function CalibratedCard({ canary }: { canary: CanaryDetail }) {
  const { statistic, boundary, looks, looksPlanned: planned, nextLook: next } = canary;
  if (statistic === null) return null;
  const limit = boundary === null ? 'being calibrated' : boundary.toFixed(2);
  return (
    <Card title="Calibrated rule" note={`look ${looks} of ${planned} taken`}>
      <ChartFrame
        finding={findingOf(canary)}
        caption={`Statistic z of the units (sessions) that saw one arm, in standard errors. ${canary.guarantee}`}
        table={{
          columns: ['Statistic', 'Boundary', 'Looks taken', 'Looks planned', 'Next look at evidence'],
          rows: [[statistic.toFixed(3), limit, looks, planned, next === null ? 'none' : evidenceText(next)]],
        }}
      >
        <StatisticLine statistic={statistic} boundary={boundary} />
      </ChartFrame>
    </Card>
  );
}

function findingOf(canary: CanaryDetail): string {
  const { statistic, boundary, status } = canary;
  if (statistic === null) return '';
  if (boundary === null) return 'The boundary is being calibrated; until it is there, no look is taken.';
  const side = statistic >= boundary ? 'above' : 'below';
  const stands = `The statistic is ${statistic.toFixed(2)}, ${side} the boundary of ${boundary.toFixed(2)}`;
  if (status !== 'running') return `${stands}.`;
  return `${stands}; ${nextLookText(canary)}.`;
}

function StatisticLine({ statistic, boundary }: { statistic: number; boundary: number | null }) {
  const at = (value: number) => `${place(value, DOMAIN, 100)}%`;
  return (
    <div className="flex flex-col px-2">
      <svg aria-hidden="true" className="block h-14 w-full overflow-visible">
        <line x1="0%" x2="100%" y1="24" y2="24" className="stroke-line" />
        {ticksOf(DOMAIN).map((tick) => (
          <g key={tick}>
            <line x1={at(tick)} x2={at(tick)} y1="18" y2="30" className="stroke-edge" />
            <text x={at(tick)} y="48" textAnchor="middle" className="fill-quiet text-[11px] tabular-nums">
              {tick}
            </text>
          </g>
        ))}
        {boundary === null ? null : (
          <line
            x1={at(boundary)}
            x2={at(boundary)}
            y1="4"
            y2="38"
            className="stroke-attention"
            strokeWidth="2"
            strokeDasharray="4 3"
          />
        )}
        <circle cx={at(statistic)} cy="24" r="5" className="fill-candidate" />
      </svg>
      <p className="text-center text-caption text-quiet">Statistic z; dashed: the boundary</p>
    </div>
  );
}
