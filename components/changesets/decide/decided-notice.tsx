'use client';

/** Stands in the place of the decision bar once nothing is left to decide: who did, when, and the result. */
import { useViewer } from '../../shell/viewer.ts';
import { Check, Hourglass, X } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import type { Detail } from '../detail.ts';
import { ProposeAgain, WhyNotAgain } from '../preview/propose-again.tsx';
import { canPropose } from '../preview/reproposal.ts';
import { decidedWord, reviewerName } from './decision.ts';
import { useRefusal } from './use-decide.ts';

const ICON = {
  pending: Hourglass,
  approved: Hourglass,
  canary: Hourglass,
  applied: Check,
  rejected: X,
  failed: X,
};

export function DecidedNotice({ detail }: { detail: Detail }) {
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
