'use client';

/** Audit: who did what to what, and when; the slice on screen is the slice that is exported. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { OFTEN, useTRPC } from '../api/trpc.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAllowed, useViewer } from '../shell/viewer.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Input, Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { Download, X } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { SearchFurther } from '../ui/layout/search-further.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/layout/states.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { actionText, EVERYTHING, GROUPS, presetsFor } from './actions.ts';
import { actorLabel } from './actor-label.ts';
import { AuditList } from './audit-list.tsx';
import {
  AUDIT_SCHEMA,
  type AuditFilter,
  type AuditState,
  exportHref,
  filterOf,
  isFiltered,
  minuteOf,
} from './audit-state.ts';

/** More new entries than that are shown as "100+". */
const MOST_NEW = 100;

function useAudit(filter: AuditFilter) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const log = useInfiniteQuery(
    trpc.audit.search.infiniteQueryOptions(filter, {
      getNextPageParam: (page) => page.nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    }),
  );
  const rows = log.data?.pages.flatMap((page) => page.items) ?? [];
  const [newest] = rows;
  const since = trpc.audit.search.queryOptions({
    ...filter,
    from: newest?.at ?? filter.from,
    limit: MOST_NEW,
  });
  const fresh = useQuery({ ...since, ...OFTEN, enabled: log.isSuccess });
  const shown = new Set(rows.map(({ id }) => id));
  const came = fresh.data?.items.filter(({ id }) => !shown.has(id)).length ?? 0;
  const showNew = () => {
    const key = trpc.audit.search.infiniteQueryKey(filter);
    return cache.resetQueries({ queryKey: key });
  };
  return { log, rows, came, showNew };
}

/** Entries by the filters, and how many came since. These are counted beside the rows: nothing moves under a reader. */
export function AuditPage() {
  return (
    <PageGate page="Audit" scopes={['admin']}>
      <Audit />
    </PageGate>
  );
}

function Audit() {
  const [state, change] = useUrlState(AUDIT_SCHEMA);
  const { preferences } = usePreferences();
  const deferred = useDeferredValue(state);
  const [agentId] = useAgent();
  const filter = useMemo(
    () => filterOf(deferred, preferences.zone, agentId),
    [deferred, preferences.zone, agentId],
  );
  return (
    <>
      <PageHeader
        title="Audit"
        finding="Every change to learned content, keys and settings. Entries cannot be edited."
        actions={<Exports filter={filter} />}
      />
      <Card flush={true}>
        <AuditFilters state={state} change={change} />
        <Entries filter={filter} filtered={isFiltered(deferred) || agentId !== null} />
      </Card>
    </>
  );
}

function Exports({ filter }: { filter: AuditFilter }) {
  return (
    <fieldset aria-label="Export these entries" className="flex flex-wrap items-center gap-2">
      <span className="text-caption text-quiet">Export these entries</span>
      {(['csv', 'ndjson'] as const).map((format) => (
        <a key={format} href={exportHref(filter, format)} download={true} className={buttonLook({})}>
          <Download aria-hidden="true" />
          {format.toUpperCase()}
        </a>
      ))}
    </fieldset>
  );
}

function Entries({ filter, filtered }: { filter: AuditFilter; filtered: boolean }) {
  const { log, rows, came, showNew } = useAudit(filter);
  const searchedTo = log.data?.pages.at(-1)?.searchedTo ?? null;
  const end = { list: log, shown: rows.length, noun: 'entry', plural: 'entries' };
  if (log.isPending) return <SkeletonRows count={10} label="Loading the audit log" />;
  return (
    <>
      <NewEntries count={came} onShow={() => void showNew()} />
      {log.isError ? (
        <div className="p-4">
          <ErrorBlock what="load the audit log" error={log.error} onRetry={() => void log.refetch()} />
        </div>
      ) : null}
      {log.isSuccess && rows.length === 0 && searchedTo === null ? <NoEntries filtered={filtered} /> : null}
      {rows.length === 0 ? null : <AuditList rows={rows} />}
      {searchedTo === null ? null : <SearchFurther {...end} searchedTo={searchedTo} />}
      {rows.length === 0 || searchedTo !== null ? null : <LoadMore {...end} />}
    </>
  );
}

