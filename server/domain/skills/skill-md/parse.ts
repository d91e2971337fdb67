/**
 * Reads a SKILL.md. Its headings choose sections, its list items, paragraphs, tables and code blocks become
 * rules in reading order, and what an author wrote is kept word for word or refused with a reason, never
 * dropped in silence.
 */

import { allSteps, type Steps } from '../../steps.ts';
import type { Section } from '../skill.ts';
import { type Block, blockSteps } from './blocks.ts';
import { type FrontMatter, parseFrontMatter, type SkillMdProblem, splitFrontMatter } from './front-matter.ts';
import { type BulletDraft, decodeRule, MIN_CONTENT } from './rule-forms.ts';
import { lowerCaseWords, Outline, readHeading } from './sections.ts';
import { splitBelow, splitContent } from './split.ts';

/** A document as a skill that may be stored. */
export interface SkillDocument extends FrontMatter {
  bullets: BulletDraft[];
}

/** A skill, or every reason why the document cannot be one. */
export type ParsedSkillMd = { ok: true; skill: SkillDocument } | { ok: false; problems: SkillMdProblem[] };

/** The skill that a text belongs to. */
type About = { name: string; description: string };

const NOTHING: About = { name: '', description: '' };

const BLOCKS_A_STEP = 1000;

/** Reads a whole document: front matter and body. The reasons are sentences that its author can act on. */
export function parseSkillMd(markdown: string): ParsedSkillMd {
  return allSteps(skillMdSteps(markdown));
}

/** As {@link parseSkillMd}, in steps of some milliseconds each. */
export function* skillMdSteps(markdown: string): Steps<ParsedSkillMd> {
  const document = normaliseText(markdown);
  const split = splitFrontMatter(document);
  if (!split.ok) return split;
  const front = parseFrontMatter(split.yaml);
  if (!front.ok) return front;

  const bullets = yield* bodySteps(split.body, front.frontMatter);

  return { ok: true, skill: { ...front.frontMatter, bullets } };
}

/**
 * Reads the body of a SKILL.md. Front matter, where somebody left it on, is passed over. `about` is the skill
 * that the body belongs to: a title that only repeats it is no rule.
 */
export function parseSkillBody(markdown: string, about = NOTHING): BulletDraft[] {
  return allSteps(skillBodySteps(markdown, about));
}

/** As {@link parseSkillBody}, in steps of some milliseconds each. */
export function* skillBodySteps(markdown: string, about = NOTHING): Steps<BulletDraft[]> {
  const document = normaliseText(markdown);
  const split = splitFrontMatter(document);
  const isFrontMatter = split.ok && parseFrontMatter(split.yaml).ok;

  return yield* bodySteps(isFrontMatter ? split.body : document, about);
}

function normaliseText(markdown: string): string {
  return markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function* bodySteps(body: string, about: About): Steps<BulletDraft[]> {
  const blocks = yield* blockSteps(body);
  const reader = new BodyReader(findTitle(blocks), about);
  for (const [index, block] of blocks.entries()) {
    reader.read(block);
    if (index % BLOCKS_A_STEP === BLOCKS_A_STEP - 1) yield;
  }

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
  #waiting: { depth: number; words: string }[] = [];

  constructor(title: Block | undefined, about: About) {
    this.#title = title;
    this.#known = new Set(lowerCaseWords(`${about.name} ${about.description} skill`));
  }

  read(block: Block): void {
    if (block.kind === 'heading') this.#readHeading(block);
    else if (block.kind === 'item') this.#readItem(block);
    else if (block.kind !== 'break')
      this.#add(this.#sectionOf(block), splitBelow(this.#takeHeading(), block));
  }

  finish(): BulletDraft[] {
    this.#addHeading();

    return this.#bullets;
  }

  #readHeading(block: Block): void {
    if (this.#waiting.some((heading) => heading.depth >= block.depth)) this.#addHeading();
    const meaning = readHeading(block.text);
    const isTitle = block === this.#title && !meaning.exhausted;
    this.#outline.enter(block.depth, isTitle ? null : meaning.section);
    const isKnown = isTitle && lowerCaseWords(block.text).every((word) => this.#known.has(word));
    if (!meaning.exhausted && !isKnown) this.#waiting.push({ depth: block.depth, words: block.text });
  }

  #readItem(block: Block): void {
    this.#addHeading();
    const { content, issue, keywords } = decodeRule(block.text);
    this.#add(this.#outline.section, splitContent(content), { issue, keywords });
  }

  /** Code is a snippet unless a heading put it among the rules of another section. */
  #sectionOf(block: Block): Section {
    const section = this.#outline.section;

    return block.kind === 'code' && section === 'notes' ? 'snippets' : section;
  }

  #addHeading(): void {
    const heading = this.#takeHeading();
    if (heading !== '') this.#add(this.#outline.section, splitContent(heading));
  }

  #takeHeading(): string {
    const words = this.#waiting.map((heading) => heading.words).join(' › ');
    this.#waiting = [];

    return words.includes('*') ? words : words && `**${words}**`;
  }

  #add(section: Section, contents: string[], carried = { issue: '', keywords: [] as string[] }): void {
    for (const content of contents) {
      if (content.length >= MIN_CONTENT) this.#bullets.push({ section, content, ...carried });
    }
  }
}
