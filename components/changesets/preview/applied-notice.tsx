/** The versions that an applied changeset made, and whether agents still read them. */
'use client';

import { LearnedText } from '../../ui/text/learned-text.tsx';
import { ChangesetLink } from '../changeset-link.tsx';
import type { Detail, DetailSkill } from '../detail.ts';

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
