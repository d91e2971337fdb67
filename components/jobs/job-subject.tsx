/** What a job was told to look at: the first few things, each a link where it has a page. */
'use client';

import Link from 'next/link';
import { LearnedText } from '../ui/learned-text.tsx';
import type { FailedJob } from './failed-job.ts';

const PATHS = { episode: '/episodes', skill: '/skills', memory: null } as const;

/** The item's id, as a link where it has a page. */
function Item({ type, id }: FailedJob['items'][number]) {
  const path = PATHS[type];
  if (path === null)
    return (
      <span className="font-mono text-code text-quiet">
        <LearnedText text={id} />
      </span>
    );
  return (
    <Link
      href={`${path}/${id}`}
      prefetch={false}
      className="relative font-mono text-accent text-code underline-offset-2 hover:underline"
    >
      <LearnedText text={id} />
    </Link>
  );
}

export function JobSubject({ job }: { job: FailedJob }) {
  const items =
    job.skillId === null ? job.items : [{ type: 'skill' as const, id: job.skillId }, ...job.items];
  const hidden = job.itemCount - job.items.length;
  if (items.length === 0) return <span className="text-quiet">everything open of the agent</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-0.5 max-md:justify-end">
      {items.map((item) => (
        <Item key={`${item.type}:${item.id}`} {...item} />
      ))}
      {hidden > 0 ? <span className="text-quiet">and {hidden} more</span> : null}
    </span>
  );
}
