'use client';

/** The runs that something was learned from, called by what was to be done in them. */
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { taskName, useTasks } from './use-tasks.ts';

interface RunLinksProps {
  ids: readonly string[];
  /** At most so many; the others are counted. */
  most: number;
}

export function RunLinks({ ids, most }: RunLinksProps) {
  const hrefOf = useAgentHref();
  const shown = ids.slice(0, most);
  const tasks = useTasks(shown);
  return (
    <>
      {shown.map((id) => (
        <Link
          key={id}
          href={hrefOf(`/episodes/${id}`)}
          title={id}
          className="relative inline-flex min-h-6 max-w-full items-center rounded-sm bg-sunken px-1.5 text-accent-strong hover:underline"
        >
          <LearnedText text={taskName(id, tasks)} className="truncate" />
        </Link>
      ))}
      {ids.length > shown.length ? `and ${ids.length - shown.length} more` : null}
    </>
  );
}
