/** Words of a text that came and went, marked as `ins` and `del`, and told apart by who does not see. */
import { Fragment } from 'react';
import { cn } from '../ui/cn.ts';
import { Pieces } from '../ui/text/learned-text.tsx';
import type { WordPart } from './part-pieces.ts';

/** What is removed does not move what stands beside it. */
const CHANGED = 'rounded-xs [unicode-bidi:isolate]';

interface ChangedWordsProps {
  parts: readonly WordPart[];
  /** Draws code without its backticks, as a title may. */
  code?: boolean;
}

export function ChangedWords({ parts, code = false }: ChangedWordsProps) {
  return parts.map((part) => (
    <Fragment key={part.at}>
      {part.apart ? ' ' : null}
      <Part part={part} code={code} />
    </Fragment>
  ));
}

function Part({ part: { kind, pieces }, code }: { part: WordPart; code: boolean }) {
  if (kind === 'same') return <Pieces pieces={pieces} code={code} />;
  if (kind === 'added') {
    return (
      <ins className={cn('bg-added-soft font-medium text-added no-underline', CHANGED)}>
        <SaidFirst words="added: " />
        <Pieces pieces={pieces} code={code} />
      </ins>
    );
  }
  return (
    <del className={cn('bg-removed-soft text-removed', CHANGED)}>
      <SaidFirst words="removed: " />
      <Pieces pieces={pieces} code={code} />
    </del>
  );
}

/** Read out before a change; a direction of its own keeps it out of what decides the text's. */
export function SaidFirst({ words }: { words: string }) {
  return (
    <span dir="ltr" className="sr-only">
      {words}
    </span>
  );
}
