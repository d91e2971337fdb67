/** Audit: who did what to what, and when; the slice on screen is the slice that is exported. */
'use client';

import { Download } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { usePreferences } from '../preferences/preferences-context.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { Card } from '../ui/card.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { AUDIT_SCHEMA, type AuditFilter, exportHref, filterOf, isFiltered } from './audit-state.ts';
import { MOST_NEW, useAudit } from './use-audit.ts';

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
  const settled = useDeferredValue(state);
  const filter = useMemo(() => filterOf(settled, preferences.zone), [settled, preferences.zone]);
  return (
    <>
      <PageHeader
        title="Audit"
        finding="Every change of what agents know and who may govern it. Nothing here can be edited."
        actions={<Exports filter={filter} />}
      />
      <Card flush={true}>
        <AuditFilters state={state} change={change} />
        <Entries filter={filter} filtered={isFiltered(settled)} />
      </Card>
    </>
  );
}

function Exports({ filter }: { filter: AuditFilter }) {
  return (
    <fieldset aria-label="Export this slice" className="flex flex-wrap items-center gap-2">
      <span className="text-caption text-quiet">Export this slice</span>
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
  if (log.isPending) return <SkeletonRows count={10} label="Loading the audit log" />;
  return (
    <>
      <NewEntries count={came} onShow={() => void showNew()} />
      {log.isError ? (
        <div className="p-4">
          <ErrorBlock what="load the audit log" error={log.error} onRetry={() => void log.refetch()} />
        </div>
      ) : null}
      {log.isSuccess && rows.length === 0 ? <NoEntries filtered={filtered} /> : null}
      {rows.length === 0 ? null : (
        <>
          <AuditList rows={rows} />
          <LoadMore
            hasMore={log.hasNextPage}
            loading={log.isFetchingNextPage}
            onMore={() => void log.fetchNextPage()}
            shown={rows.length}
            noun={rows.length === 1 ? 'entry' : 'entries'}
          />
        </>
      )}
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
            {`${many} new — show`}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No entry fits">
      Nothing in the log has all of these. Clear a filter to see more.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has happened yet">
      Keys, decisions, memories and erasures leave their entries here, from the first one on.
    </EmptyState>
  );
}
