/**
 * Writes a skill back into the document that it was imported from: what was not edited stays as its author wrote it,
 * to the letter. Rules that were reworded stand where the old wording stood, in its form; removed ones leave, and new
 * ones come as list items.
 */

import type { Section } from '../skill.ts';
import {
  type AlignedRules,
  alignRules,
  type DocumentLayout,
  type DocumentPart,
  headingsIn,
  type LostPlace,
  readSource,
} from './document-layout.ts';
import {
  asItem,
  type BulletDraft,
  encodeReadable,
  hasNotes,
  readableItem,
  SECTION_TITLES,
} from './rule-forms.ts';
import { boldHeading, readHeading } from './sections.ts';

/** Whether every rule stands in the document as it was read, and no other does. */
export function isUnedited(bullets: readonly BulletDraft[], layout: DocumentLayout): boolean {
  return alignRules(bullets, layout).every(({ kind }) => kind === 'part');
}

/** The body with these rules in it. It must be read back: an edit can change what its neighbours mean. */
export function writeBody(bullets: readonly BulletDraft[], layout: DocumentLayout): string {
  const writer = new BodyWriter(layout);
  for (const step of alignRules(bullets, layout)) writer.write(step);

  return writer.finish();
}

const MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]/;

class BodyWriter {
  readonly #layout: DocumentLayout;
  #text = '';
  /** Whether what comes next stands beside something else than in the document. */
  #isEdited = false;
  #endsWithItem = false;
  /** The section that the headings written so far open, and the depth of the innermost of these. */
  #section: Section = 'notes';
  #depth = 1;

  constructor(layout: DocumentLayout) {
    this.#layout = layout;
  }

  write(step: AlignedRules<BulletDraft>): void {
    if (step.kind === 'part') this.#writePart(step, step.part.source);
    else if (step.kind === 'lost') this.#leave(step.place);
    else if (step.place !== null && isOfSection(step.rule, step.place.part)) {
      this.#writePart(step.place, this.#reword(step.rule, step.place.part));
      this.#isEdited = true;
    } else {
      if (step.place !== null) this.#leave(step.place);
      this.#writeNew(step.rule);
    }
  }

  finish(): string {
    this.#append(this.#layout.tail);

    return this.#text;
  }

  /** A removed rule goes, and the headings above it stay for those that follow. */
  #leave(place: LostPlace): void {
    const { lead } = place;
    const section = headingsIn(lead)
      .map(({ words }) => readHeading(words).section)
      .findLast(Boolean);
    if (lead.trim() !== '') this.#append(lead);
    this.#section = section ?? this.#section;
    this.#isEdited = true;
  }

  #writePart(place: LostPlace, source: string): void {
    const { part, lead } = place;
    const isHeaded = headingsIn(lead).length > 0 || source.startsWith('#');
    if (part.section !== this.#section && !isHeaded) this.#writeHeading(part.section);
    this.#append(lead);
    if (source !== part.source) this.#isEdited = true;
    this.#append(source);
    this.#section = part.section;
    this.#depth = Math.max(1, part.depth);
  }

  /** A rule that the document never had, under the heading of its section. */
  #writeNew(rule: BulletDraft): void {
    if (rule.section !== this.#section) this.#writeHeading(rule.section);
    this.#isEdited = true;
    this.#append(`${readableItem(rule)}\n`);
    this.#isEdited = true;
  }

  /** One below the headings around it, so that the next heading of the document ends its section. */
  #writeHeading(section: Section): void {
    this.#isEdited = true;
    this.#append(`${'#'.repeat(Math.min(6, this.#depth + 1))} ${SECTION_TITLES[section]}\n`);
    this.#section = section;
    this.#isEdited = true;
  }

  #reword(rule: BulletDraft, { source }: DocumentPart): string {
    const { headingLines, headings, marker, indent } = readSource(source);
    if (marker !== '')
      return `${headingLines}${indent}${asItem(encodeReadable(rule), indent + marker).trimStart()}\n`;
    const bold = headings === '' ? '' : `${boldHeading(headings)}\n\n`;
    if (hasNotes(rule) || !rule.content.startsWith(bold)) return `${readableItem(rule)}\n`;

    return `${headingLines}${rule.content.slice(bold.length)}\n`;
  }

  /** Blocks that were not beside each other before are parted by a blank line, the items of a list by none. */
  #append(added: string): void {
    const end = this.#text.slice(-TAIL_LENGTH);
    const isAfterBlank = /\n[ \t]*\r?\n$/.test(end);
    const text = this.#isEdited && isAfterBlank ? added.replace(/^(?:[ \t]*\r?\n)+/, '') : added;
    if (text === '') return;
    const isItem = MARKER.test(text);
    const isParted = isAfterBlank || /^[ \t]*\r?\n/.test(text) || (isItem && this.#endsWithItem);
    if (end !== '' && !/[\n\r]$/.test(end)) this.#text += '\n';
    if (end !== '' && this.#isEdited && !isParted) this.#text += '\n';
    this.#text += text;
    if (text.trim() === '') return;
    this.#isEdited = false;
    this.#endsWithItem = isItem;
  }
}

/** So much of what was written is looked at again; a blank line is rarely longer. */
const TAIL_LENGTH = 80;

/** Code is a snippet below the headings of notes too. */
function isOfSection(rule: BulletDraft, { section }: DocumentPart): boolean {
  const isSnippet = section === 'notes' && rule.section === 'snippets' && /^(?:```|~~~)/.test(rule.content);

  return rule.section === section || isSnippet;
}
