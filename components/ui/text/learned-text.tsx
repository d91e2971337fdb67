/**
 * Text that was learned, quoted or given by somebody, shown as text: hidden characters are drawn as marks
 * with their code point and never reach the document, so they can neither hide nor reorder anything; its
 * direction is its own and isolated.
 */

import type { ReactNode } from 'react';
import { EyeOff } from '../generated/icons.tsx';
import { useFindingSpans } from './finding-spans.ts';
import { type HiddenMark, type Piece, piecesOf } from './hidden-marks.ts';

interface LearnedTextProps {
  text: string;
  /** Draws what stands between backticks as code, without them: for titles, rows and menus, never for a text that is judged. */
  code?: boolean;
  /** The element; inline by default. A block takes its direction, and so its alignment, from the text. */
  as?: 'bdi' | 'span' | 'p' | 'pre' | 'blockquote' | 'dd';
  className?: string;
}

export function LearnedText({ text, code = false, as: Element = 'bdi', className }: LearnedTextProps) {
  const spansOf = useFindingSpans();
  return (
    <Element dir="auto" className={className}>
      <Pieces pieces={piecesOf(text, undefined, spansOf(text))} code={code} />
    </Element>
  );
}

/** What a shared component was given to show: learned text where it is a string, else as it is. */
export function Learned({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <LearnedText text={children} /> : children;
}

/** Pieces in a row, for callers that cut the text themselves. */
export function Pieces({ pieces, code = false }: { pieces: readonly Piece[]; code?: boolean }) {
  return pieces.map(({ at, text, mark, finding }) => {
    const drawn = mark === null ? <Plain key={at} text={text} code={code} /> : <Mark key={at} mark={mark} />;
    if (finding === null) return drawn;
    return (
      <FindingMark key={at} name={finding}>
        {drawn}
      </FindingMark>
    );
  });
}

const CODE = /`([^`\n]+)`/;

function Plain({ text, code }: { text: string; code: boolean }) {
  if (!code || !CODE.test(text)) return text;
  let at = 0;
  return text.split(CODE).map((part, index) => {
    at += part.length + 1;
    if (index % 2 === 0) return part;
    return (
      <code key={at} className="rounded-xs bg-sunken px-0.5 font-mono text-[0.92em]">
        {part}
      </code>
    );
  });
}

/** A place with a finding: underlined, so that it also shows within what is added or removed. */
function FindingMark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <mark
      title={name}
      data-finding="true"
      className="rounded-xs bg-transparent text-inherit underline decoration-2 decoration-danger underline-offset-3 ring-1 ring-danger/50"
    >
      {children}
    </mark>
  );
}

function Mark({ mark: { shown, name } }: { mark: HiddenMark }) {
  return (
    // A direction of its own keeps the mark out of the text's, and its letters out of what decides that.
    <span
      role="img"
      dir="ltr"
      aria-label={name}
      title={name}
      data-hidden-character="true"
      className="mx-px inline-block max-w-full select-none break-words rounded-xs bg-attention-soft px-[3px] align-baseline font-medium font-mono text-[max(10.5px,0.72em)] text-attention leading-[1.35] no-underline ring-1 ring-attention/45 ring-inset"
    >
      {shown}
    </span>
  );
}

const LABEL = /(\[(?:API_KEY|CARD|EMAIL|IBAN|PHONE|SSN|SECRET|TOKEN|PASSWORD|PRIVATE_KEY)\])/;

/** Learned text in which redaction labels (`[EMAIL]`) show as chips. The text is text: never read as HTML. */
export function RedactedText({ text, code = false }: Pick<LearnedTextProps, 'text' | 'code'>) {
  let offset = 0;
  return text.split(LABEL).map((part) => {
    offset += part.length + 1;
    if (!LABEL.test(part)) return <LearnedText key={offset} text={part} code={code} />;
    return (
      <span
        key={offset}
        className="mx-0.5 inline-flex items-center gap-1 rounded-sm bg-sunken px-1 font-sans text-caption text-quiet ring-1 ring-line ring-inset"
      >
        <EyeOff aria-hidden="true" className="size-3" />
        redacted: {part.slice(1, -1).toLowerCase().replace('_', ' ')}
      </span>
    );
  });
}
