/** Tabs that are links: which one is open stands in the address, and no server is asked for it. */
'use client';

import type { ReactNode } from 'react';
import { upToMost } from '../../../server/domain/admin/bounded-count.ts';
import { followInPlace } from '../../url/use-url-state.ts';
import { cn } from '../cn.ts';
import { Link } from '../text/link.tsx';

interface Tab {
  href: string;
  label: ReactNode;
  count?: number | undefined;
  current: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav
      aria-label={label}
      className="max-md:scroll-hint -mb-px flex max-w-full gap-0.5 overflow-x-auto border-line border-b"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          onClick={followInPlace}
          aria-current={tab.current ? 'page' : undefined}
          className={cn(
            'flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2 text-table -outline-offset-2',
            tab.current
              ? 'border-accent font-medium text-ink'
              : 'text-quiet hover:border-edge hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="rounded-sm bg-sunken px-1 text-caption text-quiet tabular-nums">
              {upToMost(tab.count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
