/** The runs that are a canary's evidence, by arm, the latest first. */
'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { EmptyState, ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useAgentHref } from '../url/use-agent.ts';
import { EVIDENCE_COLUMNS } from './evidence-columns.tsx';

type ArmFilter = '' | 'incumbent' | 'candidate';

interface EvidenceProps {
  id: string;
  arm: ArmFilter;
  onArm: (arm: ArmFilter) => void;
}

const OPTIONS = [
  { value: '', label: 'Both arms' },
  { value: 'candidate', label: 'Candidate' },
  { value: 'incumbent', label: 'Incumbent' },
] as const;
const PAGE = 25;

export function EvidenceCard({ id, arm, onArm }: EvidenceProps) {
  return (
    <Card
      title="Evidence"
      note="verification counts before feedback, feedback before the outcome, the outcome before the judge"
      flush={true}
      actions={
        <Select
          label="Arm"
          hideLabel={true}
          value={arm}
          options={[...OPTIONS]}
          onValueChange={(value) => onArm(OPTIONS.find((option) => option.value === value)?.value ?? '')}
        />
      }
    >
      <Runs id={id} arm={arm} />
    </Card>
  );
}

function Runs({ id, arm }: Omit<EvidenceProps, 'onArm'>) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const query = useInfiniteQuery(
    trpc.canaries.episodes.infiniteQueryOptions(
      { id, limit: PAGE, arm: arm === '' ? null : arm },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (query.isPending) return <SkeletonRows count={5} label="Loading the evidence" />;
  if (query.isError) {
    return <ErrorBlock what="load the evidence" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) {
    return (
      <EmptyState title="No runs yet">
        Runs that were served an arm will stand here with their reward.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption="Runs that are evidence"
        columns={EVIDENCE_COLUMNS}
        rows={rows}
        rowKey={({ episodeId }) => episodeId}
        rowHref={({ episodeId }) => hrefOf(`/episodes/${episodeId}`)}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        shown={rows.length}
        noun={rows.length === 1 ? 'run' : 'runs'}
      />
    </>
  );
}
