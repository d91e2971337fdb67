/** Recorded text as text, never rendered; of a long one the beginning, until the rest is asked for. */
'use client';

import { useState } from 'react';
import { cutText } from '../../server/domain/characters.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { sizeText } from './wording.ts';

const FIRST = 4000;
/** Each further press shows so much more: a run may hold megabytes, and no reader wants them all at once. */
const MORE = 40_000;

interface LongTextProps {
  text: string;
  /** Program output and arguments; prose without it. */
  mono?: boolean;
  className?: string;
}

export function LongText({ text, mono = false, className }: LongTextProps) {
  const [shown, setShown] = useState(FIRST);
  const rest = text.length - shown;
  return (
    <div className={cn('flex min-w-0 flex-col items-start gap-2', className)}>
      <div
        dir="auto"
        className={cn(
          'w-full whitespace-pre-wrap break-words [overflow-wrap:anywhere]',
          mono ? 'font-mono text-code' : 'max-w-[75ch]',
        )}
      >
        <RedactedText text={rest > 0 ? cutText(text, shown) : text} />
        {rest > 0 ? '…' : null}
      </div>
      {rest > 0 ? (
        <Button size="small" onClick={() => setShown(shown + MORE)}>
          Show more: {sizeText(rest)} left
        </Button>
      ) : null}
    </div>
  );
}
