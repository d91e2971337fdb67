/**
 * Reads a SKILL.md. Its headings choose sections, its list items, paragraphs, tables and code blocks become
 * rules in reading order, and what an author wrote is kept word for word or refused with a reason, never
 * dropped in silence.
 */

import { isLongerThan } from '../../characters.ts';
import type { Section } from '../skill.ts';
import { type Block, readBlocks } from './blocks.ts';
import { type BodyPart, type DocumentLayout, layOut } from './document-layout.ts';
import { findFrontMatter, unwrapDocument } from './find-front-matter.ts';
import {
  editFrontMatter,
  type Failure,
  type FrontMatter,
  parseFrontMatter,
  renderFrontMatter,
  splitFrontMatter,
} from './front-matter.ts';
import { type BulletDraft, decodeRule, MIN_CONTENT } from './rule-forms.ts';
import { boldHeading, joinHeadings, lowerCaseWords, Outline, readHeading } from './sections.ts';
import { splitBelow, splitContent } from './split.ts';

/** A document as a skill that may be stored. */
export interface SkillDocument extends FrontMatter {
  bullets: BulletDraft[];
}

/** A skill, or every reason why the document cannot be one. `changes` says what is not as its author wrote it. */
export type ParsedSkillMd = { ok: true; skill: SkillDocument; changes: string[] } | Failure;

/** A skill with the layout of its document, or every reason why the document cannot be one. */
export type ReadSkillMd =
  | { ok: true; skill: SkillDocument; changes: string[]; layout: DocumentLayout }
  | Failure;

/** The rules of a body, with its layout. */
export interface ReadBody {
  bullets: BulletDraft[];
  layout: DocumentLayout;
}

/** The skill that a text belongs to. */
export type About = { name: string; description: string };

const NOTHING: About = { name: '', description: '' };

/** Reads a whole document: front matter and body. The reasons are sentences that its author can act on. */
export function parseSkillMd(markdown: string): ParsedSkillMd {
  const read = readSkillMd(markdown);

  return read.ok ? { ok: true, skill: read.skill, changes: read.changes } : read;
}

/** As {@link parseSkillMd}, with the layout from which an export gives back the same document. */
export function readSkillMd(markdown: string): ReadSkillMd {
  const unwrapped = unwrapDocument(markdown);
  const document = normaliseText(unwrapped);
  const found = findFrontMatter(document);
  if (!found.ok) return found;
  const front = parseFrontMatter(found.yaml, () => firstSentence(found.body));
  if (!front.ok) return front;

  const { frontMatter } = front;
  const { bullets, parts } = readRules(found.body, frontMatter);
  const bodyFrom = document.slice(0, document.length - found.body.length).split('\n').length - 1;
  const layout = layOut(unwrapped, { bodyFrom, parts, bullets });
  const changes = [...found.changes, ...front.changes];
  if (changes.length > 0)
    layout.front =
      editFrontMatter(`---\n${front.yaml}---\n`, frontMatter) ??
      `---\n${renderFrontMatter(frontMatter)}---\n`;

  return { ok: true, skill: { ...frontMatter, bullets }, changes, layout };
}

/** Empty where the text begins with neither a paragraph nor a list. */
function firstSentence(body: string): string {
  const text = readBlocks(body).find(({ kind }) => kind === 'text' || kind === 'item')?.text ?? '';
  const line = text.replace(/\s+/g, ' ');

  return /^.*?[.!?](?= |$)|^.*?[。！？]/.exec(line)?.[0] ?? line;
}

/**
 * Reads the body of a SKILL.md. Front matter, where somebody left it on, is passed over. `about` is the skill
 * that the body belongs to: a title that only repeats it is no rule.
 */
export function parseSkillBody(markdown: string, about = NOTHING): BulletDraft[] {
  return readSkillBody(markdown, about).bullets;
}

/** As {@link parseSkillBody}, with the layout, which has no front matter. */
export function readSkillBody(markdown: string, about: About): ReadBody {
  const document = normaliseText(markdown);
  const split = splitFrontMatter(document);
  const isFrontMatter = split.ok && parseFrontMatter(split.yaml).ok;
  const body = isFrontMatter ? split.body : document;
  const { bullets, parts } = readRules(body, about);

  return { bullets, layout: layOut(body, { bodyFrom: 0, parts, bullets }) };
}

