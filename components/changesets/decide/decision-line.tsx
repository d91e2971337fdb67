'use client';

/**
 * What became of the last decision, in a line (in a narrow column two) that stands beside the work and covers
 * nothing of it.
 */
import { useShortcut } from '../../keyboard/registry.ts';
import { cn } from '../../ui/cn.ts';
import { Button } from '../../ui/forms/button.tsx';
import { X } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { HeadlineText } from '../headline.tsx';
import { forgetTold, type Told, useUndoOffer } from './told.ts';
import { UndoButton } from './undo-button.tsx';

const TONE = { plain: 'text-ink', good: 'text-good', danger: 'text-danger' };

interface DecisionLineProps {
  told: Told;
  className?: string;
}

export function DecisionLine({ told, className }: DecisionLineProps) {
  const offer = useUndoOffer(told);
  const label = offer === null ? {} : { label: offer.undo.label };
  useShortcut('change.undo', () => offer?.undo.run(), { enabled: offer !== null, ...label });
  return (
    <section
      aria-label="Decided last"
      className={cn('flex min-h-8 min-w-0 items-center gap-2 text-caption', className)}
    >
      <p className="line-clamp-2 min-w-0 flex-1 break-words">
        <span className={cn('font-medium', TONE[told.tone])}>
          <LearnedText text={told.title} />
        </span>{' '}
        <span className="text-quiet">
          <LearnedText text={told.skills} />
          {told.headline === null ? '' : ':'}
        </span>{' '}
        {told.headline === null ? null : <HeadlineText headline={told.headline} most={100} />}
      </p>
      {offer === null ? null : <UndoButton offer={offer} shortcut="change.undo" />}
      <Button variant="quiet" size="icon-small" aria-label="Put away" onClick={forgetTold}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
