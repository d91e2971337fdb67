/**
 * Which section a heading opens. Authors do not use our six names, so the words of a heading decide; a
 * heading without a telling word belongs to the section of the heading above it, and text above every telling
 * heading is notes.
 */
import { SECTIONS, type Section } from '../skill.ts';

/**
 * Words and word pairs that tell a section, in singular and plural. Nothing is stemmed: "processing" is not a
 * process.
 */
const TELLING_WORDS: Record<Section, string> = {
  steps:
    'step steps workflow workflows instruction instructions process processes procedure procedures quickstart quick-start usage',
  pitfalls:
    'pitfall pitfalls gotcha gotchas mistake mistakes avoid avoiding antipattern antipatterns anti-pattern anti-patterns troubleshooting limitation limitations',
  heuristics:
    'heuristic heuristics tip tips guideline guidelines principle principles best-practice best-practices rule rules',
  verification: 'verification testing checklist checklists validation quality',
  snippets: 'snippet snippets example examples code command commands',
  notes: 'note notes',
};

/** Words that add nothing to a heading whose other words tell the section. */
const FILLERS = new Set(
  'a an the and or of for to in on with your this that these those common key important critical essential general core main major known basic additional other overall quick some use using'.split(
    ' ',
  ),
);

const SECTION_OF_WORD: ReadonlyMap<string, Section> = new Map(
  SECTIONS.flatMap((section) => TELLING_WORDS[section].split(' ').map((word) => [word, section] as const)),
);

export interface HeadingMeaning {
  /** The section that the words name, or null when none of them does. */
  section: Section | null;
  /** True when the words say nothing beyond the section, so that the section alone keeps their meaning. */
  exhausted: boolean;
}

/**
 * Reads a heading. In "Usage examples" the last telling word wins, as the head noun of an English phrase;
 * what follows a colon, a dash, a bracket or a preposition only qualifies it, so "Tips for testing" are tips
 * and "Step 3: Validation" is a step.
 */
export function readHeading(title: string): HeadingMeaning {
  const text = withoutLinkTargets(title).replace(/^\s*\d+[.)]\s+/, '');
  const phrases = text.split(/[:;()[\]/–—]|\s-\s|\b(?:for|to|of|with|in|from|on|when|by)\b/i);
  const section = phrases.map(lastSection).find((found) => found !== null) ?? null;
  const isExplained = (word: string) => SECTION_OF_WORD.get(word) === section || FILLERS.has(word);

  return { section, exhausted: section !== null && telling(text).every(isExplained) };
}

/** The words of headings that follow each other with nothing between. */
export function joinHeadings(headings: readonly string[]): string {
  return headings.join(' › ');
}

/** The line that stands for a heading in the text of a rule. */
export function boldHeading(words: string): string {
  return words.includes('*') ? words : `**${words}**`;
}

/** The words of a text in lower case, for comparing a title with a name. */
export function lowerCaseWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function telling(text: string): string[] {
  const words = lowerCaseWords(text);
  const joined: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const pair = `${word}-${words[index + 1] ?? ''}`;
    const isPair = SECTION_OF_WORD.has(pair);
    joined.push(isPair ? pair : word);
    if (isPair) index += 1;
  }

  return joined;
}

function lastSection(phrase: string): Section | null {
  const word = telling(phrase).findLast((candidate) => SECTION_OF_WORD.has(candidate));

  return word === undefined ? null : (SECTION_OF_WORD.get(word) ?? null);
}

/** The length bound keeps a line of a hundred thousand unclosed links linear. */
function withoutLinkTargets(text: string): string {
  return text.replace(/\]\([^()\s]{0,300}\)/g, ']');
}

/** The open headings above the current block, and so its section. */
export class Outline {
  readonly #open: { depth: number; section: Section | null }[] = [];

  /** Enters a heading: it closes every open heading of its depth or deeper. */
  enter(depth: number, section: Section | null): void {
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop();
    this.#open.push({ depth, section });
  }

  /** The section of the nearest open heading that names one, else notes. */
  get section(): Section {
    return this.#open.findLast((heading) => heading.section !== null)?.section ?? 'notes';
  }

  /** The depth of the innermost open heading; 0 above all headings. */
  get depth(): number {
    return this.#open.at(-1)?.depth ?? 0;
  }
}
