/**
 * The shape of a rule before it is stored, and the two lengths every rule must keep. Import, splitting and export share them so
 * that what one writes the others accept.
 */
import type { Section } from '../sections.ts';

/** A rule read from a document: no id and no evidence yet. `content` is Markdown. */
export interface BulletDraft {
  section: Section;
  content: string;
  issue: string;
  keywords: string[];
}

/** Shortest content kept, in UTF-16 code units; a shorter fragment cannot be a rule. */
export const MIN_CONTENT = 3;

/** Longest content of one rule, in UTF-16 code units. */
export const MAX_CONTENT = 2000;
