'use client';

/** What changed while a reviewer was looking at a changeset, said before they decide. Silent where nothing did. */
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { TriangleAlert } from '../../ui/generated/icons.tsx';
import { inWords } from '../../ui/text/hidden-marks.ts';
import type { Detail } from '../detail.ts';
import { seenOf, whatChanged } from '../words.ts';
import { type Approval, promiseOf } from './decision.ts';
import { useRefusal } from './use-decide.ts';

/** What arrives so soon after the first look only replaces what was fetched ahead of it. */
const CATCH_UP_MS = 1500;

interface Shown {
  expect: string;
  promise: string;
  seen: ReturnType<typeof seenOf>;
}

interface ChangedNoticeProps {
  detail: Detail;
  approval: Approval;
}

/** Says what is another one by now than what the reviewer has been looking at, and what approving would now do. */
export function ChangedNotice({ detail, approval }: ChangedNoticeProps) {
  const { id } = detail.changeset;
  const now = { expect: approval.expect, promise: promiseOf(approval, detail), seen: seenOf(detail) };
  const [shown, setShown] = useState<Shown>(now);
  const [refusal, forget] = useRefusal(id);
  const [since] = useState(() => Date.now());
  const changed = shown.expect !== now.expect;
  if (changed && refusal === null && Date.now() - since < CATCH_UP_MS) setShown(now);
  if (!changed && refusal === null) return null;
  const before = changed ? shown.promise : refusal?.promise;
  const same = before === now.promise;
  const told = whatChanged(shown.seen, now.seen).map((sentence) => `${sentence} `);
  const acknowledge = () => {
    setShown(now);
    forget();
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 rounded-md bg-attention-soft px-3 py-2 text-table"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-attention" />
      <p className="min-w-0 flex-1 basis-60">
        {refusal === null
          ? 'The changeset changed since this page loaded. '
          : inWords(`Not decided: ${refusal.error.detail}. `)}
        {changed ? told : null}
        {same
          ? 'The decision would have the same effect.'
          : inWords(`It was “${before}”, now it is “${now.promise}”.`)}
      </p>
      <Button size="small" onClick={acknowledge}>
        Understood
      </Button>
    </div>
  );
}
