/**
 * How a rule travels through a document without loss. The text of a rule is Markdown and mostly survives as a
 * list item; its issue and keywords go in a comment that readers do not see; and a text that no list item can
 * hold is written as JSON.
 */
import { z } from 'zod';
import { cleanJson } from '../../fields.ts';
import type { Section } from '../skill.ts';

/** What a rule says, without its section. */
type Rule = Omit<BulletDraft, 'section'>;

const NOTES = z.object({ issue: z.string().default(''), keywords: z.array(z.string()).default([]) });
const WHOLE = NOTES.extend({ content: z.string() });

const COMMENT = /(?:^|\n)<!-- rule ([^\n]+) -->$/;
const FENCED = /^```json rule\n([^\n]+)\n```$/;

/** Reads the text of a list item; a text that only looks like one of our forms is content. */
export function decodeRule(text: string): Rule {
  const whole = parseAs(WHOLE, FENCED.exec(text)?.[1]);
  if (whole) return whole;
  const comment = COMMENT.exec(text);
  const notes = parseAs(NOTES, comment?.[1]);

  return notes && comment
    ? { content: text.slice(0, comment.index).trim(), ...notes }
    : { content: text, issue: '', keywords: [] };
}

/** The readable form: the content, and below it a comment where there is something to carry. */
export function encodeReadable(rule: Rule): string {
  if (rule.issue === '' && rule.keywords.length === 0) return rule.content;

  const notes = json({ issue: rule.issue, keywords: rule.keywords }).replaceAll('>', '\\u003e');

  return `${rule.content}\n<!-- rule ${notes} -->`;
}

/** The form that any text survives: one line of JSON in a fence. */
export function encodeExact({ content, issue, keywords }: Rule): string {
  return `\`\`\`json rule\n${json({ content, issue, keywords })}\n\`\`\``;
}

/** On one line and without defaults. */
function json(value: Partial<Rule>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, field]) => field.length > 0)));
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

/**
 * The shape of a rule before it is stored, and the two lengths every rule must keep. Import, splitting and
 * export share them so that what one writes the others accept.
 */

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
