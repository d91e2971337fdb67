'use client';

/** Audit: who did what to what, and when; the slice on screen is the slice that is exported. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Download } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { SearchFurther } from '../ui/layout/search-further.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/layout/states.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { AUDIT_SCHEMA, type AuditFilter, exportHref, filterOf, isFiltered } from './audit-state.ts';

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
  const fresh = useQuery({ ...since, enabled: log.isSuccess });
  useLive(() => void cache.invalidateQueries({ queryKey: since.queryKey }));
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
