/** The memories that a recall weighed; what was deleted or erased since shows as gone. */
'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { RedactedText } from '../ui/learned-text.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Candidate } from './candidate.tsx';

type Recalled = Outputs['recalls']['detail']['memories'][number];
type Memory = Outputs['memories']['byIds'][number];

export function RecalledMemories({ memories }: { memories: readonly Recalled[] }) {
  const trpc = useTRPC();
  const ids = memories.map(({ id }) => id);
  const known = useQuery(trpc.memories.byIds.queryOptions({ ids }, { enabled: ids.length > 0 }));
  const byId = new Map((known.data ?? []).map((memory) => [memory.id, memory]));
  return (
    <Card title="Memories" flush={true}>
      {memories.length === 0 ? (
        <p className="p-4 text-quiet">No memory had anything to do with what was asked.</p>
      ) : (
        <ol>
          {memories.map(({ id, served, reason, score, parts }) => (
            <Candidate key={id} served={served} reason={reason} score={score} parts={parts}>
              <Content id={id} memory={byId.get(id)} settled={known.isSuccess} />
            </Candidate>
          ))}
        </ol>
      )}
    </Card>
  );
}

interface ContentProps {
  id: string;
  memory: Memory | undefined;
  /** Whether it is known which memories still exist. */
  settled: boolean;
}

function Content({ id, memory, settled }: ContentProps) {
  const hrefOf = useAgentHref();
  if (memory === undefined) {
    return <p className="text-quiet">{settled ? 'Deleted or erased since' : 'Loading'}</p>;
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Link
        href={hrefOf(`/memories?tab=all&status=any&id=${id}`)}
        prefetch={false}
        className="line-clamp-3 min-h-6 break-words hover:text-accent-strong hover:underline"
      >
        <RedactedText text={memory.content} />
      </Link>
      <span className="flex flex-wrap items-center gap-2 text-caption text-quiet">
        <Badge>{memory.kind}</Badge>
        {memory.status === 'active' ? null : <StatusBadge status={memory.status} />}
      </span>
    </div>
  );
}
