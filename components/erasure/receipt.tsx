/** Step 4: what was erased, when and by whom, to keep; a count that changed since the preview is said, not hidden. */
'use client';

import { Printer } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Button } from '../ui/button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { Card } from '../ui/card.tsx';
import { absoluteTime } from '../ui/clock.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { CountList } from './count-list.tsx';
import { changedKinds, rowsText, totalOf } from './counts.ts';
import { type Erasure, receiptText } from './receipt-text.ts';

interface ReceiptProps {
  erasure: Erasure;
  onAnother: () => void;
}

export function Receipt({ erasure, onAnother }: ReceiptProps) {
  const { userId, at, actor, erased } = erasure;
  const { preferences } = usePreferences();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <Card title="4. Receipt" className="max-w-4xl">
      <div className="flex max-w-2xl flex-col gap-4">
        <p ref={head} tabIndex={-1} className="font-semibold text-heading outline-none">
          {rowsText(totalOf(erased))} erased for{' '}
          <span className="break-all">
            <LearnedText text={userId} />
          </span>
        </p>
        <p className="text-quiet text-table">
          <time dateTime={at}>{absoluteTime(Date.parse(at), preferences.zone)}</time> by{' '}
          <span className="break-all font-mono text-code">
            <LearnedText text={actor} />
          </span>
        </p>
        <Changes erasure={erasure} />
        <CountList counts={erased} />
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton text={receiptText(erasure)}>Copy receipt</CopyButton>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
          <Link
            href={`/settings/audit?resource=${encodeURIComponent(`user:${userId}`)}`}
            prefetch={false}
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

function Changes({ erasure: { previewed, erased } }: { erasure: Erasure }) {
  const changed = changedKinds(previewed, erased);
  if (changed.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
      The counts changed since the preview:{' '}
      {changed.map(({ label, from, to }) => `${label.toLowerCase()} ${from} → ${to}`).join(', ')}. What was
      written in between is erased too.
    </p>
  );
}
