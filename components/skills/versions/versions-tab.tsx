'use client';

/** The history: who made each version, and what any two of them differ in. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '../../api/trpc.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorBlock, LoadMore, SkeletonRows } from '../../ui/states.tsx';
import { useUrlState } from '../../url/use-url-state.ts';
import { SKILL_STATE } from '../address.ts';
import type { SkillSummary } from '../wording.ts';
import { CompareCard } from './compare-card.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';
import { VersionTable } from './version-table.tsx';

const PAGE = 50;

export function VersionsTab({ summary }: { summary: SkillSummary }) {
  const { id, version: current } = summary;
  const [{ from, to }, change] = useUrlState(SKILL_STATE);
  const [target, setTarget] = useState<number | null>(null);
  const history = useHistory(id, current);
  if (history.data === undefined) {
    return history.error === null ? (
      <SkeletonRows count={8} label="Loading versions" />
    ) : (
      <ErrorBlock what="load the versions" error={history.error} onRetry={() => void history.refetch()} />
    );
  }
  const rows = history.data.pages.flat();
  const compare = (version: number) => change({ from: version - 1, to: version });
  return (
    <>
      {current > 1 ? <CompareCard summary={summary} from={from} to={to} change={change} /> : null}
      <Card title="History" note="Newest first; never rewritten" flush={true}>
        <VersionTable rows={rows} current={current} onCompare={compare} onRollback={setTarget} />
        <LoadMore
          hasMore={history.hasNextPage}
          loading={history.isFetchingNextPage}
          onMore={() => void history.fetchNextPage()}
          shown={rows.length}
          noun={rows.length === 1 ? 'version' : 'versions'}
        />
      </Card>
      {target === null ? null : (
        <RollbackDialog summary={summary} version={target} onClose={() => setTarget(null)} />
      )}
    </>
  );
}

/** The pages of the history, asked for anew once there is a newer version. */
function useHistory(id: string, current: number) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: [...trpc.skills.versions.pathKey(), 'history', id, current],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => client.skills.versions.query({ id, limit: PAGE, before: pageParam }),
    getNextPageParam: (page) => {
      const oldest = page.at(-1)?.version ?? 1;
      return page.length < PAGE || oldest === 1 ? null : oldest;
    },
    placeholderData: (before) => before,
  });
}
