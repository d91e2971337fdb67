/** The runs that a memory was learned from; without any it was told by somebody. */
'use client';

import Link from 'next/link';
import { useAgentHref } from '../url/use-agent.ts';

const SHOWN = 4;

export function SourceLinks({ sources }: { sources: readonly string[] }) {
  const hrefOf = useAgentHref();
  if (sources.length === 0)
    return <span className="text-caption text-quiet">Told directly, not learned from a run</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-quiet">
      Learned from
      {sources.slice(0, SHOWN).map((id) => (
        <Link
          key={id}
          href={hrefOf(`/episodes/${id}`)}
          prefetch={false}
          className="relative inline-flex h-6 items-center rounded-sm bg-sunken px-1.5 font-mono text-[11.5px] text-accent-strong hover:underline"
        >
          {shortId(id)}
        </Link>
      ))}
      {sources.length > SHOWN ? `and ${sources.length - SHOWN} more` : null}
    </span>
  );
}

function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 12)}…` : id;
}
