/** How a rule's wording changes. Signs, `ins`, `del` and hidden words carry the meaning; colour only supports it. */
'use client';

import { useMemo } from 'react';
import { isRewritten } from '../../server/domain/skills/changesets/wording/word-changes.ts';
import { cn } from '../ui/cn.ts';
import { useFindingSpans } from '../ui/text/finding-spans.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { ChangedWords, SaidFirst } from './changed-words.tsx';
import type { WordPart } from './part-pieces.ts';
import { wordParts } from './word-parts.ts';

export interface WordDiffProps {
  /** The text before; null where it is new. */
  before: string | null;
  /** The text after; null where it goes. */
  after: string | null;
  /** One below the other in one text, or the old beside the new (below 768 px always inline). */
  layout?: 'inline' | 'side';
}

const TEXT = 'whitespace-pre-wrap break-words font-mono text-code';

export function WordDiff({ before, after, layout = 'inline' }: WordDiffProps) {
  const find = useFindingSpans();
  const parts = useMemo(
    () => (before === null || after === null ? [] : wordParts(before, after, find)),
    [before, after, find],
  );
  if (before === null) return <Whole kind="added" text={after ?? ''} />;
  if (after === null) return <Whole kind="removed" text={before} />;
  const inline = isRewritten(parts) ? (
    <>
      <Whole kind="removed" text={before} />
      <Whole kind="added" text={after} />
    </>
  ) : (
    <Line sign="±" parts={parts} />
  );
  if (layout === 'inline') return inline;
  return (
    <>
      <div className="md:hidden">{inline}</div>
      <div className="grid grid-cols-2 gap-3 max-md:hidden">
        <Line sign="−" parts={parts.filter(({ kind }) => kind !== 'added')} />
        <Line sign="+" parts={parts.filter(({ kind }) => kind !== 'removed')} />
      </div>
    </>
  );
}

const SIGN_LOOK: Record<string, string> = { '+': 'text-added', '−': 'text-removed', '±': 'text-quiet' };

function Line({ sign, parts }: { sign: '+' | '−' | '±'; parts: readonly WordPart[] }) {
  return (
    <div className="flex min-w-0 gap-2">
      <span
        aria-hidden="true"
        className={cn('w-3 shrink-0 text-center font-mono text-code', SIGN_LOOK[sign])}
      >
        {sign}
      </span>
      <p dir="auto" className={cn('min-w-0 flex-1', TEXT)}>
        <ChangedWords parts={parts} />
      </p>
    </div>
  );
}

function Whole({ kind, text }: { kind: 'added' | 'removed'; text: string }) {
  const isNew = kind === 'added';
  return (
    <div
      className={cn(
        'flex min-w-0 gap-2 rounded-sm py-1 pr-2',
        isNew ? 'bg-added-soft/60' : 'bg-removed-soft/60',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('w-3 shrink-0 text-center font-mono text-code', isNew ? 'text-added' : 'text-removed')}
      >
        {isNew ? '+' : '−'}
      </span>
      <p className={cn('min-w-0 flex-1', TEXT)}>
        {isNew ? (
          <ins className="no-underline">
            <SaidFirst words="added: " />
            <LearnedText text={text} />
          </ins>
        ) : (
          <del className="decoration-removed/60">
            <SaidFirst words="removed: " />
            <LearnedText text={text} />
          </del>
        )}
      </p>
    </div>
  );
}
