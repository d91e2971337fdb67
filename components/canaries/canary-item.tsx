/** A canary in a list: what it tries, how it goes or went, and whose skill it is. */

import { HeadlineText } from '../changesets/headline.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { CanaryRow } from './address.ts';
import { endingWord, leaningWords, noneText, resultsText, whenText } from './verdict-sentence.ts';

export function CanaryItem({ canary }: { canary: CanaryRow }) {
  const { id, headline, skillName, agentId, status, startedAt, endedAt } = canary;
  const hrefOf = useAgentHref();
  const running = status === 'running';
  return (
    <li className="relative flex flex-col gap-1 border-line border-b px-4 py-3 last:border-b-0 hover:bg-sunken/70">
      <Link
        href={hrefOf(`/canaries/${id}`)}
        className="line-clamp-2 max-w-[75ch] break-words font-medium text-ink after:absolute after:inset-0 hover:text-accent-strong"
      >
        <HeadlineText headline={headline} most={160} />
      </Link>
      <p className="text-table tabular-nums">{resultsText(canary) ?? noneText(canary)}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet tabular-nums">
        {running ? <span>{leaningWords(canary)}</span> : <StatusBadge status={status} />}
        {running || status === 'promoted' ? null : <span>{endingWord(canary)}</span>}
        <LearnedText text={skillName} className="break-all" />
        <LearnedText text={agentId === '*' ? 'shared' : agentId} className="max-md:hidden" />
        <span className="max-md:hidden">
          {endedAt === null ? 'started ' : 'ended '}
          <Time at={endedAt ?? startedAt} />
        </span>
        <span className="max-md:hidden">{whenText(canary)}</span>
      </p>
    </li>
  );
}
