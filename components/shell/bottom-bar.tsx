'use client';

/** Navigation below 768 px, where the thumb is: four places, and the rest in a sheet. */
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { cn } from '../ui/cn.ts';
import { Menu } from '../ui/generated/icons.tsx';
import { useOnceOpen } from '../ui/overlays/return-focus.ts';
import { useAgentHref } from '../url/use-url-state.ts';
import { isAt, MAIN, useBadges } from './navigation.ts';

const AllPages = dynamic(() => import('./all-pages.tsx').then((module) => module.AllPages), { ssr: false });

const SHOWN = 4;
const ITEM =
  'relative flex flex-1 flex-col items-center justify-center gap-0.5 text-[11px] -outline-offset-2';

export function BottomBar() {
  const path = usePathname();
  const hrefOf = useAgentHref();
  const badges = useBadges();
  // Where the sheet was opened: going anywhere else closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const loaded = useOnceOpen(openAt === path);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex h-14 border-rail-raised border-t bg-rail text-rail-quiet md:hidden"
    >
      {MAIN.slice(0, SHOWN).map((to) => {
        const here = isAt(to, path);
        const count = to.badge === undefined ? 0 : badges[to.badge];
        return (
          <Link
            key={to.path}
            href={hrefOf(to.path)}
            aria-current={here ? 'page' : undefined}
            className={cn(ITEM, here && 'font-medium text-rail-ink')}
          >
            <to.icon aria-hidden="true" className={cn('size-5', here && 'text-rail-mark')} />
            {to.label}
            {count === 0 ? null : (
              <span className="absolute top-1 left-1/2 ml-1.5 h-4 min-w-4 rounded-full bg-rail-mark px-1 text-center font-semibold text-[10px] text-rail leading-4">
                {count > 99 ? '99+' : String(count)}
              </span>
            )}
          </Link>
        );
      })}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpenAt(path)} className={ITEM}>
        <Menu aria-hidden="true" className="size-5" />
        More
      </button>
      {loaded ? (
        <AllPages open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : null)} />
      ) : null}
    </nav>
  );
}
