/** The page's first word: whether learning helps, with a shape beside it that says the same. */
import { Circle, CircleDashed, CircleSlash, TrendingDown, TrendingUp } from 'lucide-react';
import { cn } from '../ui/cn.ts';
import type { LiftSentence } from './lift-sentence.ts';

const LOOKS = {
  helps: { icon: TrendingUp, tone: 'text-good bg-good-soft' },
  hurts: { icon: TrendingDown, tone: 'text-danger bg-danger-soft' },
  unclear: { icon: CircleDashed, tone: 'text-attention bg-attention-soft' },
  none: { icon: Circle, tone: 'text-quiet bg-sunken' },
  off: { icon: CircleSlash, tone: 'text-quiet bg-sunken' },
} as const;

export function LiftHeadline({ sentence: { verdict, headline, detail } }: { sentence: LiftSentence }) {
  const { icon: Icon, tone } = LOOKS[verdict];
  return (
    <section
      aria-label="Whether learning helps"
      className="flex items-start gap-4 rounded-md border border-line bg-surface p-5"
    >
      <span className={cn('grid size-11 shrink-0 place-items-center rounded-md', tone)}>
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-semibold text-[24px] leading-8 tracking-[-0.015em] tabular-nums">{headline}</h2>
        <p className="max-w-[75ch] text-quiet tabular-nums">{detail}</p>
      </div>
    </section>
  );
}
