'use client';

/** The left rail: words from 1280 px unless folded, icons from 768 px, a sheet from the bar below. */
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useShortcut } from '../keyboard/registry.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { cn } from '../ui/cn.ts';
import { PanelLeftClose, PanelLeftOpen } from '../ui/generated/icons.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Mark } from './mark.tsx';
import { type Badges, type Destination, isAt, MAIN, useBadges, useSettings } from './navigation.ts';

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
        className="mt-3 flex h-9 shrink-0 items-center gap-3 rounded-md px-3 text-rail-quiet text-table outline-rail-mark hover:bg-rail-raised/60 hover:text-rail-ink max-xl:hidden"
      >
        <Fold aria-hidden="true" className="size-4 shrink-0" />
        <span className={word}>{closed ? 'Expand sidebar' : 'Collapse sidebar'}</span>
      </button>
    </div>
  );
}

/** One place of the rail: icon, word, count. Folded, the word stays for screen readers and as a title. */
interface RailLinkProps {
  to: Destination;
  count: number;
  /** Folds the words away: `narrow` below 1280 px, `always` when the rail is closed, `never` in the sheet. */
  fold: 'narrow' | 'always' | 'never';
}

const WORD = { narrow: 'max-xl:sr-only', always: 'sr-only', never: '' };
const COUNT_FOLDED = 'absolute top-0.5 right-0.5 h-4 min-w-4 px-1 text-[10px]';

function RailLink({ to, count, fold }: RailLinkProps) {
  const here = isAt(to, usePathname());
  const hrefOf = useAgentHref();
  const Icon = to.icon;
  return (
    <Link
      href={hrefOf(to.path)}
      aria-current={here ? 'page' : undefined}
      title={fold === 'never' ? undefined : to.label}
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

type Fold = 'narrow' | 'always' | 'never';

function Places(props: { places: readonly Destination[]; badges: Badges; fold: Fold }) {
  const { places, badges, fold } = props;
  return (
    <ul className="flex flex-col gap-0.5">
      {places.map((to) => (
        <li key={to.path}>
          <RailLink to={to} count={to.badge === undefined ? 0 : badges[to.badge]} fold={fold} />
        </li>
      ))}
    </ul>
  );
}

/** All places of the dashboard, in two groups. */
export function RailList({ fold }: { fold: Fold }) {
  const badges = useBadges();
  return (
    <>
      <Places places={MAIN} badges={badges} fold={fold} />
      <div className="mx-3 mt-4 mb-1.5 border-rail-raised border-t pt-4">
        <h2
          className={cn(
            'font-medium text-[11px] text-rail-quiet',
            fold === 'always' && 'sr-only',
            fold === 'narrow' && 'max-xl:sr-only',
          )}
        >
          Settings
        </h2>
      </div>
      <Places places={useSettings()} badges={badges} fold={fold} />
    </>
  );
}
