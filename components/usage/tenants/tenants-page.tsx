'use client';

/** Tenants: what each has stored and may use, for who runs the gateway. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGED, useTRPC } from '../../api/trpc.ts';
import { OperatorGate } from '../../shell/scope-gate.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { buttonLook } from '../../ui/forms/button-look.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { counted, grouped } from '../../ui/text/counted.ts';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { DeleteDialog, QuotaDialog, type TenantRow } from './tenant-dialogs.tsx';

/** While a tenant is being deleted. */
const ASK_AGAIN_MS = 2000;

export function TenantsPage() {
  return (
    <OperatorGate page="Tenants">
      <PageHeader
        title="Tenants"
        finding="All tenants of this gateway. A tenant is listed while anything is stored for it."
      />
      <Tenants />
    </OperatorGate>
  );
}

function Tenants() {
  const trpc = useTRPC();
  const [limiting, setLimiting] = useState<TenantRow | null>(null);
  const [deleting, setDeleting] = useState<TenantRow | null>(null);
  const tenants = useInfiniteQuery({
    ...trpc.tenants.list.infiniteQueryOptions({}, PAGED),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ deleting }) => deleting)) ? ASK_AGAIN_MS : false,
  });
  return (
    <div className="flex flex-col gap-4">
      <Card title="Tenants" note="Days end at 00:00 UTC." flush={true}>
        <PagedList
          list={tenants}
          count={5}
          noun="tenant"
          empty={
            <EmptyState title="No tenants yet">
              A tenant exists as soon as something is stored for it: create its first API key.
            </EmptyState>
          }
        >
          {(rows) => <TenantList rows={rows} onLimit={setLimiting} onDelete={setDeleting} />}
        </PagedList>
      </Card>
      {limiting === null ? null : <QuotaDialog row={limiting} onClose={() => setLimiting(null)} />}
      {deleting === null ? null : <DeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** A count, and the limit where there is one; loud where it is reached. */
function Used({ used, limit }: { used: number; limit: number | null }) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1 tabular-nums md:justify-end">
      {grouped(used)}
      {limit === null ? null : <span className="text-caption text-quiet">of {grouped(limit)}</span>}
      {limit === null || used < limit ? null : <Badge tone="danger">full</Badge>}
    </span>
  );
}

interface TenantListProps {
  rows: readonly TenantRow[];
  onLimit: (row: TenantRow) => void;
  onDelete: (row: TenantRow) => void;
}

function columnsOf(home: string, { onLimit, onDelete }: Omit<TenantListProps, 'rows'>): Column<TenantRow>[] {
  return [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: ({ tenant, deleting, agents, apiKeys }) => (
        <span className="flex max-w-full flex-col py-1 max-md:py-0">
          <span className="inline-flex max-w-full flex-wrap items-center gap-2 font-medium">
            <LearnedText text={tenant} className="[overflow-wrap:anywhere]" />
            {tenant === home ? <Badge tone="accent">yours</Badge> : null}
            {deleting ? <Badge tone="danger">being deleted</Badge> : null}
          </span>
          <span className="text-caption text-quiet">
            {counted(agents, 'agent')}, {counted(apiKeys, 'key')}
          </span>
        </span>
      ),
    },
    {
      ...{ key: 'episodes', header: 'Episodes', kind: 'number', word: 'episodes' },
      cell: ({ episodes }) => grouped(episodes),
    },
    {
      ...{ key: 'today', header: 'Today', kind: 'number', word: 'episodes today' },
      cell: ({ episodesToday, quota }) => <Used used={episodesToday} limit={quota.episodesPerDay} />,
    },
    {
      ...{ key: 'tokens', header: 'Tokens today', kind: 'number', word: 'tokens today' },
      cell: ({ tokensToday, quota }) => <Used used={tokensToday} limit={quota.tokensPerDay} />,
    },
    {
      ...{ key: 'memories', header: 'Memories', kind: 'number', word: 'memories' },
      cell: ({ memories, quota }) => <Used used={memories} limit={quota.memories} />,
    },
    {
      ...{ key: 'skills', header: 'Skills', kind: 'number', word: 'skills' },
      cell: ({ skills, quota }) => <Used used={skills} limit={quota.skills} />,
    },
    {
      ...{ key: 'actions', header: 'Actions', kind: 'actions' },
      cell: (row) => <Actions row={row} isHome={row.tenant === home} onLimit={onLimit} onDelete={onDelete} />,
    },
  ];
}

interface ActionsProps extends Omit<TenantListProps, 'rows'> {
  row: TenantRow;
  isHome: boolean;
}

function Actions({ row, isHome, onLimit, onDelete }: ActionsProps) {
  const { tenant, deleting } = row;
  const quiet = { size: 'small', variant: 'quiet' } as const;
  return (
    <span className="inline-flex flex-wrap items-center gap-1 md:flex-col md:items-end md:justify-end lg:flex-row">
      <Button {...quiet} aria-label={inWords(`Set the quota of ${tenant}`)} onClick={() => onLimit(row)}>
        Quota
      </Button>
      <a
        href={`/api/tenant-export?tenant=${encodeURIComponent(tenant)}`}
        download={true}
        aria-label={inWords(`Export ${tenant}`)}
        className={buttonLook(quiet)}
      >
        Export
      </a>
      <Button
        {...quiet}
        aria-label={inWords(deleting ? `Retry to delete ${tenant}` : `Delete ${tenant}`)}
        disabled={isHome}
        title={isHome ? 'You are signed in to this tenant' : undefined}
        onClick={() => onDelete(row)}
        className="hover:text-danger"
      >
        {deleting ? 'Retry' : 'Delete'}
      </Button>
    </span>
  );
}

function TenantList({ rows, ...actions }: TenantListProps) {
  const { tenant } = useViewer();
  return (
    <Table
      caption="Tenants of this gateway"
      columns={columnsOf(tenant, actions)}
      rows={rows}
      rowKey={(row) => row.tenant}
    />
  );
}
