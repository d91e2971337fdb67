/**
 * The sections a rule may belong to, in the order in which people read a skill. One list, so that schemas, import, export,
 * recall and dashboard cannot disagree about names or order.
 */

/** Section names as they appear in the API, in reading order. */
export const SECTIONS = ['steps', 'pitfalls', 'heuristics', 'verification', 'snippets', 'notes'] as const;

/** One of {@link SECTIONS}. */
export type Section = (typeof SECTIONS)[number];

/** The section of a rule whose author named none. */
export const DEFAULT_SECTION: Section = 'steps';
