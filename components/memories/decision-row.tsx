/** The row of a memory that somebody decides about: its text, which unfolds what else there is, and a box to tick. */
'use client';

import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { RedactedText } from '../ui/text/learned-text.tsx';

interface DecisionRowProps {
  /** Of the element, by which the keys find it. */
  id: string;
  content: string;
  /** Whether it is unfolded, and the keys act on it. */
  chosen: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onChoose: () => void;
  /** What is small below the text. */
  facts: ReactNode;
  /** Beside the text, where there is one. */
  action?: ReactNode;
  /** What the chosen one unfolds to. */
  children: ReactNode;
}

export function DecisionRow(props: DecisionRowProps) {
  const { id, content, chosen, ticked, onTick, onChoose, facts, action, children } = props;
  return (
    <li
      id={id}
      tabIndex={-1}
      aria-current={chosen ? 'true' : undefined}
      className={cn(
        'group relative scroll-mt-20 border-line border-b -outline-offset-2 last:border-b-0',
        chosen ? 'bg-accent-soft/40' : 'hover:bg-sunken/70',
      )}
    >
      {chosen ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" /> : null}
      <div className="relative flex gap-2.5 px-4 py-2">
        <div className="relative z-1 pt-px">
          <Checkbox
            label={inWords(`Select: ${content}`)}
            hideLabel={true}
            checked={ticked}
            onCheckedChange={onTick}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <button
            type="button"
            aria-expanded={chosen}
            onClick={onChoose}
            className={cn(
              'min-h-6 rounded-sm text-left font-medium -outline-offset-2 after:absolute after:inset-0',
              chosen
                ? 'max-w-[75ch] whitespace-pre-wrap break-words'
                : 'line-clamp-1 [overflow-wrap:anywhere] max-md:line-clamp-2',
            )}
          >
            <RedactedText text={content} code={!chosen} />
          </button>
          {facts}
        </div>
        {action}
      </div>
      {chosen ? (
        <div className="relative flex flex-col gap-3 pr-4 pb-3 pl-13 max-md:pl-4">{children}</div>
      ) : null}
    </li>
  );
}
