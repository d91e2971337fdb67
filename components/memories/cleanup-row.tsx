/** One memory that might be cleaned up: what it says first, what is wrong in a line, and what can be done. */
'use client';

import { LazyWordDiff } from '../diff/lazy-word-diff.tsx';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { consequence, KIND_WORDS, type Suggestion, verbFor } from './cleanup-words.ts';
import { MemoryFacts, SourceLinks, SupportLine } from './memory-facts.tsx';

interface RowProps {
  suggestion: Suggestion;
  /** Whether it is unfolded, and the keys act on it. */
  chosen: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onChoose: () => void;
  onDecide: (action: Suggestion['action']) => void;
}

export function CleanupRow(props: RowProps) {
  const { suggestion, chosen, ticked, onTick, onChoose, onDecide } = props;
  const { id, kind, action, memory, other } = suggestion;
  return (
    <li
      id={`suggestion-${id}`}
      tabIndex={-1}
      aria-current={chosen ? 'true' : undefined}
      className={cn(
        'group relative scroll-mt-20 border-line border-b -outline-offset-2 last:border-b-0',
        chosen ? 'bg-accent-soft/40' : 'hover:bg-sunken/70',
      )}
    >
      {chosen ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" /> : null}
      <div className="relative flex gap-2.5 px-4 py-2.5">
        <div className="relative z-1 pt-px">
          <Checkbox
            label={inWords(`Select: ${memory.content}`)}
            hideLabel={true}
            checked={ticked}
            onCheckedChange={onTick}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <button
            type="button"
            aria-expanded={chosen}
            onClick={onChoose}
            className={cn(
              'min-h-6 max-w-[75ch] rounded-sm text-left font-medium -outline-offset-2 after:absolute after:inset-0',
              chosen ? 'whitespace-pre-wrap break-words' : 'line-clamp-2 [overflow-wrap:anywhere]',
            )}
          >
            <RedactedText text={memory.content} />
          </button>
          <p className="text-quiet text-table">
            {KIND_WORDS[kind].wrong}
            {other === null ? null : chosen ? ':' : <OtherInLine text={other.content} />}
          </p>
        </div>
        <ScopedButton
          scope="review"
          size="small"
          variant="quiet"
          className="relative z-1 shrink-0 self-start"
          onClick={() => onDecide(action)}
          {...(chosen ? { shortcut: 'cleanup.apply' as const } : {})}
        >
          {verbFor(action, kind)}
        </ScopedButton>
      </div>
      {chosen ? <Details suggestion={suggestion} onDecide={onDecide} /> : null}
    </li>
  );
}

function OtherInLine({ text }: { text: string }) {
  return (
    <>
      : <RedactedText text={text} />
    </>
  );
}

function Details({ suggestion, onDecide }: Pick<RowProps, 'suggestion' | 'onDecide'>) {
  const { kind, alternative, memory, other } = suggestion;
  return (
    <div className="relative flex flex-col gap-3 pr-4 pb-3 pl-13 max-md:pl-4">
      {other === null ? null : (
        <div className="flex flex-col gap-1.5">
          <div className="grid grid-cols-2 gap-3 text-caption text-quiet max-md:hidden">
            <span className="pl-5">
              This one, since <Time at={memory.validFrom} />
            </span>
            <span>
              The other, since <Time at={other.validFrom} />
            </span>
          </div>
          <p className="text-caption text-quiet md:hidden">How the other differs from this one:</p>
          <LazyWordDiff before={memory.content} after={other.content} layout="side" />
        </div>
      )}
      <p className="max-w-[75ch] text-quiet text-table">{consequence(suggestion)}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
        <MemoryFacts memory={memory} />
        <SupportLine support={memory.support} />
        <SourceLinks sources={memory.sources} />
        <ScopedButton
          scope="review"
          size="small"
          variant="quiet"
          className="ml-auto"
          shortcut="cleanup.other"
          onClick={() => onDecide(alternative)}
        >
          {verbFor(alternative, kind)}
        </ScopedButton>
      </div>
    </div>
  );
}
