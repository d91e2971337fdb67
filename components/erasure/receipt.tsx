'use client';

/** Step 4: what was erased, when and by whom, to keep; a count that changed since the preview is said, not hidden. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Printer } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useExactTime } from '../ui/text/use-time.ts';
import { CountList, NotReached } from './count-list.tsx';
import { type Counts, changedKinds, KINDS, rowsText, totalOf } from './counts.ts';

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
        <Changes erasure={erasure} />
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

function Changes({ erasure: { previewed, erased } }: { erasure: Erasure }) {
  const changed = changedKinds(previewed, erased);
  if (changed.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
      Counts changed since the preview:{' '}
      {changed.map(({ label, from, to }) => `${label.toLowerCase()} ${from} then, ${to} now`).join('; ')}.
      Data written in between was erased too.
    </p>
  );
}

// The receipt of an erasure as text to keep elsewhere. Pure.

/** What was done: `at` is the moment it ended, as an ISO string. */
export interface Erasure {
  userId: string;
  tenant: string;
  actor: string;
  at: string;
  previewed: Counts;
  erased: Counts;
}

/** One line a fact, so that it can be pasted into a ticket. */
function receiptText(erasure: Erasure): string {
  const { userId, tenant, actor, at, previewed, erased } = erasure;
  const changed = changedKinds(previewed, erased);
  return [
    `Erasure of user ${userId}`,
    `Tenant: ${tenant}`,
    `Time: ${at}`,
    `By: ${actor}`,
    ...KINDS.map(({ kind, label }) => `${label}: ${erased[kind]}`),
    `Rows in all: ${totalOf(erased)}`,
    ...changed.map(({ label, from, to }) => `Changed since the preview: ${label} ${from} -> ${to}`),
  ].join('\n');
}

interface ConfirmFormProps {
  userId: string;
  /** "214 rows". */
  rows: string;
  /** Its number among the steps: a copy is offered before it only where something is stored. */
  step: number;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** Step 3: the id once more, by hand, and a button that says how much it erases. */
export function ConfirmForm({ userId, rows, step, loading, error, onConfirm }: ConfirmFormProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const wrong = typed !== userId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!wrong) onConfirm();
  };
  return (
    <Card title={`${step}. Confirm`} className="max-w-4xl">
      <form onSubmit={submit} noValidate={true} className="flex flex-col items-start gap-4">
        <p className="max-w-[75ch] text-quiet">
          This cannot be undone. It covers every agent of this tenant. Afterwards no recall serves any data of
          this user.
        </p>
        <Input
          label="Type the user id to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          invalid={asked && wrong ? 'Does not match the user id above' : null}
          className="w-full max-w-md"
        />
        <Refused saying="Not erased." error={error} />
        <Button
          type="submit"
          // Loud only once it would erase: a slip must not be the easiest thing to press.
          variant={wrong ? 'secondary' : 'danger'}
          loading={loading}
          className="h-auto min-h-8 whitespace-normal py-1"
        >
          <span className="break-all">
            Erase {rows} for <LearnedText text={userId} />
          </span>
        </Button>
      </form>
    </Card>
  );
}
