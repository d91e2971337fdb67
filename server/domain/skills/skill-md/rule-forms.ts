/**
 * The two ways to write one rule in a SKILL.md: one that reads well, and one that holds any text. The readable form
 * may be wrong about a hostile text; the export reads every document back before it is given away.
 */

import { z } from 'zod';
import { cleanJson } from '../../fields.ts';
import { triggerFields } from '../../moments/applies-when.ts';
import { type Trigger, triggerOf } from '../../moments/trigger.ts';
import { describeTrigger, readTrigger } from '../../moments/wording.ts';
import type { Section } from '../skill.ts';

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

/** One line of JSON in a fence. */
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

/** The rule as a list item, in the form that reads best. */
export function readableItem(bullet: BulletDraft): string {
  return asItem(encodeReadable(bullet));
}

/** The rule as JSON in a fence, which any text survives. */
export function exactItem(bullet: BulletDraft): string {
  return asItem(encodeExact(bullet));
}

/** A text as the item of a list; what follows its first line is indented below the text. */
export function asItem(text: string, marker = '-'): string {
  const indent = ' '.repeat(marker.length + 1);

  return `${marker} ${text.replace(/\n(?!\n|$)/g, `\n${indent}`)}`;
}

export function hasNotes(bullet: BulletDraft): boolean {
  return bullet.issue !== '' || bullet.keywords.length > 0 || bullet.applies_when !== undefined;
}

export function isSameRules(rules: readonly BulletDraft[], others: readonly BulletDraft[]): boolean {
  const keyOf = ({ section, content, issue, keywords, ...trigger }: BulletDraft) =>
    JSON.stringify([section, content, issue, keywords, describeTrigger(trigger)]);

  return (
    rules.length === others.length &&
    rules.every((rule, index) => keyOf(rule) === keyOf(others[index] as BulletDraft))
  );
}
