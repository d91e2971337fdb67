/** One place of the rail: icon, word, count. Folded, the word stays for screen readers and as a title. */
'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '../ui/cn.ts';
import { useAgentHref } from '../url/use-agent.ts';
import { type Destination, isAt } from './navigation.ts';

interface RailLinkProps {
  to: Destination;
  count: number;
  /** Folds the words away: `narrow` below 1280 px, `always` when the rail is closed, `never` in the sheet. */
  fold: 'narrow' | 'always' | 'never';
}

const WORD = { narrow: 'max-xl:sr-only', always: 'sr-only', never: '' };
const COUNT_FOLDED = 'absolute top-0.5 right-0.5 h-4 min-w-4 px-1 text-[10px]';

export function RailLink({ to, count, fold }: RailLinkProps) {
  const here = isAt(to, usePathname());
  const hrefOf = useAgentHref();
  const Icon = to.icon;
  return (
    <Link
      href={hrefOf(to.path)}
      aria-current={here ? 'page' : undefined}
      title={fold === 'never' ? undefined : to.label}
      data-shortcut={to.shortcut}
      className={cn(
        'group relative flex h-9 items-center gap-3 rounded-md px-3 text-table outline-rail-mark',
        here
          ? 'bg-rail-raised font-medium text-rail-ink'
          : 'text-rail-quiet hover:bg-rail-raised/60 hover:text-rail-ink',
      )}
    >
      {here ? (
        <svg viewBox="0 0 6 20" aria-hidden="true" className="absolute left-0 h-5 w-1.5">
          <path d="M1.5 18.5 4.5 1.5" className="stroke-rail-mark" strokeWidth="2.2" strokeLinecap="round" />
        </svg>
      ) : null}
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={cn('flex-1', WORD[fold])}>{to.label}</span>
      {count === 0 ? null : (
        <span
          className={cn(
            'grid h-5 min-w-5 place-items-center rounded-full bg-rail-mark px-1.5 font-semibold text-[11px] text-rail tabular-nums',
            fold === 'always' && COUNT_FOLDED,
            fold === 'narrow' &&
              'max-xl:absolute max-xl:top-0.5 max-xl:right-0.5 max-xl:h-4 max-xl:min-w-4 max-xl:px-1 max-xl:text-[10px]',
          )}
        >
          {count > 99 ? '99+' : String(count)}
        </span>
      )}
    </Link>
  );
}
