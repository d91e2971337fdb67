/**
 * Writes a skill back into the document that it was imported from: what was not edited stays as its author wrote it,
 * to the letter. Rules that were reworded stand where the old wording stood, in its form; removed ones leave, and new
 * ones come as list items.
 */

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
  type BulletDraft,
  encodeReadable,
  FORMS,
  hasNotes,
  SECTION_TITLES,
  writeRule,
} from './rule-forms.ts';
import { boldHeading } from './sections.ts';

/** How much of the frame around removed rules stays. No one way suits every document. */
export interface FrameChoice {
  /** Headings that only name a section stay although nothing is left below them. */
  keepsEmptyHeadings: boolean;
  /** The title stays. It does not where a new description no longer has its words, which would make it a rule. */
  keepsTitle: boolean;
  /** A reworded rule takes the form of the old wording, which its text may not have room in; else that of a new rule. */
  keepsForm: boolean;
}

const MARKER = /^( {0,3})([-+*]|\d{1,9}[.)])[ \t]/;

/** The body with these rules in it. It must be read back: an edit can change what its neighbours mean. */
export function writeBody(
  bullets: readonly BulletDraft[],
  layout: DocumentLayout,
  choice: FrameChoice,
): string {
  const writer = new BodyWriter(choice, layout.parts[0]);
  for (const step of alignRules(bullets, layout)) writer.write(step);

  return writer.finish(layout.tail);
}

/** Whether every rule stands in the document as it was read, and no other does. */
export function isUnedited(bullets: readonly BulletDraft[], layout: DocumentLayout): boolean {
  return alignRules(bullets, layout).every(({ kind }) => kind === 'part');
}

class BodyWriter {
  readonly #choice: FrameChoice;
  readonly #first: DocumentPart | undefined;
  readonly #pieces: string[] = [];
  #end = '';
  /** What stood before removed rules and may still be needed. */
  #waiting = '';
  /** Whether something else stood behind what was written last. */
  #hasLost = false;
  #endsWithItem = false;
  /** The section that the headings written so far open, and the depth of the headings that are added. */
  #section = 'notes';
  #depth = 1;

  constructor(choice: FrameChoice, first: DocumentPart | undefined) {
    this.#choice = choice;
    this.#first = first;
  }

  write(step: AlignedRules<BulletDraft>): void {
    if (step.kind === 'lost') this.#leave(step.place);
    else if (step.kind === 'part') this.#writePart(step.part);
    else if (step.place) this.#writeInPlace(step.rule, step.place);
    else this.#writeNew(step.rule);
  }

  finish(tail: string): string {
    const kept = this.#choice.keepsEmptyHeadings ? this.#waiting + tail : tail;
    if (kept.trim() !== '' || !this.#hasLost) this.#append(kept);

    return this.#pieces.join('');
  }

  #leave(place: LostPlace): void {
    this.#waiting += this.#leadOf(place);
    this.#hasLost = true;
  }

