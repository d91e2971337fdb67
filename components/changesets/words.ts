/** The page's words for what the API names. Pure. */
import type { Section } from '../../server/domain/skills/skill.ts';
import type { ChangeKind } from './diff/change-cards.ts';

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

/** "1 rule", "3 rules". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

const FAULTS: Record<string, string> = {
  unknown_skill: 'the skill does not exist',
  unknown_bullet: 'the rule does not exist any more',
  skill_exists: 'a skill of this name exists already',
  repeated: 'another change says the same',
  near_duplicate: 'another rule says nearly the same',
  contradicts: 'another change excludes it',
  changes_nothing: 'it changes nothing',
  over_limit: 'there are too many changes',
};

/** "Could not be applied: it changes nothing". */
export function faultText(why: string): string {
  return `Could not be applied: ${FAULTS[why] ?? why.replaceAll('_', ' ')}`;
}

/** A change's kind as its card is called: "Changed". */
export function kindTitle(kind: ChangeKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
