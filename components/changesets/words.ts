/** The page's words for what the API names. Pure. */

import type { Section } from '../../server/domain/skills/skill-state.ts';
import { actorLabel } from '../audit/actor-label.ts';
import type { Detail } from './detail.ts';
import type { ChangeKind } from './diff/change-cards.ts';
import { findingName } from './preview/finding-text.ts';

/** "Steps", "Pitfalls". */
export function sectionTitle(section: Section): string {
  return section.charAt(0).toUpperCase() + section.slice(1);
}

const SOURCES: Record<string, string> = {
  reflection: 'reflection on runs',
  evolution: 'evolution of the skill',
  curation: 'curation',
  api: 'the API',
  import: 'an import',
};

/** Where a change comes from: "reflection on runs". */
export function sourceText(source: string): string {
  return SOURCES[source] ?? source;
}

const FAULTS: Record<string, string> = {
  unknown_skill: 'the skill does not exist',
  unknown_bullet: 'the rule no longer exists',
  skill_exists: 'a skill with this name already exists',
  repeated: 'another change says the same',
  near_duplicate: 'another rule says nearly the same',
  contradicts: 'another change excludes it',
  changes_nothing: 'it changes nothing',
  over_limit: 'there are too many changes',
};

/** "Could not be applied: it changes nothing". */
export function errorText(why: string): string {
  return `Could not be applied: ${FAULTS[why] ?? why.replaceAll('_', ' ')}`;
}

/** A change's kind as its card is called: "Changed". */
export function kindTitle(kind: ChangeKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** What became different about a changeset while a reviewer was looking at it, in sentences. Pure. */
type SeenChangeset = Pick<Detail['changeset'], 'ops' | 'safetyFindings'> & {
  skills: readonly { name: string; nowVersion: number | null }[];
  /** Who amended it last. */
  amendedBy: string | null;
};

/** Who did something with a changeset, as a person reads it; `risk` tells by which rule policy did. */
export function actorIn(
  { actorNames }: Pick<Detail, 'actorNames'>,
  actor: string,
  { risk }: { risk?: string } = {},
): string {
  const name = actorNames[actor] ?? null;
  return actorLabel({ actor, name }, risk === undefined ? {} : { risk });
}

/** What of a changeset a decision rests on, beside what approving would do. */
export function seenOf(detail: Detail): SeenChangeset {
  const { changeset, skills, activity } = detail;
  const { ops, safetyFindings } = changeset;
  const amendment = activity.findLast(({ action }) => action === 'changeset.amended');
  const amendedBy = amendment === undefined ? null : actorIn(detail, amendment.actor);
  return {
    ...{ ops, safetyFindings, amendedBy },
    skills: skills.map(({ name, nowVersion }) => ({ name, nowVersion })),
  };
}

/** A sentence for each difference; none where there is none. */
export function whatChanged(before: SeenChangeset, now: SeenChangeset): string[] {
  return [...amendment(before, now), ...findings(before, now), ...versions(before, now)];
}

function amendment(before: SeenChangeset, now: SeenChangeset): string[] {
  if (JSON.stringify(before.ops) === JSON.stringify(now.ops)) return [];
  return [
    now.amendedBy === null ? 'The changes were amended.' : `The changes were amended by ${now.amendedBy}.`,
  ];
}

function findings(
  { safetyFindings: before }: SeenChangeset,
  { safetyFindings: now }: SeenChangeset,
): string[] {
  const listed = (found: string[]) => found.map(findingName).join(', ');
  const added = now.filter((finding) => !before.includes(finding));
  const gone = before.filter((finding) => !now.includes(finding));
  return [
    ...(added.length === 0 ? [] : [`New findings: ${listed(added)}.`]),
    ...(gone.length === 0 ? [] : [`Resolved findings: ${listed(gone)}.`]),
  ];
}

/** Skills are distinguished by name: an amendment may have brought others. */
function versions(before: SeenChangeset, now: SeenChangeset): string[] {
  return now.skills.flatMap(({ name, nowVersion }) => {
    const seen = before.skills.find((skill) => skill.name === name);
    if (seen === undefined || seen.nowVersion === nowVersion) return [];
    if (nowVersion === null) return [`${name} no longer exists.`];
    return [seen.nowVersion === null ? `${name} already exists.` : `${name} is now v${nowVersion}.`];
  });
}

/** How a run ended, as a badge. */
export const OUTCOME_TONE = {
  success: 'good',
  failure: 'danger',
  partial: 'attention',
  unknown: 'neutral',
} as const;
