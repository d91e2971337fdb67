'use client';

/** What was erased, when and by whom, to keep. */
import { useEffect, useRef } from 'react';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Printer } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { grouped } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useExactTime } from '../ui/text/use-time.ts';
import { type Counts, KINDS, NOT_REACHED, previewedTotal, rowsText, totalOf } from './counts.ts';

export function Receipt({ erasure, onAnother }: { erasure: Erasure; onAnother: () => void }) {
  const { userId, at, actor, erased } = erasure;
  const exactTime = useExactTime();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <Card title="Receipt" className="max-w-4xl">
      <div className="flex max-w-2xl flex-col gap-4">
        <p ref={head} tabIndex={-1} className="font-semibold text-heading outline-none">
          {rowsText(totalOf(erased))} erased for <LearnedText text={userId} className="break-all" />
        </p>
        <p className="text-quiet text-table">
          <time dateTime={at}>{exactTime(Date.parse(at))}</time> by{' '}
          <LearnedText text={actor} className="break-all font-mono text-code" />
        </p>
        <CountList counts={erased} isPreview={false} />
        <NotReached />
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton text={receiptText(erasure)}>Copy receipt</CopyButton>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
          <Link
            href={`/settings/audit?resource=${encodeURIComponent(`user:${userId}`)}`}
            className={buttonLook({})}
          >
            Open in the audit log
          </Link>
          <Button variant="quiet" onClick={onAnother}>
            Erase another user
          </Button>
        </div>
      </div>
    </Card>
  );
}

// The receipt of an erasure as text to keep elsewhere. Pure.

/** What was done: `at` is the moment it ended, as an ISO string. */
export interface Erasure {
  userId: string;
  tenant: string;
  actor: string;
  at: string;
  erased: Counts;
}

/** One line a fact, so that it can be pasted into a ticket. */
function receiptText(erasure: Erasure): string {
  const { userId, tenant, actor, at, erased } = erasure;
  return [
    `Erasure of user ${userId}`,
    `Tenant: ${tenant}`,
    `Time: ${at}`,
    `By: ${actor}`,
    ...KINDS.map(({ kind, label }) => `${label}: ${erased[kind]}`),
    `Rows in all: ${totalOf(erased)}`,
  ].join('\n');
}

// What an erasure covers: with counts, or before anybody is named only the kinds.

interface CountListProps {
  counts: Counts | null;
  isPreview: boolean;
}

export function CountList({ counts, isPreview }: CountListProps) {
  return (
    <dl className="flex flex-col text-table">
      {KINDS.map(({ kind, label, note }) => (
        <div key={kind} className="flex items-baseline gap-3 border-line border-b py-1.5 last:border-b-0">
          <dt className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            {label}
            <span className="text-caption text-quiet">{note}</span>
          </dt>
          {counts === null ? null : (
            <dd className="font-medium">
              <span className="tabular-nums">{(isPreview ? upToMost : grouped)(counts[kind])}</span>
            </dd>
          )}
        </div>
      ))}
      {counts === null ? null : (
        <div className="flex items-baseline gap-3 py-1.5 font-semibold">
          <dt className="flex-1">Rows in all</dt>
          <dd>
            <span className="tabular-nums">
              {isPreview ? previewedTotal(counts) : grouped(totalOf(counts))}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What stays, as plainly as what goes. */
export function NotReached() {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-table">Not reached</h3>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-quiet text-table marker:text-faint">
        {NOT_REACHED.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