  #writePart(part: DocumentPart): void {
    this.#append(this.#leadBefore(part, part.lead, part.source));
    this.#append(part.source);
    this.#endsWithItem = MARKER.test(part.source);
    this.#enter(part);
  }

  /** The rule in the form of the one that it stands in for. */
  #writeInPlace(rule: BulletDraft, place: LostPlace): void {
    const { part } = place;
    const isSnippet =
      part.section === 'notes' && rule.section === 'snippets' && /^(?:```|~~~)/.test(rule.content);
    if (rule.section !== part.section && !isSnippet) {
      this.#leave(place);
      this.#writeNew(rule);
      return;
    }
    const written = this.#choice.keepsForm ? inFormOf(rule, part.source) : `${writeRule(rule, FORMS).text}\n`;
    this.#append(this.#leadBefore(part, this.#leadOf(place), written));
    this.#append(written);
    this.#endsWithItem = MARKER.test(written);
    this.#enter(part);
  }

  /** A rule that the document never had, under the heading of its section. */
  #writeNew(rule: BulletDraft): void {
    const { text } = writeRule(rule, FORMS);
    if (rule.section !== this.#section) {
      this.#depth = Math.min(6, this.#depth + 1);
      this.#append(`\n${'#'.repeat(this.#depth)} ${SECTION_TITLES[rule.section]}\n\n`);
      this.#section = rule.section;
    } else if (!this.#endsWithItem) this.#append('\n');
    this.#append(`${text}\n`);
    this.#endsWithItem = MARKER.test(text);
    this.#hasLost = true;
  }

  #leadOf({ lead, part }: LostPlace): string {
    const isFirst = part === this.#first && lead === part.lead;

    return isFirst && !this.#choice.keepsTitle ? withoutTitle(lead) : lead;
  }

  /** The lead of a part, after what of the removed ones it still needs: headings, where it has none of its own. */
  #leadBefore(part: DocumentPart, ownLead: string, source: string): string {
    const lead = part === this.#first && !this.#choice.keepsTitle ? withoutTitle(ownLead) : ownLead;
    const waiting = this.#waiting;
    this.#waiting = '';
    const isHeaded = hasHeading(lead) || beginsWithHeading(source);
    const kept = waiting.trim() !== '' && (this.#choice.keepsEmptyHeadings || !isHeaded) ? waiting : '';
    const gap = this.#parted(`${kept}${lead}${source}`);
    if (isHeaded || hasHeading(kept) || part.section === this.#section) return gap + kept + lead;
    const heading = `${'#'.repeat(Math.max(2, this.#depth))} ${SECTION_TITLES[part.section]}`;

    return `${gap}${kept}${gap === '' ? '\n' : ''}${heading}\n\n${lead.trimStart()}`;
  }

  /** The blank line that keeps two blocks apart where what stood between them has left. */
  #parted(next: string): string {
    const isParted = this.#end === '' || /\n[ \t]*\n$/.test(this.#end) || /^[ \t]*\n/.test(next);
    const isLost = this.#hasLost;
    this.#hasLost = false;

    return isLost && !isParted && !this.#endsWithItem ? '\n' : '';
  }

  #enter({ section, depth }: DocumentPart): void {
    this.#section = section;
    this.#depth = Math.max(1, depth);
  }

  /** Blocks begin on a line of their own. */
  #append(text: string): void {
    if (text === '') return;
    const piece = this.#end === '' || /[\n\r]$/.test(this.#end) ? text : `\n${text}`;
    this.#pieces.push(piece);
    this.#end = (this.#end + piece).slice(-END_LENGTH);
  }
}

/** So much of what was written is looked at again; a blank line is rarely longer. */
const END_LENGTH = 80;

function hasHeading(text: string): boolean {
  return headingsIn(text).length > 0;
}

/** What follows the first two lines may be code. */
function beginsWithHeading(source: string): boolean {
  const [first = '', second = ''] = source.split(/\r?\n/, 2);
  const [heading] = headingsIn(`${first}\n${second}`);

  return heading?.lines.startsWith(first) === true && heading.lines !== second;
}

function withoutTitle(lead: string): string {
  const [title] = headingsIn(lead);

  return title === undefined ? lead : lead.replace(/\r\n?/g, '\n').replace(title.lines, () => '');
}

function inFormOf(rule: BulletDraft, source: string): string {
  const { headingLines, headings, marker, indent } = readSource(source);
  if (marker !== '') {
    const inner = ' '.repeat(indent.length + marker.length + 1);

    return `${headingLines}${indent}${marker} ${encodeReadable(rule).replace(/\n(?!\n|$)/g, `\n${inner}`)}\n`;
  }
  const bold = headings === '' ? '' : `${boldHeading(headings)}\n\n`;
  if (hasNotes(rule) || !rule.content.startsWith(bold)) return `${writeRule(rule, FORMS).text}\n`;

  return `${headingLines}${rule.content.slice(bold.length)}\n`;
}
