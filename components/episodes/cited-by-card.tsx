/** The changesets that name an episode as their reason; they stay when the episode is gone. */
'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../api/trpc.ts';
import { PartGate } from '../shell/scope-gate.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';

export function CitedByCard({ id }: { id: string }) {
  return (
    <PartGate what="Changesets that cite this" scope="review">
      <Citing id={id} />
    </PartGate>
  );
}

function Citing({ id }: { id: string }) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const { data, error, refetch } = useQuery(trpc.episodes.citedBy.queryOptions({ id }));
  return (
    <Card title="Changesets that cite this">
      {error === null ? null : (
        <ErrorBlock what="load the changesets" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null ? <SkeletonRows count={2} /> : null}
      {data?.length === 0 ? <p className="text-quiet text-table">No changeset rests on it.</p> : null}
      <ul className="flex flex-col gap-3">
        {(data ?? []).map(({ id: changesetId, title, status, createdAt }) => (
          <li key={changesetId} className="flex flex-col gap-1 text-table">
            <Link
              href={hrefOf(`/changesets/${changesetId}`)}
              prefetch={false}
              className="min-h-6 break-words font-medium hover:text-accent-strong hover:underline"
            >
              <LearnedText text={title} />
            </Link>
            <span className="flex items-center gap-2 text-caption text-quiet">
              <StatusBadge status={status} /> <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
