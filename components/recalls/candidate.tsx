/** One candidate of a recall: what became of it, its score as a bar, and the parts of the score. */

import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Check, Minus } from '../ui/generated/icons.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { reasonWords, scoreParts } from './wording.ts';

interface CandidateProps {
  served: boolean;
  reason: string;
  /** What of it the text left out, as a sentence; empty where nothing. */
  skipped?: string;
  /** 0 to 1. */
  score: number;
  parts: Record<string, unknown>;
  children: ReactNode;
}

export function Candidate({ served, reason, skipped = '', score, parts, children }: CandidateProps) {
  const { label, means } = reasonWords(reason);
  const Sign = served ? Check : Minus;
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="flex min-w-0 flex-col gap-1.5">
        {children}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
          <Badge tone={served ? 'good' : 'neutral'}>
            <Sign aria-hidden="true" className="size-3" />
            <LearnedText text={label} />
          </Badge>
          <LearnedText text={skipped === '' ? means : `${means} ${skipped}`} className="text-quiet" />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <ScoreBar score={score} served={served} />
        <Parts parts={parts} />
      </div>
    </li>
  );
}

function ScoreBar({ score, served }: { score: number; served: boolean }) {
  const width = Math.min(1, Math.max(0, score)) * 100;
  return (
    <div className="flex items-center gap-3">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 min-w-0 flex-1">
        <rect width={100} height={6} className="fill-sunken" />
        <rect width={width} height={6} className={served ? 'fill-accent' : 'fill-edge'} />
      </svg>
      <span className="shrink-0 text-table">
        <span className="text-caption text-quiet">score </span>
        <Numeral value={score} as="score" />
      </span>
    </div>
  );
}

function Parts({ parts }: { parts: Record<string, unknown> }) {
  const { figures, standing, advice, words } = scoreParts(parts);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-0.5 text-caption text-quiet">
      {figures.map(({ key, label, value }) => (
        <div key={key} className="flex gap-1">
          <dt>{label}</dt>
          <dd className={cn('tabular-nums', value > 0 && 'text-ink')}>{value.toFixed(2)}</dd>
        </div>
      ))}
      {standing ? (
        <div>
          <dt className="sr-only">kind</dt>
          <dd>scored as a preference{advice ? ', as the task asks for advice' : ''}</dd>
        </div>
      ) : null}
      {words.length === 0 ? null : (
        <div className="flex min-w-0 gap-1">
          <dt>words</dt>
          <LearnedText as="dd" text={words.join(', ')} className="min-w-0 break-words text-ink" />
        </div>
      )}
    </dl>
  );
}
