/** The details of an entry in a line, each on demand, and below them the text as it is stored. Always plain text. */
'use client';

import { type ReactNode, useState } from 'react';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { ChevronRight } from '../ui/generated/icons.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { type DetailPair, pairsOf } from './actions.ts';
import { shortIds } from './actor-label.ts';
import type { AuditEntry } from './audit-list.tsx';

export function EntryDetails({ details }: { details: AuditEntry['details'] }) {
  const pairs = pairsOf(details);
  if (pairs.length === 0) return <span className="text-faint">none</span>;
  return (
    <Fold
      className="group min-w-0 flex-1"
      summary={
        <summary className="flex list-none items-start gap-1 rounded-sm hover:text-ink">
          <ChevronRight
            aria-hidden="true"
            className="mt-0.5 size-3.5 shrink-0 text-quiet group-open:rotate-90"
          />
          <Line pairs={pairs} />
        </summary>
      }
    >
      <Whole pairs={pairs} raw={JSON.stringify(details, null, 2)} />
    </Fold>
  );
}

/** What is folded exists from its unfolding on: a page of entries stays light. */
function Fold(props: { summary: ReactNode; className: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={props.className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {props.summary}
      {open ? props.children : null}
    </details>
  );
}

/** The details that are shown, on at most two lines. */
function Line({ pairs }: { pairs: readonly DetailPair[] }) {
  const shown = pairs.filter(({ text }) => text !== null);
  return (
    <span className="line-clamp-2 [overflow-wrap:anywhere]">
      {shown.map(({ key, text }, index) => (
        <span key={key}>
          {index === 0 ? '' : <span className="text-faint"> · </span>}
          <span className="text-quiet">
            <LearnedText text={key} />
          </span>{' '}
          <LearnedText text={shortIds(text ?? '')} />
        </span>
      ))}
      {shown.length === 0 ? <span className="text-quiet">no details</span> : null}
    </span>
  );
}

function Whole({ pairs, raw }: { pairs: readonly DetailPair[]; raw: string }) {
  return (
    <div className="mt-2 mb-1 flex flex-col gap-2 rounded-md bg-sunken p-3 text-left">
      <dl className="flex flex-col gap-1">
        {pairs.map(({ key, text }) => (
          <div key={key} className="flex flex-wrap gap-x-3">
            <dt className="w-28 shrink-0 text-quiet">
              <LearnedText text={key} />
            </dt>
            <dd className="min-w-0 flex-1 basis-40 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text === null ? <span className="text-quiet">none</span> : <LearnedText text={text} />}
            </dd>
          </div>
        ))}
      </dl>
      <Fold
        className="border-line border-t pt-2"
        summary={
          <summary className="w-fit rounded-sm text-caption text-quiet hover:text-ink">Stored entry</summary>
        }
      >
        <LearnedText
          as="pre"
          text={raw}
          className="mt-1.5 mb-2 max-h-64 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere] font-mono text-code"
        />
        <CopyButton text={raw}>Copy</CopyButton>
      </Fold>
    </div>
  );
}
