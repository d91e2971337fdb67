/** All places of the dashboard, in two groups. */
'use client';

import { cn } from '../ui/cn.ts';
import { type Destination, MAIN, SETTINGS } from './navigation.ts';
import { RailLink } from './rail-link.tsx';
import { type Badges, useBadges } from './use-badges.ts';

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
      <Places places={SETTINGS} badges={badges} fold={fold} />
    </>
  );
}
