/** The page's words for what the API names. Pure. */
import type { Section } from '../../server/domain/skills/sections.ts';
import type { ChangeKind } from './change-cards.ts';

/** "Steps", "Pitfalls". */
export function sectionTitle(section: Section): string {
  return section.charAt(0).toUpperCase() + section.slice(1);
}

interface KindLook {
  word: string;
  sign: string;
  look: string;
}

const ADDED = 'bg-added-soft text-added';
const REMOVED = 'bg-removed-soft text-removed';
const PLAIN = 'bg-sunken text-quiet ring-1 ring-line ring-inset';

/** The tag of a change: its word, a sign, and the classes of both. */
export const KIND_LOOK: Record<ChangeKind, KindLook> = {
  added: { word: 'Added', sign: '+', look: ADDED },
  changed: { word: 'Changed', sign: '±', look: PLAIN },
  moved: { word: 'Moved', sign: '↕', look: PLAIN },
  removed: { word: 'Removed', sign: '−', look: REMOVED },
  merged: { word: 'Merged into another', sign: '⤳', look: REMOVED },
  description: { word: 'Description', sign: '±', look: PLAIN },
  'new skill': { word: 'New skill', sign: '+', look: ADDED },
};

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
