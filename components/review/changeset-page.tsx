'use client';

/**
 * One changeset on a page of its own. Where the queue led here, a decision leads on to the next in that queue, as it does beside
 * the list; opened from anywhere else it stays.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ChangesetView } from '../changesets/changeset-view.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { PAGE_STATE, shownIn } from './review-state.ts';
import { useHeadingFocus } from './use-review.ts';
import { useWalk } from './use-walk.ts';
import { WalkBar } from './walk-bar.tsx';

export function ChangesetPage() {
  const [id, show] = useShown();
  const [{ from }] = useUrlState(PAGE_STATE);
  return (
    <PageGate page="Changeset" scopes={['review']}>
      {from === 'queue' ? <Walked id={id} show={show} /> : <Alone id={id} />}
    </PageGate>
  );
}

/**
 * The changeset that the address names, and the way to another in its place: Back then leads to the list, as it does from beside
 * it. The router follows the address some frames late, but a key pressed in between must find what the one before it chose.
 */
function useShown(): [string, (id: string) => void] {
  const [written, setWritten] = useState<string | null>(null);
  const read = shownIn({ pathname: usePathname(), search: '' }) ?? '';
  const show = (id: string) => {
    window.history.replaceState(null, '', `/changesets/${encodeURIComponent(id)}${window.location.search}`);
    setWritten(id);
  };
  return [written !== null && shownIn(window.location) === written ? written : read, show];
}

function Alone({ id }: { id: string }) {
  const router = useRouter();
  return <ChangesetView id={id} embedded={false} onDecided={() => router.prefetch('/review')} />;
}

function Walked({ id, show }: { id: string; show: (id: string) => void }) {
  const [agentId] = useAgent();
  const [state] = useUrlState(PAGE_STATE);
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
