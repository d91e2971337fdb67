'use client';

/** The last decision and its result in one line (two in a narrow column) beside the work, covering nothing. */
import { useShortcut } from '../../keyboard/registry.ts';
import { cn } from '../../ui/cn.ts';
import { Button } from '../../ui/forms/button.tsx';
import { X } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { HeadlineText } from '../headline.tsx';
import { dismissLastDecision, type LastDecision, useUndoOffer } from './last-decision.ts';
import { UndoButton } from './undo-button.tsx';

const TONE = { plain: 'text-ink', good: 'text-good', danger: 'text-danger' };

export function DecisionLine({ decision, className }: { decision: LastDecision; className?: string }) {
  const offer = useUndoOffer(decision);
  const label = offer === null ? {} : { label: offer.undo.label };
  useShortcut('change.undo', () => offer?.undo.run(), { enabled: offer !== null, ...label });
  return (
    <section
      aria-label="Decided last"
      className={cn('flex min-h-8 min-w-0 items-center gap-2 text-caption', className)}
    >
      <p className="line-clamp-2 min-w-0 flex-1 break-words">
        <span className={cn('font-medium', TONE[decision.tone])}>
          <LearnedText text={decision.title} />
        </span>{' '}
        <span className="text-quiet">
          <LearnedText text={decision.skills} />
          {decision.headline === null ? '' : ':'}
        </span>{' '}
        {decision.headline === null ? null : <HeadlineText headline={decision.headline} most={100} />}
      </p>
      {offer === null ? null : <UndoButton offer={offer} shortcut="change.undo" />}
      <Button variant="quiet" size="icon-small" aria-label="Dismiss" onClick={dismissLastDecision}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
