'use client';

/** One changeset with everything that a decision needs, on a page of its own and beside the queue. */
import { useQuery } from '@tanstack/react-query';
import { OFTEN, toCallError, useTRPC } from '../api/trpc.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, ErrorBlock, Gone, SkeletonRows } from '../ui/layout/states.tsx';
import { ChangesetBody } from './changeset-body.tsx';
import type { Decided } from './decide/decision.ts';

export interface ChangesetViewProps {
  id: string;
  /** Told at once when the reviewer decided, before the server has answered. */
  onDecided: (decided: Decided) => void;
  /** Beside the queue: headings one level lower, the bar inside the panel. */
  embedded: boolean;
}

export function ChangesetView({ id, onDecided, embedded }: ChangesetViewProps) {
  const trpc = useTRPC();
  const query = useQuery(trpc.changesets.detail.queryOptions({ id }, OFTEN));
  const refetch = () => void query.refetch();
  if (query.isPending) {
    return (
      <>
        {embedded ? null : <PageHeader title="Changeset" />}
        <SkeletonRows count={12} label="Loading the changeset" />
      </>
    );
  }
  if (query.data === undefined) return <Missing error={query.error} embedded={embedded} onRetry={refetch} />;
  return <ChangesetBody key={id} detail={query.data} embedded={embedded} onDecided={onDecided} />;
}

function Missing(props: { error: unknown; embedded: boolean; onRetry: () => void }) {
  const { error, embedded, onRetry } = props;
  const gone = toCallError(error).kind === 'not_found';
  if (gone && !embedded)
    return <Gone noun="changeset" list={{ href: '/review?tab=all', label: 'All changesets' }} />;
  return (
    <>
      {embedded ? null : <PageHeader title="Changeset" />}
      {gone ? (
        <EmptyState title="Changeset not found">
          The id is unknown, or the changeset belongs to another tenant.
        </EmptyState>
      ) : (
        <ErrorBlock what="load the changeset" error={error} onRetry={onRetry} />
      )}
    </>
  );
}
