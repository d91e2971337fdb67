'use client';

/** The buttons of the decision bar: approve as promised, reject, comment, and approve without a canary. */
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAnnounce, useRunShortcut, useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { MessageSquare } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Detail } from '../detail.ts';
import { ProposeAgain, WhyNotAgain } from '../preview/propose-again.tsx';
import { canPropose } from '../preview/reproposal.ts';
import { type Approval, dangerOf, heldBy, promiseOf, reasonOf } from './decision.ts';

const TrustHolding = dynamic(() => import('../sources/trust-button.tsx').then((m) => m.TrustHolding));
const LongPressAction = dynamic(
  () => import('../../ui/forms/long-press.tsx').then((m) => m.LongPressAction),
  { ssr: false },
);

interface DecisionButtonsProps {
  detail: Detail;
  approval: Approval;
  busy: boolean;
  onApprove: () => void;
  onOpen: (what: 'reject' | 'skip') => void;
}

export function DecisionButtons({ detail, approval, busy, onApprove, onOpen }: DecisionButtonsProps) {
  const may = useAllowed('review');
  useShortcut('change.reject', () => onOpen('reject'), { enabled: may });
  const runShortcut = useRunShortcut();
  const danger = dangerOf(detail);
  const [below, setBelow] = useState(false);
  const [shown] = useState(approval.status);
  const [turned, setTurned] = useState(false);
  const goToUnseen = useUnseenChanges();
  const announce = useAnnounce();
  const first = () => {
    const unseen = goToUnseen();
    setBelow(unseen);
    if (unseen) announce(MORE_BELOW);
    return unseen;
  };
  const firstAgain = () => {
    if (turned || shown === 'failed') return false;
    setTurned(true);
    announce(TURNED_STALE);
    return true;
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56 text-caption text-quiet">
        {approval.status === 'failed' && turned ? (
          TURNED_STALE
        ) : below ? (
          MORE_BELOW
        ) : (
          <Reason detail={detail} approval={approval} />
        )}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2 max-md:w-full max-md:[&>[data-shortcut='change.approve']]:grow max-md:[&>[data-shortcut='change.reject']]:grow max-md:[&>span>button]:flex-1 max-md:[&>span]:grow">
        <ScopedButton
          scope="review"
          variant="quiet"
          aria-label="Comment"
          shortcut="change.comment"
          onClick={() => runShortcut('change.comment')}
        >
          <MessageSquare aria-hidden="true" />
        </ScopedButton>
        {approval.status === 'canary' && may && !detail.isOwnWork ? (
          <Button variant="quiet" onClick={() => onOpen('skip')}>
            Skip canary
          </Button>
        ) : null}
        <TrustOnly {...detail} />
        <ScopedButton
          scope="review"
          shortcut="change.reject"
          disabled={busy}
          onClick={() => onOpen('reject')}
        >
          Reject
        </ScopedButton>
        {detail.isOwnWork && approval.status !== 'failed' ? null : approval.status === 'failed' ? (
          canPropose(detail) && <ProposeAgain detail={detail} main={true} first={firstAgain} />
        ) : danger === null || !may ? (
          <PlainApprove detail={detail} approval={approval} busy={busy} first={first} onApprove={onApprove} />
        ) : (
          <LongPressAction
            label={promiseOf(approval, detail)}
            danger={danger}
            shortcut="change.approve"
            busy={busy}
            first={first}
            onConfirm={onApprove}
          />
        )}
      </div>
    </div>
  );
}

function TrustOnly({ changeset }: Pick<Detail, 'changeset'>) {
  return changeset.because.length === 1 ? <TrustHolding changeset={changeset} /> : null;
}

/** What the key says where it went to a change instead. */
const MORE_BELOW = 'Some changes had not been on screen yet. Press A again to approve.';

/** What the key says where it meant to approve when the reviewer reached for it. */
const TURNED_STALE = 'This changeset went stale while it was open. Press A again to re-propose it.';

/** Why the buttons are what they are. */
function Reason({ detail, approval }: { detail: Detail; approval: Approval }) {
  if (detail.isOwnWork && approval.status !== 'failed') {
    return 'You proposed or wrote this. Someone else has to approve it.';
  }
  if (approval.status !== 'failed' || detail.again === null)
    return <LearnedText text={reasonOf(approval, heldBy(detail.changeset))} />;
  if (canPropose(detail)) {
    return 'Creates a new changeset with the same changes and runs, based on the current version, and closes this one.';
  }
  if (detail.again.waitingAs === null)
    return 'It no longer fits the skill. Amend the conflicting changes, or reject it.';
  return <WhyNotAgain detail={detail} />;
}

type PlainApproveProps = Omit<DecisionButtonsProps, 'onOpen'> & {
  /** Shows what has to be seen first; whether there was anything. */
  first: () => boolean;
};

function PlainApprove({ detail, approval, busy, first, onApprove }: PlainApproveProps) {
  useShortcut('change.approve', () => (first() ? undefined : onApprove()), {
    enabled: useAllowed('review') && !busy,
  });
  return (
    <ScopedButton
      scope="review"
      variant="primary"
      shortcut="change.approve"
      loading={busy}
      onClick={onApprove}
    >
      <LearnedText text={promiseOf(approval, detail)} />
    </ScopedButton>
  );
}

/** How far below the screen's edge a text may end and still count as seen, in CSS pixels. */
const TOLERANCE = 4;

/**
 * Goes to the first change that the reviewer has not had on screen whole, and returns whether there was one;
 * asked again it always returns false. The changes and the decision bar are found in the page.
 */
function useUnseenChanges(): () => boolean {
  /** How far below the beginning of the changes the screen has reached. */
  const deepest = useRef(0);
  const warned = useRef(false);
  const look = useCallback(() => {
    const begins = firstText()?.getBoundingClientRect().top;
    const ends = document.querySelector('[data-decision-bar]')?.getBoundingClientRect().top;
    if (begins !== undefined && ends !== undefined)
      deepest.current = Math.max(deepest.current, ends - begins);
  }, []);
  useEffect(() => {
    // Wherever it is that scrolls: the page, or the pane beside the queue.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [look]);
  return () => {
    look();
    const begins = firstText()?.getBoundingClientRect().top ?? 0;
    const unseen = texts().find(
      (text) => text.getBoundingClientRect().bottom - begins > deepest.current + TOLERANCE,
    );
    if (warned.current || unseen === undefined) return false;
    warned.current = true;
    unseen.closest('[data-change]')?.scrollIntoView({ block: 'start' });
    return true;
  };
}

const texts = () => [...document.querySelectorAll('[data-change-text]')];
const firstText = () => document.querySelector('[data-change-text]');
