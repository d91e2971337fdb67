/** Jobs: background work that has no attempt left, why, and a way to try it again. */
'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { JobList } from './job-list.tsx';
import { RetryAll } from './retry-all.tsx';

/** Failures are not announced, since they change nothing that is audited. */
const ASK_AGAIN_MS = 30_000;

export function JobsPage() {
  return (
    <PageGate page="Jobs" scopes={['admin']}>
      <Jobs />
    </PageGate>
  );
}

function Jobs() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const jobs = useInfiniteQuery(
    trpc.jobs.failed.infiniteQueryOptions(
      {},
      { getNextPageParam: (page) => page.nextCursor, refetchInterval: ASK_AGAIN_MS },
    ),
  );
  useLive((changes) => {
    if (concerns(changes, 'job')) void cache.invalidateQueries(trpc.jobs.pathFilter());
  });
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Jobs"
        finding="Reflection, curation, evolution and embedding that failed for good, newest first."
        actions={<RetryAll disabled={rows.length === 0} />}
      />
      <Card title="Failed jobs" flush={true}>
        {jobs.isPending ? <SkeletonRows count={5} label="Loading failed jobs" /> : null}
        {jobs.isError ? (
          <div className="p-4">
            <ErrorBlock what="load the failed jobs" error={jobs.error} onRetry={() => void jobs.refetch()} />
          </div>
        ) : null}
        {jobs.isSuccess && rows.length === 0 ? (
          <EmptyState title="No job has failed">
            Work that fails is tried again by itself. What has no attempt left appears here with its last
            error.
          </EmptyState>
        ) : null}
        {rows.length === 0 ? null : (
          <>
            <JobList rows={rows} />
            <LoadMore
              hasMore={jobs.hasNextPage}
              loading={jobs.isFetchingNextPage}
              onMore={() => void jobs.fetchNextPage()}
              shown={rows.length}
              noun={rows.length === 1 ? 'failed job' : 'failed jobs'}
            />
          </>
        )}
      </Card>
    </>
  );
}
