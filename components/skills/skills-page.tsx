'use client';

/** All skills of the tenant: how well each does, and what waits on it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { SKILL_STATUSES } from '../../server/domain/skills/skill-state.ts';
import { PAGED, SELDOM, useTRPC } from '../api/trpc.ts';
import { PageGate, ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState, ListLink, NoMatches } from '../ui/layout/states.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import { SkillTable } from './skill-table.tsx';
import { LIST_STATE, type ListState, UNFILTERED } from './wording.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: 'Any status' },
  ...SKILL_STATUSES.map((status) => ({ value: status, label: status })),
];
const ORDER_OPTIONS = [
  { value: 'name', label: 'By name' },
  { value: 'success', label: 'Least successful' },
  { value: 'uses', label: 'Most used' },
] as const;

interface FiltersProps {
  state: ListState;
  change: (changes: Partial<ListState>, how?: { history: 'push' | 'replace' }) => void;
}

function SkillFilters({ state, change }: FiltersProps) {
  const { status, tag, text, pinned, order } = state;
  const set = [status, tag, pinned].filter((value) => value !== '').length;
  const narrowed = set > 0 || text !== '';
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
      <TypedFilter
        label="Search name, text or id"
        value={text}
        onValue={(typed) => change({ text: typed }, { history: 'replace' })}
        className="min-w-0 max-md:flex-1 max-md:basis-44 md:w-72"
        focusable={true}
      />
      <FilterFold set={set}>
        <Select
          label="Status"
          hideLabel={true}
          value={status}
          options={STATUS_OPTIONS}
          onValueChange={(picked) => change({ status: picked })}
          className="w-36 max-md:flex-1 max-md:basis-32"
        />
        <TypedFilter
          label="Tag"
          value={tag}
          onValue={(typed) => change({ tag: typed }, { history: 'replace' })}
          className="w-32 max-md:flex-1 max-md:basis-32"
        />
        <Checkbox
          label="Pinned"
          checked={pinned === 'yes'}
          onCheckedChange={(on) => change({ pinned: on ? 'yes' : '' })}
        />
      </FilterFold>
      {narrowed ? (
        <Button size="small" variant="quiet" onClick={() => change(UNFILTERED)}>
          Clear filters
        </Button>
      ) : null}
      <Select
        label="Order"
        hideLabel={true}
        value={order}
        options={ORDER_OPTIONS}
        onValueChange={(picked) => change({ order: picked })}
        className="w-48 max-md:w-full md:ml-auto"
      />
    </search>
  );
}

/** What narrows the list down; the agent is picked in the top bar. */
export function SkillsPage() {
  return (
    <PageGate page="Skills" scopes={['learn']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const [state, change] = useUrlState(LIST_STATE);
  const counts = useQuery(
    trpc.skills.counts.queryOptions({ agentId }, { enabled: useAllowed('review'), ...SELDOM }),
  );
  return (
    <>
      <PageHeader title="Skills" finding={findingOf(counts.data)} actions={<WriteLinks />} />
      <section aria-label="Skills" className="min-w-0 rounded-md border border-line bg-surface">
        <SkillFilters state={state} change={change} />
        <SkillList state={state} change={change} agentId={agentId} />
      </section>
    </>
  );
}

function findingOf(counts: Partial<Record<string, number>> | undefined): string | undefined {
  if (counts === undefined) return undefined;
  const { active = 0, stale = 0, archived = 0, deprecated = 0 } = counts;
  if (active + stale + archived + deprecated === 0) return 'No skills are served yet.';
  const resting = [
    stale > 0 ? `${upToMost(stale)} stale` : '',
    archived > 0 ? `${upToMost(archived)} archived` : '',
    deprecated > 0 ? `${upToMost(deprecated)} deprecated` : '',
  ].filter((part) => part !== '');
  const rest = resting.length === 0 ? '' : `; ${resting.join(', ')}`;
  return `${upToMost(active)} ${active === 1 ? 'skill is' : 'skills are'} served to agents${rest}.`;
}

function WriteLinks() {
  const hrefOf = useAgentHref();
  const allowed = useAllowed('review');
  const links = [
    { href: '/skills/new?mode=document', label: 'Import a SKILL.md', variant: 'secondary' },
    { href: '/skills/new', label: 'Write a skill', variant: 'primary' },
  ] as const;
  if (allowed) {
    return links.map(({ href, label, variant }) => (
      <Link key={href} href={hrefOf(href)} className={buttonLook({ variant })}>
        {label}
      </Link>
    ));
  }
  return links.map(({ href, label }) => (
    <ScopedButton key={href} scope="review">
      {label}
    </ScopedButton>
  ));
}

interface ListProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
  agentId: string | null;
}

function SkillList({ state, change, agentId }: ListProps) {
  const { status, tag, text, pinned, order } = state;
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const input = {
    agentId,
    order,
    ...(status === '' ? {} : { status }),
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
    ...(pinned === '' ? {} : { pinned: true }),
    text,
  };
  const list = useInfiniteQuery(trpc.skills.list.infiniteQueryOptions(input, { ...PAGED, ...SELDOM }));
  const filtered = status !== '' || tag !== '' || text !== '' || pinned !== '';
  return (
    <PagedList
      list={list}
      count={10}
      noun="skill"
      empty={
        filtered ? (
          <NoMatches plural="skills" onClear={() => change(UNFILTERED)} />
        ) : (
          <EmptyState
            title="No skills yet"
            action={<ListLink href={hrefOf('/skills/new')} label="Write a skill" />}
          >
            Skills appear here when a reviewer approves a learned proposal, or when someone writes or imports
            one.
          </EmptyState>
        )
      }
    >
      {(rows) => <SkillTable rows={rows} />}
    </PagedList>
  );
}
