'use client';

import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
/** Where a changeset is decided. The click sends along what the button says: the server refuses where it changed. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type CallError, toCallError, useTRPCClient } from '../../api/trpc.ts';
import { useViewer } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Check, Hourglass, TriangleAlert, X } from '../../ui/generated/icons.tsx';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import type { Detail } from '../detail.ts';
import { HeadlineText } from '../headline.tsx';
import { ProposeAgain, WhyNotAgain } from '../preview/propose-again.tsx';
import { canPropose } from '../preview/reproposal.ts';
import { seenOf, whatChanged } from '../words.ts';
import {
  type Approval,
  type Decided,
  decidedWord,
  outcomeOf,
  promiseOf,
  type ReviewResult,
  reviewerName,
  type Wish,
} from './decision.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { discardDrafts, draftOf, useDraft } from './drafts.ts';
import { useReportDecision } from './last-decision.ts';
import { RejectBox } from './reject-box.tsx';
import { useRefreshDecided, useUndo } from './use-undo.ts';

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

type Box = 'reject' | 'skip';

/** What the reviewer had begun when they left it. */
function begunBox(id: string): Box | null {
  return draftOf(id, 'rejection') === undefined ? null : 'reject';
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
      {open === 'skip' ? (
        <SkipCanaryDialog
          detail={detail}
          skipping={approval.skippingCanary}
          onConfirm={() => send({ approve: true, skipCanary: true })}
          onClose={close}
        />
      ) : null}
      {open === 'reject' ? null : (
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

/** What arrives so soon after the first look only replaces what was fetched ahead of it. */
const CATCH_UP_MS = 1500;

interface Shown {
  expect: string;
  promise: string;
  seen: ReturnType<typeof seenOf>;
}

interface ChangedNoticeProps {
  detail: Detail;
  approval: Approval;
}

/** Says what is another one by now than what the reviewer has been looking at, and what approving would now do. */
function ChangedNotice({ detail, approval }: ChangedNoticeProps) {
  const { id } = detail.changeset;
  const now = { expect: approval.expect, promise: promiseOf(approval, detail), seen: seenOf(detail) };
  const [shown, setShown] = useState<Shown>(now);
  const [refusal, forget] = useRefusal(id);
  const [since] = useState(() => Date.now());
  const changed = shown.expect !== now.expect;
  if (changed && refusal === null && Date.now() - since < CATCH_UP_MS) setShown(now);
  if (!changed && refusal === null) return null;
  const before = changed ? shown.promise : refusal?.promise;
  const same = before === now.promise;
  const told = whatChanged(shown.seen, now.seen).map((sentence) => `${sentence} `);
  const acknowledge = () => {
    setShown(now);
    forget();
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 rounded-md bg-attention-soft px-3 py-2 text-table"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-attention" />
      <p className="min-w-0 flex-1 basis-60">
        {refusal === null
          ? 'The changeset changed since this page loaded. '
          : inWords(`Not decided: ${refusal.error.detail}. `)}
        {changed ? told : null}
        {same
          ? 'The decision would have the same effect.'
          : inWords(`It was “${before}”, now it is “${now.promise}”.`)}
      </p>
      <Button size="small" onClick={acknowledge}>
        Understood
      </Button>
    </div>
  );
}

const ICON = {
  pending: Hourglass,
  approved: Hourglass,
  canary: Hourglass,
  applied: Check,
  rejected: X,
  failed: X,
};

function DecidedNotice({ detail }: { detail: Detail }) {
  const { status, rejectionReason: reason, id } = detail.changeset;
  const { actor } = useViewer();
  const [refusal] = useRefusal(id);
  const Icon = ICON[status];
  return (
    <div role={refusal === null ? undefined : 'alert'} className="flex min-h-8 items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-quiet" />
      <p className="min-w-0 break-words">
        <span className="font-medium">
          {decidedWord(status, refusal !== null)} by <LearnedText text={reviewerName(detail, actor)} />
        </span>{' '}
        {detail.decidedAt === null ? null : <Time at={detail.decidedAt} />}
        {detail.rolledBack ? (
          <span className="block text-caption text-quiet">
            Rolled back since: agents are no longer served this change.
          </span>
        ) : null}
        {reason === null ? null : (
          <span className="text-quiet">
            {' · '}
            <LearnedText text={reason} />
          </span>
        )}
        {refusal === null ? null : (
          <span className="block text-caption text-quiet">
            Your decision “<LearnedText text={refusal.promise} />” had no effect: someone else decided first.
          </span>
        )}
        {canPropose(detail) ? null : (
          <span className="block text-caption text-quiet">
            <WhyNotAgain detail={detail} />
          </span>
        )}
      </p>
      {canPropose(detail) ? <ProposeAgain detail={detail} /> : null}
    </div>
  );
}

// Decisions that the server refused, until the reviewer has seen them. Kept in the query cache: the reviewer
// is on the next changeset by the time a refusal arrives, and comes back to a view that was not there when it
// did.

/** `promise` is what the button had said. */
interface Refusal {
  promise: string;
  error: CallError;
}

const keyOf = (id: string) => ['refused-decision', id];

function keepRefusal(client: QueryClient, id: string, refusal: Refusal): void {
  client.setQueryData(keyOf(id), refusal);
}

/** The refusal of this changeset's last decision, and the way to put it away. */
function useRefusal(id: string): [Refusal | null, () => void] {
  const client = useQueryClient();
  const { data } = useQuery<Refusal | null>({ queryKey: keyOf(id), queryFn: skipToken, initialData: null });
  return [data ?? null, () => client.setQueryData(keyOf(id), null)];
}

/** Makes what sends a wish for a pending changeset; it returns at once. */
function useDecide(): (detail: Detail, wish: Wish) => Decided {
  const client = useTRPCClient();
  const cache = useQueryClient();
  const refresh = useRefreshDecided();
  const tell = useTell();
  return (detail, wish) => {
    const { id } = detail.changeset;
    const skipCanary = wish.approve && wish.skipCanary === true;
    const approval = skipCanary ? detail.approval?.skippingCanary : detail.approval?.asUsual;
    const promise = wish.approve && approval ? promiseOf(approval, detail) : 'Reject';
    const answer = client.changesets.decide.mutate({
      ...{ id, approve: wish.approve, skipCanary, comment: wish.comment ?? null },
      ...(approval ? { expect: approval.expect } : {}),
    });
    answer.then(
      (result) => {
        refresh();
        tell(result, detail);
      },
      (error: unknown) => {
        keepRefusal(cache, id, { promise, error: toCallError(error) });
        refresh();
      },
    );
    return { id, approve: wish.approve, promise, answer };
  };
}

const TONE = { applied: 'good', failed: 'danger' } as const;

function useTell(): (result: ReviewResult, detail: Detail) => void {
  const report = useReportDecision();
  const undoOf = useUndo();
  return (result, { headline, skills }) => {
    const { status } = result;
    const about = { headline, skills: skills.map(({ name }) => name).join(', ') };
    const tone = status === 'applied' || status === 'failed' ? TONE[status] : 'plain';
    report({ ...about, title: outcomeOf(result), tone, ...undoOf([result], about) });
  };
}
