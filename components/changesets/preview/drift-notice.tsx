'use client';

/** What moved since the change was proposed, said before anybody approves. Silent where nothing did. */
import type { ReactNode } from 'react';
import { GitCommitHorizontal, Hourglass } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { ChangesetLink } from '../changeset-link.tsx';
import type { Detail, DetailSkill } from '../detail.ts';

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
        A change applies only to the version it was proposed for.
      </Notice>
    );
  }
  if (behind.length === 0) return null;
  const names = skills.filter(({ id }) => id !== null && behind.includes(id)).map(({ name }) => name);
  return (
    <Notice icon={<Hourglass aria-hidden="true" />} word="Blocked">
      A canary runs on <LearnedText text={names.join(', ')} />. Approving queues this change behind{' '}
      <Link href="/canaries" className="underline underline-offset-3">
        the running canary
      </Link>
      . If the canary is rejected, this change is next. If it is applied or stopped, this change goes stale
      and can be re-proposed on the new version.
    </Notice>
  );
}

function MovedSkill({ skill: { name, baseVersion, nowVersion, next } }: { skill: DetailSkill }) {
  if (baseVersion === null)
    return (
      <span>
        A skill named <LearnedText text={name} /> already exists.{' '}
      </span>
    );
  if (nowVersion === null)
    return (
      <span>
        <LearnedText text={name} /> no longer exists.{' '}
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
      aria-label="Changes since the proposal"
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

export function AppliedNotice({ detail: { changeset, skills } }: { detail: Detail }) {
  const made = skills.filter(({ appliedVersion }) => appliedVersion !== null);
  if (changeset.status !== 'applied' || made.length === 0) return null;
  return (
    <section aria-label="Outcome" className="rounded-md border border-good/35 bg-good-soft px-4 py-3">
      <ul className="flex flex-col gap-1">
        {made.map((skill) => (
          <li key={skill.name} className="min-w-0 break-words">
            <strong className="font-semibold">
              <LearnedText text={skill.name} /> v{skill.appliedVersion}
            </strong>{' '}
            <AppliedStatus skill={skill} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AppliedStatus({ skill: { appliedVersion, nowVersion, next } }: { skill: DetailSkill }) {
  if (nowVersion === appliedVersion || next === null) return <>is still served to agents.</>;
  const now = nowVersion === next.version ? '' : ` Agents now read v${nowVersion}.`;
  if (next.source.startsWith('rollback')) {
    return (
      <>
        was rolled back in v{next.version}.{now}
      </>
    );
  }
  return (
    <>
      was replaced in v{next.version}
      {next.changesetId === null ? null : (
        <>
          {' by '}
          <ChangesetLink id={next.changesetId} />
        </>
      )}
      .{now}
    </>
  );
}