function NewEntries({ count, onShow }: { count: number; onShow: () => void }) {
  const many = count >= MOST_NEW ? `${MOST_NEW}+` : `${count}`;
  return (
    <div role="status">
      {count === 0 ? null : (
        <div className="flex justify-center border-line border-b bg-accent-soft py-1">
          <Button size="small" variant="quiet" onClick={onShow} className="text-accent-strong">
            {`Show ${many} new`}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No entries match">Clear a filter to see more entries.</EmptyState>
  ) : (
    <EmptyState title="No entries yet">
      Keys, decisions, memories and erasures are recorded here. Feedback on runs has its own filter.
    </EmptyState>
  );
}

interface FiltersProps {
  state: AuditState;
  change: (changes: Partial<AuditState>, how?: { history: 'push' | 'replace' }) => void;
}

const NONE: AuditState = {
  ...{ action: '', actor: '', resource: '', skill: '', from: '', to: '', text: '' },
};

function AuditFilters({ state, change }: FiltersProps) {
  const set = Object.values({ ...state, text: '' }).filter((value) => value !== '').length;
  return (
    <div className="flex flex-col gap-3 border-line border-b p-4">
      <Presets state={state} change={change} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Input
          label="Text"
          type="search"
          value={state.text}
          onChange={typed('text', change)}
          maxLength={200}
          placeholder="A name, a rule, a reason, an id"
          data-filter="true"
          className="max-md:col-span-2"
        />
        <FilterFold set={set} className="col-span-2">
          <MoreFilters state={state} change={change} />
        </FilterFold>
      </div>
    </div>
  );
}

function typed(name: keyof AuditState, change: FiltersProps['change']) {
  return (event: { target: { value: string } }) =>
    change({ [name]: event.target.value }, { history: 'replace' });
}

function MoreFilters({ state, change }: FiltersProps) {
  return (
    <>
      <ActionSelect state={state} change={change} />
      <ActorSelect state={state} change={change} />
      <SkillSelect state={state} change={change} />
      <Input
        label="Resource"
        value={state.resource}
        onChange={typed('resource', change)}
        maxLength={400}
        placeholder="skill:sk_1, or just skill:"
        spellCheck={false}
      />
      <Input
        label="From"
        type="datetime-local"
        value={minuteOf(state.from, 'from')}
        onChange={typed('from', change)}
        className="max-md:col-span-2"
      />
      <Input
        label="To"
        type="datetime-local"
        value={minuteOf(state.to, 'to')}
        onChange={typed('to', change)}
        className="max-md:col-span-2"
      />
    </>
  );
}

function Presets({ state, change }: FiltersProps) {
  const { actor } = useViewer();
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {presetsFor(actor).map((preset) => {
        const on = state.action === preset.action && state.actor === preset.actor;
        return (
          <Button
            key={preset.label}
            size="small"
            aria-pressed={on}
            onClick={() => change(on ? NONE : { ...NONE, action: preset.action, actor: preset.actor })}
            className={cn(on && 'bg-accent-soft text-accent-strong ring-accent')}
          >
            {preset.label}
          </Button>
        );
      })}
      {isFiltered(state) ? (
        <Button size="small" variant="quiet" onClick={() => change(NONE)}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

const ACTION_OPTIONS = [
  { value: '', label: 'All but feedback' },
  { value: EVERYTHING, label: 'Everything' },
  ...GROUPS.flatMap(({ id, label, actions }) => [
    { value: id, label: `${label}: all` },
    ...actions.map((action) => ({ value: action, label: `\u2003${actionText(action)}` })),
  ]),
];

function ActionSelect({ state, change }: FiltersProps) {
  const several = state.action.includes(',');
  const options = several
    ? [...ACTION_OPTIONS, { value: state.action, label: `${state.action.split(',').length} actions` }]
    : ACTION_OPTIONS;
  return (
    <Select
      label="Action"
      value={state.action}
      options={options}
      onValueChange={(action) => change({ action })}
    />
  );
}

function ActorSelect({ state, change }: FiltersProps) {
  const trpc = useTRPC();
  const actors = useQuery(trpc.audit.actors.queryOptions());
  const known = actors.data ?? [];
  const isListed = state.actor === '' || known.some(({ actor }) => actor === state.actor);
  const listed = isListed ? known : [{ actor: state.actor, name: null }, ...known];
  const options = listed.map((one) => ({ value: one.actor, label: actorLabel(one) }));
  return (
    <Select
      label="Actor"
      value={state.actor}
      options={[{ value: '', label: 'Anybody' }, ...options]}
      onValueChange={(actor) => change({ actor })}
    />
  );
}

/** The first skills by name; one that the address names stands among them. */
function SkillSelect({ state, change }: FiltersProps) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data } = useQuery(
    trpc.skills.list.queryOptions({ agentId, order: 'name', limit: 200 }, { enabled: useAllowed('learn') }),
  );
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const listed = state.skill === '' || known.some(({ value }) => value === state.skill);
  const options = listed ? known : [{ value: state.skill, label: state.skill }, ...known];
  return (
    <Select
      label="Skill"
      value={state.skill}
      options={[{ value: '', label: 'Any skill' }, ...options]}
      onValueChange={(skill) => change({ skill })}
    />
  );
}
