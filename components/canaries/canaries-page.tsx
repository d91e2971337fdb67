'use client';

/** Canaries: risky changes on trial, and what became of earlier ones. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { OFTEN_PAGED, useTRPC } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import type { CanaryRow } from './address.ts';
import { LIST_STATE } from './address.ts';
import { endingWord, leaningWords, noneText, resultsText, whenText } from './verdict-sentence.ts';

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
    return 'Risky changes run on a share of live traffic before they apply.';
  if (running === 0) return 'No canary is running.';
  return running === 1 ? 'One canary is running.' : `${upToMost(running)} canaries are running.`;
}

/** The canaries of a tab, a page at a time. */
function CanaryList({ state }: { state: 'running' | 'ended' }) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const query = useInfiniteQuery(trpc.canaries.list.infiniteQueryOptions({ state, agentId }, OFTEN_PAGED));
  return (
    <PagedList list={query} count={4} noun="canary" plural="canaries" empty={<NoCanaries state={state} />}>
      {(rows) => (
        <ul aria-label={state === 'running' ? 'Running canaries' : 'Ended canaries'}>
          {rows.map((canary) => (
            <CanaryItem key={canary.id} canary={canary} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function NoCanaries({ state }: { state: 'running' | 'ended' }) {
  const hrefOf = useAgentHref();
  const link = (href: string, text: string) => (
    <Link href={hrefOf(href)} className={buttonLook({ size: 'small' })}>
      {text}
    </Link>
  );
  if (state === 'ended') {
    return (
      <EmptyState title="No canary has ended yet" action={link('/canaries', 'View running canaries')}>
        Canaries appear here with their result once they end.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No canary is running" action={link('/review', 'Review pending changesets')}>
      An approved change of medium or high risk runs on a share of live traffic first, if it changes one skill
      that is used often enough. It appears here until it is decided.
    </EmptyState>
  );
}

function CanaryItem({ canary }: { canary: CanaryRow }) {
  const { id, headline, skillName, agentId, status, startedAt, endedAt } = canary;
  const hrefOf = useAgentHref();
  const running = status === 'running';
  return (
    <li className="relative flex flex-col gap-1 border-line border-b px-4 py-3 last:border-b-0 hover:bg-sunken/70">
      <Link
        href={hrefOf(`/canaries/${id}`)}
        className="line-clamp-2 max-w-[75ch] break-words font-medium text-ink after:absolute after:inset-0 hover:text-accent-strong"
      >
        <HeadlineText headline={headline} most={160} />
      </Link>
      <p className="text-table tabular-nums">{resultsText(canary) ?? noneText(canary)}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet tabular-nums">
        {running ? <span>{leaningWords(canary)}</span> : <StatusBadge status={status} />}
        {running || status === 'promoted' ? null : <span>{endingWord(canary)}</span>}
        <LearnedText text={skillName} className="break-all" />
        <LearnedText text={agentId === '*' ? 'shared' : agentId} className="max-md:hidden" />
        <span className="max-md:hidden">
          {endedAt === null ? 'started ' : 'ended '}
          <Time at={endedAt ?? startedAt} />
        </span>
        <span className="max-md:hidden">{whenText(canary)}</span>
      </p>
    </li>
  );
}
