/**
 * The ways to write one rule in a SKILL.md, from the one that reads best to the one that holds any text. A
 * form may be wrong about a hostile text; the export reads every document back before it is given away.
 */

import { z } from 'zod';
import { cleanJson } from '../../fields.ts';
import { triggerFields } from '../../moments/applies-when.ts';
import { type Trigger, triggerOf } from '../../moments/trigger.ts';
import { describeTrigger, readTrigger } from '../../moments/wording.ts';
import type { Section } from '../skill.ts';
import { type Block, readBlocks } from './blocks.ts';
import { readHeading } from './sections.ts';

// How a rule travels through a document without loss. The text of a rule is Markdown and mostly survives as a
// list item; its trigger is a line below it; its issue and keywords go in a comment that readers do not see; and a text
// that no list item can hold is written as JSON.

/** What a rule says, without its section. */
type Rule = Omit<BulletDraft, 'section'>;

const NOTES = z.object({ issue: z.string().default(''), keywords: z.array(z.string()).default([]) });
const WHOLE = NOTES.extend({ content: z.string(), ...triggerFields });
const TRIGGER = z.object(triggerFields);

const COMMENT = /(?:^|\n)<!-- rule ([^\n]+) -->$/;
const FENCED = /^```json rule\n([^\n]+)\n```$/;

/** Reads the text of a list item; a text that only looks like one of our forms is content. */
export function decodeRule(text: string): Rule {
  const whole = parseAs(WHOLE, FENCED.exec(text)?.[1]);
  if (whole) return { ...whole, ...triggerOf(whole) };
  const comment = COMMENT.exec(text);
  const notes = parseAs(NOTES, comment?.[1]);

  return notes && comment
    ? { ...decodeTrigger(text.slice(0, comment.index).trim()), ...notes }
    : { ...decodeTrigger(text), issue: '', keywords: [] };
}

/** The text without its last line where that is a trigger. */
function decodeTrigger(text: string): Trigger & { content: string } {
  const end = text.lastIndexOf('\n');
  const read = end > 0 ? TRIGGER.safeParse(readTrigger(text.slice(end + 1))).data : undefined;
  return read?.applies_when ? { content: text.slice(0, end).trim(), ...triggerOf(read) } : { content: text };
}

/** The readable form: the content, below it its trigger, and a comment where there is something to carry. */
export function encodeReadable(rule: Rule): string {
  const text = [rule.content, describeTrigger(rule)].filter((line) => line !== '').join('\n');
  if (rule.issue === '' && rule.keywords.length === 0) return text;

  const notes = json({ issue: rule.issue, keywords: rule.keywords }).replaceAll('>', '\\u003e');

  return `${text}\n<!-- rule ${notes} -->`;
}

/** The form that any text survives: one line of JSON in a fence. */
export function encodeExact({ content, issue, keywords, ...trigger }: Rule): string {
  return `\`\`\`json rule\n${json({ content, issue, keywords, ...triggerOf(trigger) })}\n\`\`\``;
}

/** On one line and without defaults. */
function json(value: Partial<Rule>): string {
  const isGiven = (field: unknown) =>
    Array.isArray(field) || typeof field === 'string' ? field.length > 0 : field;
  const fields = Object.entries(value).filter(([, field]) => isGiven(field));
  return JSON.stringify(Object.fromEntries(fields));
}

function parseAs<T>(schema: z.ZodType<T>, text: string | undefined): T | null {
  if (text === undefined || !text.startsWith('{')) return null;
  try {
    return schema.safeParse(cleanJson(JSON.parse(text))).data ?? null;
  } catch {
    // Not our JSON: the text is an author's own and stays as it is.
    return null;
  }
}

// The shape of a rule before it is stored, and the two lengths every rule must keep. Import, splitting and
// export share them so that what one writes the others accept.

/** A rule read from a document: no id and no evidence yet. `content` is Markdown. */
export interface BulletDraft extends Trigger {
  section: Section;
  content: string;
  issue: string;
  keywords: string[];
}

/** Shortest content kept, in characters; a shorter fragment cannot be a rule. */
export const MIN_CONTENT = 3;

/** Longest content of one rule, in characters. */
export const MAX_CONTENT = 2000;
/** The heading of a section where no author wrote another. */
export const SECTION_TITLES: Record<Section, string> = {
  steps: 'Steps',
  pitfalls: 'Pitfalls',
  heuristics: 'Heuristics',
  verification: 'Verification',
  snippets: 'Snippets',
  notes: 'Notes',
};

export interface WrittenRule {
  text: string;
  /**
   * True for code that the import takes for a snippet under the heading of notes too, so that both keep their
   * order there.
   */
  isSnippetAnywhere: boolean;
}

/** A way to write a rule, or null where the rule has not the shape for it. */
export type Form = (bullet: BulletDraft) => WrittenRule | null;

/** From the most readable to the one that always holds. */
export const FORMS: readonly Form[] = [bareBlock, titledBlock, listItem, exactItem];

/** A rule that a heading introduced, as the import writes it. */
const TITLED = /^\*\*([^\s*#](?:[^*\n#]*[^\s*#])?)\*\*\n\n(.+)$/s;

/** The rule in the first form that fits. */
export function writeRule(bullet: BulletDraft, forms: readonly Form[]): WrittenRule {
  for (const form of forms) {
    const written = form(bullet);
    if (written) return written;
  }

  return exactItem(bullet);
}

/** The rule as JSON in a fence, which any text survives. */
export function exactItem(bullet: BulletDraft): WrittenRule {
  return asItem(encodeExact(bullet));
}

function listItem(bullet: BulletDraft): WrittenRule | null {
  return bullet.content === bullet.content.trim() ? asItem(encodeReadable(bullet)) : null;
}

/** A code block or a table by itself. */
function bareBlock(bullet: BulletDraft): WrittenRule | null {
  if (hasNotes(bullet) || !/^(?:```|~~~|\|)/.test(bullet.content)) return null;
  const block = onlyBlock(bullet.content);
  if (block?.kind !== 'code' && block?.kind !== 'table') return null;

  return { text: bullet.content, isSnippetAnywhere: isSnippet(bullet, block) };
}

/** A heading with the one block that it introduces. */
function titledBlock(bullet: BulletDraft): WrittenRule | null {
  const [, title = '', text = ''] = (hasNotes(bullet) ? null : TITLED.exec(bullet.content)) ?? [];
  const { section, exhausted } = readHeading(title);
  if (title === '' || exhausted || (section !== null && section !== bullet.section)) return null;
  const block = onlyBlock(text);
  if (!block || block.kind === 'item' || block.kind === 'heading') return null;

  return { text: `### ${title}\n\n${text}`, isSnippetAnywhere: section === null && isSnippet(bullet, block) };
}

function isSnippet(bullet: BulletDraft, block: Block): boolean {
  return bullet.section === 'snippets' && block.kind === 'code';
}

function onlyBlock(text: string): Block | null {
  const [block, ...others] = readBlocks(text);

  return block && others.length === 0 ? block : null;
}

export function hasNotes(bullet: BulletDraft): boolean {
  return bullet.issue !== '' || bullet.keywords.length > 0 || bullet.applies_when !== undefined;
}

function asItem(text: string): WrittenRule {
  return { text: `- ${text.replace(/\n(?!\n|$)/g, '\n  ')}`, isSnippetAnywhere: false };
}
