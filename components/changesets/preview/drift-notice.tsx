'use client';

/** What moved since the change was proposed, said before anybody approves. Silent where nothing did. */
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { GitCommitHorizontal, Hourglass, TriangleAlert } from '../../ui/generated/icons.tsx';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { ChangesetLink } from '../changeset-link.tsx';
import { type Approval, promiseOf } from '../decide/decision.ts';
import { useRefusal } from '../decide/use-decide.ts';
import type { Detail, DetailSkill } from '../detail.ts';
import { seenOf, whatChanged } from '../words.ts';

export function DriftNotice({ detail }: { detail: Detail }) {
  const { drift, skills, approval } = detail;
  const moved = skills.filter(({ baseVersion, nowVersion }) => baseVersion !== nowVersion);
  const behind = approval?.asUsual.behind ?? [];
  if (drift === 'moved') {
    return (
      <Notice icon={<GitCommitHorizontal aria-hidden="true" />} word="Moved">
        {moved.map((skill) => (
          <MovedSkill key={skill.name} skill={skill} />
        ))}
        A change applies only to the version that it was proposed against.
      </Notice>
    );
  }
  if (behind.length === 0) return null;
  const names = skills.filter(({ id }) => id !== null && behind.includes(id)).map(({ name }) => name);
  return (
    <Notice icon={<Hourglass aria-hidden="true" />} word="Blocked">
      A canary runs on <LearnedText text={names.join(', ')} />. Approving queues this change behind{' '}
      <Link href="/canaries" prefetch={false} className="underline underline-offset-3">
        the running canary
      </Link>
      : if that is rejected, this one has its turn; if it is applied or stopped by hand, this one goes stale
      and can be proposed again on the new version.
    </Notice>
  );
}

function MovedSkill({ skill: { name, baseVersion, nowVersion, next } }: { skill: DetailSkill }) {
  if (baseVersion === null)
    return (
      <span>
        A skill named <LearnedText text={name} /> exists by now.{' '}
      </span>
    );
  if (nowVersion === null)
    return (
      <span>
        <LearnedText text={name} /> does not exist any more.{' '}
      </span>
    );
  return (
    <span>
      <LearnedText text={name} /> went from v{baseVersion} to v{nowVersion}
      {next?.changesetId == null ? null : (
        <>
          {' '}
          by <ChangesetLink id={next.changesetId} />
        </>
      )}
      {next !== null && next.changesetId === null ? ' by a rollback' : ''}.{' '}
    </span>
  );
}

function Notice({ icon, word, children }: { icon: ReactNode; word: string; children: ReactNode }) {
  return (
    <section
      aria-label="Since it was proposed"
      className="flex gap-3 rounded-md border border-attention/40 bg-attention-soft px-4 py-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-attention"
    >
      {icon}
      <div className="min-w-0 space-y-2 break-words">
        <strong className="font-semibold">{word}. </strong>
        {children}
      </div>
    </section>
  );
}

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

/**
 * Says what is another one by now than what the reviewer has been looking at, and what approving would now
 * do.
 */
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
          ? 'Things changed since this was shown. '
          : inWords(`Not decided: ${refusal.error.detail}. `)}
        {changed ? told : null}
        {same
          ? 'The decision would still be the same.'
          : inWords(`It was “${before}”, now it is “${now.promise}”.`)}
      </p>
      <Button size="small" onClick={acknowledge}>
        Understood
      </Button>
    </div>
  );
}
