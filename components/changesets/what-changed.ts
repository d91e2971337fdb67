/** What became different about a changeset while a reviewer was looking at it, in sentences. Pure. */
import type { Detail } from './detail.ts';
import { findingName } from './preview/finding-text.ts';

type Seen = Pick<Detail['changeset'], 'ops' | 'safety_findings'> & {
  skills: readonly { name: string; nowVersion: number | null }[];
  /** Who amended it last. */
  amendedBy: string | null;
};

/** What of a changeset a decision rests on, beside what approving would do. */
export function seenOf({ changeset, skills, activity }: Detail): Seen {
  const { ops, safety_findings } = changeset;
  const amendedBy = activity.findLast(({ action }) => action === 'changeset.amended')?.actor ?? null;
  return {
    ...{ ops, safety_findings, amendedBy },
    skills: skills.map(({ name, nowVersion }) => ({ name, nowVersion })),
  };
}

/** A sentence for each difference; none where there is none. */
export function whatChanged(before: Seen, now: Seen): string[] {
  return [...amendment(before, now), ...findings(before, now), ...versions(before, now)];
}

function amendment(before: Seen, now: Seen): string[] {
  if (JSON.stringify(before.ops) === JSON.stringify(now.ops)) return [];
  return [
    now.amendedBy === null ? 'The changes were amended.' : `The changes were amended by ${now.amendedBy}.`,
  ];
}

function findings({ safety_findings: before }: Seen, { safety_findings: now }: Seen): string[] {
  const listed = (found: string[]) => found.map(findingName).join(', ');
  const added = now.filter((finding) => !before.includes(finding));
  const gone = before.filter((finding) => !now.includes(finding));
  return [
    ...(added.length === 0 ? [] : [`New findings: ${listed(added)}.`]),
    ...(gone.length === 0 ? [] : [`Findings that are gone: ${listed(gone)}.`]),
  ];
}

/** Skills are told apart by name: an amendment may have brought others. */
function versions(before: Seen, now: Seen): string[] {
  return now.skills.flatMap(({ name, nowVersion }) => {
    const seen = before.skills.find((skill) => skill.name === name);
    if (seen === undefined || seen.nowVersion === nowVersion) return [];
    if (nowVersion === null) return [`${name} is gone.`];
    return [seen.nowVersion === null ? `${name} exists by now.` : `${name} moved on to v${nowVersion}.`];
  });
}
