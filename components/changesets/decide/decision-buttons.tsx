'use client';

/** The buttons of the decision bar: approve as promised, reject, comment, and what is rarely wanted in a menu. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useAnnounce, useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { type ButtonProps, MenuButton } from '../../ui/forms/button.tsx';
import { Ellipsis, MessageSquare } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Detail } from '../detail.ts';
import { canPropose } from '../preview/reproposal.ts';
import { type Approval, dangerOf, heldBy, promiseOf, reasonOf } from './decision.ts';
import { useUnseenChanges } from './unseen.ts';

const LongPressAction = dynamic(
  () => import('../../ui/forms/long-press.tsx').then((m) => m.LongPressAction),
  { ssr: false },
);
const ProposeAgain = dynamic(() => import('../preview/propose-again.tsx').then((m) => m.ProposeAgain), {
  ssr: false,
});
const WhyNotAgain = dynamic(() => import('../preview/propose-again.tsx').then((m) => m.WhyNotAgain), {
  ssr: false,
});
const load = () => import('./more-decisions-menu.tsx').then((m) => m.MoreDecisionsMenu);
const MoreDecisionsMenu = dynamic(load, { ssr: false, loading: () => <MoreButton /> });

function MoreButton(props: ButtonProps) {
  return (
    <MenuButton label="More decisions" {...props}>
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
}

function MoreDecisions({ onSkip }: { onSkip: () => void }) {
  const [used, setUsed] = useState(false);
  if (used) return <MoreDecisionsMenu trigger={<MoreButton />} onSkip={onSkip} />;
  return <MoreButton onClick={() => setUsed(true)} onPointerEnter={() => void load()} />;
}

interface DecisionButtonsProps {
  detail: Detail;
  approval: Approval;
  busy: boolean;
  onApprove: () => void;
  onOpen: (what: 'reject' | 'comment' | 'skip') => void;
}

/** Rare decisions behind a button. The menu is loaded when it is used. */
export function DecisionButtons({ detail, approval, busy, onApprove, onOpen }: DecisionButtonsProps) {
  const may = useAllowed('review');
  useShortcut('change.reject', () => onOpen('reject'), { enabled: may });
  useShortcut('change.comment', () => onOpen('comment'), { enabled: may });
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
          onClick={() => onOpen('comment')}
        >
          <MessageSquare aria-hidden="true" />
        </ScopedButton>
        {approval.status === 'canary' && may && !detail.isOwnWork ? (
          <MoreDecisions onSkip={() => onOpen('skip')} />
        ) : null}
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
