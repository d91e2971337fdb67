'use client';

/** Where a changeset is decided. The click sends along what the button says: the server refuses where it changed. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Detail } from '../detail.ts';
import { HeadlineText } from '../headline.tsx';
import { ChangedNotice } from './changed-notice.tsx';
import { CommentBox } from './comment-box.tsx';
import { DecidedNotice } from './decided-notice.tsx';
import { type Decided, dangerOf, promiseOf, type Wish } from './decision.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { discardDrafts, draftOf, useDraft } from './drafts.ts';
import { RejectBox } from './reject-box.tsx';
import { useDecide } from './use-decide.ts';

const SkipCanaryDialog = dynamic(() => import('./skip-canary-dialog.tsx').then((m) => m.SkipCanaryDialog), {
  ssr: false,
});

interface DecisionBarProps {
  detail: Detail;
  /** Called as soon as the decision is on its way; its `answer` tells what became of it. */
  onDecided: (decided: Decided) => void;
}

/** Stick it to the end of the scrolling column that shows the changeset; give it `key={id}`. */
export function DecisionBar({ detail, onDecided }: DecisionBarProps) {
  return (
    <section
      aria-label="Decision"
      data-decision-bar="true"
      className="sticky bottom-0 z-10 mt-auto flex flex-col gap-2.5 rounded-t-lg border border-line border-b-0 bg-surface px-4 py-3 shadow-float max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11"
    >
      {detail.approval === null ? (
        <DecidedNotice detail={detail} />
      ) : (
        <Deciding detail={detail} approval={detail.approval} onDecided={onDecided} />
      )}
    </section>
  );
}

interface DecidingProps extends DecisionBarProps {
  approval: NonNullable<Detail['approval']>;
}

type Box = 'reject' | 'comment' | 'skip';

/** What the reviewer had begun when they left it. */
function begunBox(id: string): Box | null {
  if (draftOf(id, 'rejection') !== undefined) return 'reject';
  return draftOf(id, 'comment') === undefined ? null : 'comment';
}

function Deciding({ detail, approval, onDecided }: DecidingProps) {
  const { id } = detail.changeset;
  const [open, setOpen] = useState<Box | null>(() => begunBox(id));
  const [asked, setAsked] = useState(false);
  const [rejection, keepRejection] = useDraft(id, 'rejection');
  const [busy, setBusy] = useState(false);
  const decide = useDecide();
  const ask = (box: Box) => {
    setAsked(true);
    setOpen(box);
  };
  const close = () => setOpen(null);
  const send = (wish: Wish) => {
    if (busy) return;
    close();
    setBusy(true);
    const decided = decide(detail, wish);
    onDecided(decided);
    const done = () => setBusy(false);
    // Refused, the words are still there.
    decided.answer.then(() => discardDrafts(id)).then(done, done);
  };
  const label = promiseOf(approval.asUsual, detail);
  const dangerous = dangerOf(detail) !== null;
  return (
    <>
      <ChangedNotice detail={detail} approval={approval.asUsual} />
      {open === 'reject' ? (
        <RejectBox
          about={<HeadlineText headline={detail.headline} most={160} />}
          label="Reject"
          draft={rejection}
          onDraft={keepRejection}
          asked={asked}
          onReject={(comment) => send({ approve: false, comment })}
          onCancel={() => {
            keepRejection(undefined);
            close();
          }}
        />
      ) : null}
      {open === 'comment' ? (
        <CommentBox
          id={id}
          asked={asked}
          approve={dangerous ? null : { label, run: (comment) => send({ approve: true, comment }) }}
          onClose={close}
        />
      ) : null}
      {open === 'skip' ? (
        <SkipCanaryDialog
          detail={detail}
          skipping={approval.skippingCanary}
          onConfirm={() => send({ approve: true, skipCanary: true })}
          onClose={close}
        />
      ) : null}
      {open === 'reject' || open === 'comment' ? null : (
        <DecisionButtons
          detail={detail}
          approval={approval.asUsual}
          busy={busy}
          onApprove={() => send({ approve: true })}
          onOpen={ask}
        />
      )}
    </>
  );
}
