'use client';

/** One changeset on a page of its own. Reached from the queue, a decision leads on to the next in it. */
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ChangesetView } from '../changesets/changeset-view.tsx';
import { DecisionLine } from '../changesets/decide/decision-line.tsx';
import { useLastDecision } from '../changesets/decide/last-decision.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { ArrowLeft, ChevronDown, ChevronUp } from '../ui/generated/icons.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { listOf, PAGE_STATE, type ReviewState, shownIn } from './review-state.ts';
import { useQueueNavigation } from './use-queue-navigation.ts';
import { useHeadingFocus } from './use-review.ts';

export function ChangesetPage() {
  const [id, show] = useShown();
  const [{ from }] = useUrlState(PAGE_STATE);
  return from === 'queue' ? <InQueue id={id} show={show} /> : <Alone id={id} />;
}

/**
 * The changeset that the address names, and the way to another in its place: Back then leads to the list, as
 * it does from beside it. The router follows the address some frames late, but a key pressed in between must
 * find what the one before it chose.
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
  return (
    <div className="flex flex-1 flex-col gap-3">
      <LastDecision />
      <ChangesetView id={id} embedded={false} onDecided={() => router.prefetch('/review')} />
    </div>
  );
}

function LastDecision() {
  const decision = useLastDecision();
  return decision === null ? null : <DecisionLine decision={decision} />;
}

function InQueue({ id, show }: { id: string; show: (id: string) => void }) {
  const [agentId] = useAgent();
  const [state] = useUrlState(PAGE_STATE);
  const navigation = useQueueNavigation({ state, agentId, at: id, show });
  const place = useRef<HTMLDivElement>(null);
  useHeadingFocus(place, navigation.focusOn === id ? id : null);
  const first = useRef(id);
  useEffect(() => {
    if (first.current !== id) window.scrollTo(0, 0);
    first.current = id;
  }, [id]);
  return (
    <div ref={place} className="flex flex-1 flex-col gap-3">
      <NavigationBar navigation={navigation} state={state} />
      <LastDecision />
      <ChangesetView id={id} embedded={false} onDecided={navigation.onDecided} />
    </div>
  );
}

/** Above a changeset that the queue led to: the way back to the list, how many still wait, and its neighbours. */
interface NavigationBarProps {
  navigation: ReturnType<typeof useQueueNavigation>;
  state: ReviewState;
}

function NavigationBar({ navigation, state }: NavigationBarProps) {
  const [agentId] = useAgent();
  const { current, queue, ids, open, beside, lead, skip } = navigation;
  const waiting = ids.filter(open).length;
  const counted = queue.list.hasNextPage ? `more than ${waiting}` : waiting;
  const step = (by: 1 | -1) => {
    const id = beside(by);
    if (id !== null) lead(id);
  };
  useShortcut('list.next', () => step(1));
  useShortcut('list.previous', () => step(-1));
  useShortcut('change.skip', skip);
  return (
    <nav aria-label="Review queue" className="-mx-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={listOf(current ?? '', state, agentId)}
        className={buttonLook({ variant: 'quiet', size: 'small' })}
      >
        <ArrowLeft aria-hidden="true" />
        Queue
      </Link>
      <span className="flex-1 whitespace-nowrap text-caption text-quiet tabular-nums">
        {queue.list.isPending ? '' : `${counted} waiting`}
      </span>
      <Button size="small" variant="quiet" shortcut="change.skip" onClick={skip}>
        Skip
      </Button>
      <Button size="small" variant="quiet" shortcut="list.previous" onClick={() => step(-1)}>
        <ChevronUp aria-hidden="true" />
        <span className="max-md:sr-only">Previous</span>
      </Button>
      <Button size="small" variant="quiet" shortcut="list.next" onClick={() => step(1)}>
        <ChevronDown aria-hidden="true" />
        <span className="max-md:sr-only">Next</span>
      </Button>
    </nav>
  );
}
