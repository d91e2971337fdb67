'use client';

/** Tenants: what each has stored and may use, for who runs the gateway; and the receipts of those that were deleted. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGED, useTRPC } from '../../api/trpc.ts';
import { OperatorGate } from '../../shell/scope-gate.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { QuotaDialog } from './quota-dialog.tsx';
import { DeletionList, TenantList } from './tenant-list.tsx';
import type { TenantRow } from './words.ts';

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
  const deletions = useQuery({
    ...trpc.tenants.deletions.queryOptions({}),
    refetchInterval: ({ state }) =>
      state.data?.some(({ finished_at }) => finished_at === null) ? ASK_AGAIN_MS : false,
  });
  const tenants = useInfiniteQuery({
    ...trpc.tenants.list.infiniteQueryOptions({}, PAGED),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ deletion }) => deletion !== null))
        ? ASK_AGAIN_MS
        : false,
  });
  return (
    <div className="flex flex-col gap-4">
      <Card title="Tenants" note="Size is an estimate. Days end at 00:00 UTC." flush={true}>
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
      {deletions.data === undefined || deletions.data.length === 0 ? null : (
        <Card title="Deleted tenants" note="Receipts are kept." flush={true}>
          <DeletionList rows={deletions.data} />
        </Card>
      )}
      {limiting === null ? null : <QuotaDialog row={limiting} onClose={() => setLimiting(null)} />}
      {deleting === null ? null : <DeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
