/** The left rail: words from 1280 px unless folded, icons from 768 px, gone below (see the bottom bar). */
'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { cn } from '../ui/cn.ts';
import { useAgentHref } from '../url/use-agent.ts';
import { Mark } from './mark.tsx';
import { RailList } from './rail-list.tsx';

export function Rail() {
  const { preferences, change } = usePreferences();
  const hrefOf = useAgentHref();
  const closed = preferences.rail === 'closed';
  const toggle = () => change({ rail: closed ? 'open' : 'closed' });
  useShortcut('app.rail', toggle);
  const word = closed ? 'sr-only' : 'max-xl:sr-only';
  const Fold = closed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div
      className={cn(
        'sticky top-0 z-30 flex h-dvh w-14 shrink-0 flex-col overflow-y-auto bg-rail px-2 pb-3 text-rail-ink max-md:hidden',
        !closed && 'xl:w-52',
      )}
    >
      <nav aria-label="Main" className="flex-1">
        <Link
          href={hrefOf('/review')}
          className="mb-2 flex h-14 shrink-0 items-center gap-2 px-1.5 outline-rail-mark -outline-offset-2"
        >
          <Mark className="size-7 shrink-0" />
          <span className={cn('font-semibold text-[15px] tracking-[-0.01em]', word)}>Whetstone</span>
        </Link>
        <RailList fold={closed ? 'always' : 'narrow'} />
      </nav>
      <button
        type="button"
        onClick={toggle}
        aria-expanded={!closed}
        data-shortcut="app.rail"
        className="mt-3 flex h-9 shrink-0 items-center gap-3 rounded-md px-3 text-rail-quiet text-table outline-rail-mark hover:bg-rail-raised/60 hover:text-rail-ink max-xl:hidden"
      >
        <Fold aria-hidden="true" className="size-4 shrink-0" />
        <span className={word}>{closed ? 'Open the rail' : 'Fold the rail'}</span>
      </button>
    </div>
  );
}
