/** One memory that might be cleaned up: what it says first, what is wrong in a line, and what can be done. */
'use client';

import { WordDiff } from '../../diff/word-diff.tsx';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { cn } from '../../ui/cn.ts';
import { RedactedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DecisionRow } from '../decision-row.tsx';
import { MemoryFacts, SourceLinks, SupportLine } from '../memory-facts.tsx';
import { consequence, KIND_WORDS, type Suggestion, verbFor } from './cleanup-words.ts';

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
  const { id, kind, action, memory } = suggestion;
  return (
    <DecisionRow
      id={`suggestion-${id}`}
      content={memory.content}
      {...{ chosen, ticked, onTick, onChoose }}
      facts={<Wrong suggestion={suggestion} chosen={chosen} />}
      action={
        chosen ? null : (
          <ScopedButton
            scope="review"
            size="small"
            className="relative z-1 shrink-0 self-start max-md:hidden"
            onClick={() => onDecide(action)}
          >
            {verbFor(action, kind)}
          </ScopedButton>
        )
      }
    >
      <Details suggestion={suggestion} onDecide={onDecide} />
    </DecisionRow>
  );
}

/** What is wrong with it in a line; folded, with the other memory that it is about. */
function Wrong({ suggestion: { kind, other }, chosen }: Pick<RowProps, 'suggestion' | 'chosen'>) {
  return (
    <p
      className={cn('max-w-[75ch] text-quiet text-table', !chosen && 'line-clamp-2 [overflow-wrap:anywhere]')}
    >
      {KIND_WORDS[kind].wrong}
      {other === null ? null : chosen ? (
        ':'
      ) : (
        <>
          : <RedactedText text={other.content} />
        </>
      )}
    </p>
  );
}

function Details({ suggestion, onDecide }: Pick<RowProps, 'suggestion' | 'onDecide'>) {
  const { kind, action, alternative, memory, other } = suggestion;
  return (
    <>
      {other === null ? null : (
        <div className="flex flex-col gap-1.5">
          <div className="grid grid-cols-2 gap-3 text-caption text-quiet max-md:hidden">
            <span className="pl-5">
              This one, from <Time at={memory.validFrom} />
            </span>
            <span className="pl-5">
              The other, from <Time at={other.validFrom} />
            </span>
          </div>
          <p className="text-caption text-quiet md:hidden">How the other differs from this one:</p>
          <WordDiff before={memory.content} after={other.content} layout="side" />
        </div>
      )}
      <p className="max-w-[75ch] text-quiet text-table">{consequence(suggestion)}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-caption text-quiet">
        <MemoryFacts memory={memory} />
        <SupportLine support={memory.support} />
        {other === null ? (
          <span>
            active since <Time at={memory.validFrom} />
          </span>
        ) : null}
        <SourceLinks sources={memory.sources} />
        <div className="ml-auto flex gap-2 max-md:w-full max-md:[&>*]:min-h-11 max-md:[&>*]:flex-1">
          <ScopedButton scope="review" shortcut="cleanup.other" onClick={() => onDecide(alternative)}>
            {verbFor(alternative, kind)}
          </ScopedButton>
          <ScopedButton
            scope="review"
            variant="primary"
            shortcut="cleanup.apply"
            onClick={() => onDecide(action)}
          >
            {verbFor(action, kind)}
          </ScopedButton>
        </div>
      </div>
    </>
  );
}
