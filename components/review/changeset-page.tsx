/**
 * One changeset on a page of its own. Where the queue led here, a decision leads on to the next in that queue, as it does beside
 * the list; opened from anywhere else it stays.
 */
'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { ChangesetView } from '../changesets/changeset-view.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAgent } from '../url/use-agent.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { PAGE_STATE, shownIn } from './review-state.ts';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useWalk } from './use-walk.ts';
import { WalkBar } from './walk-bar.tsx';

export function ChangesetPage() {
  // Going on changes the address alone, so the id is the address's and not the one that the page was asked with.
  const id = shownIn({ pathname: usePathname(), search: '' }) ?? '';
  const [{ from }] = useUrlState(PAGE_STATE);
  return (
    <PageGate page="Changeset" scopes={['learn', 'review']}>
      {from === 'queue' ? <Walked id={id} /> : <Alone id={id} />}
    </PageGate>
  );
}

function Alone({ id }: { id: string }) {
  const router = useRouter();
  return <ChangesetView id={id} embedded={false} onDecided={() => router.prefetch('/review')} />;
}

function Walked({ id }: { id: string }) {
  const [agentId] = useAgent();
  const [state] = useUrlState(PAGE_STATE);
  // In the place of the one before: Back leads to the list, as it does from beside it.
  const show = (next: string) =>
    window.history.replaceState(null, '', `/changesets/${encodeURIComponent(next)}${window.location.search}`);
  const walk = useWalk({ state, agentId, at: id, show });
  const place = useRef<HTMLDivElement>(null);
  useHeadingFocus(place, walk.focusOn === id ? id : null);
  const first = useRef(id);
  useEffect(() => {
    if (first.current !== id) window.scrollTo(0, 0);
    first.current = id;
  }, [id]);
  return (
    <div ref={place} className="flex flex-1 flex-col gap-5">
      <WalkBar walk={walk} state={state} />
      <ChangesetView id={id} embedded={false} onDecided={walk.onDecided} />
    </div>
  );
}