function normaliseText(markdown: string): string {
  return markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function readRules(body: string, about: About): { bullets: BulletDraft[]; parts: BodyPart[] } {
  const blocks = readBlocks(body);
  const reader = new BodyReader(findTitle(blocks), about);
  for (const block of blocks) reader.read(block);

  return reader.finish();
}

/**
 * The title is the first heading where it is the only one of depth 1: it names the whole and opens no
 * section.
 */
function findTitle(blocks: Block[]): Block | undefined {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const isOnly = headings.filter((heading) => heading.depth === 1).length === 1;

  return isOnly && headings[0]?.depth === 1 ? headings[0] : undefined;
}

/**
 * Turns blocks into rules. A heading that says more than its section is kept, in bold, because the text below
 * it often means nothing without it ("When not to use"): on top of the paragraph, table or code block that
 * follows, which it introduces alone; as a line of its own before a list, all of whose items it introduces,
 * as an introducing paragraph would be.
 */
class BodyReader {
  readonly #outline = new Outline();
  readonly #title: Block | undefined;
  readonly #known: ReadonlySet<string>;
  readonly #bullets: BulletDraft[] = [];
  readonly #parts: BodyPart[] = [];
  #waiting: Block[] = [];

  constructor(title: Block | undefined, about: About) {
    this.#title = title;
    this.#known = new Set(lowerCaseWords(`${about.name} ${about.description} skill`));
  }

  read(block: Block): void {
    if (block.kind === 'heading') this.#readHeading(block);
    else if (block.kind === 'item') this.#readItem(block);
    else if (block.kind !== 'break') this.#readOther(block);
  }

  finish(): { bullets: BulletDraft[]; parts: BodyPart[] } {
    this.#addHeading();

    return { bullets: this.#bullets, parts: this.#parts };
  }

  #readHeading(block: Block): void {
    if (this.#waiting.some((heading) => heading.depth >= block.depth)) this.#addHeading();
    const meaning = readHeading(block.text);
    const isTitle = block === this.#title && !meaning.exhausted;
    this.#outline.enter(block.depth, isTitle ? null : meaning.section);
    const isKnown = isTitle && lowerCaseWords(block.text).every((word) => this.#known.has(word));
    if (!meaning.exhausted && !isKnown) this.#waiting.push(block);
  }

  #readItem(block: Block): void {
    this.#addHeading();
    const { content, ...carried } = decodeRule(block.text);
    this.#add(this.#outline.section, splitContent(content), { ...block, carried });
  }

  #readOther(block: Block): void {
    const [first = block] = this.#waiting;
    const contents = splitBelow(this.#takeHeading(), block);
    this.#add(this.#sectionOf(block), contents, { start: first.start, end: block.end });
  }

  /** Code is a snippet unless a heading put it among the rules of another section. */
  #sectionOf(block: Block): Section {
    const section = this.#outline.section;

    return block.kind === 'code' && section === 'notes' ? 'snippets' : section;
  }

  #addHeading(): void {
    const [first, last] = [this.#waiting[0], this.#waiting.at(-1)];
    if (!first || !last) return;
    const lines = { start: first.start, end: last.end };
    this.#add(this.#outline.section, splitContent(this.#takeHeading()), lines);
  }

  #takeHeading(): string {
    const words = joinHeadings(this.#waiting.map((heading) => heading.text));
    this.#waiting = [];

    return words && boldHeading(words);
  }

  #add(section: Section, contents: string[], { start, end, carried }: RuleLines): void {
    const kept = contents.filter((content) => isLongerThan(content, MIN_CONTENT - 1));
    if (kept.length === 0) return;
    for (const content of kept) this.#bullets.push({ section, content, issue: '', keywords: [], ...carried });
    const { section: around, depth } = this.#outline;
    this.#parts.push({ start, end, rules: kept.length, section: around, depth });
  }
}

/** Lines of a body, and what a rule of them carries. */
interface RuleLines {
  start: number;
  end: number;
  carried?: Omit<BulletDraft, 'section' | 'content'>;
}
