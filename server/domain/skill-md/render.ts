/**
 * Writes a skill as a SKILL.md that people read and that imports again as the same rules, in the same order. Readable forms are
 * tried first and proven by reading them back; a text that they would change is written in a form that holds any text.
 */
import { stringify } from 'yaml';
import type { Section } from '../skills/sections.ts';
import type { BulletDraft } from './bullet-draft.ts';
import type { FrontMatter } from './front-matter.ts';
import { parseSkillBody } from './parse.ts';
import { exactItem, FORMS, type Form, type WrittenRule, writeRule } from './rule-forms.ts';

/** A skill to write. `metadata` and `extra` are those that the import returned, where there was one. */
export interface SkillToRender extends Pick<FrontMatter, 'name' | 'description' | 'tags'> {
  metadata?: Record<string, unknown>;
  extra?: Record<string, unknown>;
  bullets: readonly BulletDraft[];
}

const HEADINGS: Record<Section, string> = {
  steps: 'Steps',
  pitfalls: 'Pitfalls',
  heuristics: 'Heuristics',
  verification: 'Verification',
  snippets: 'Snippets',
  notes: 'Notes',
};

/**
 * The document as text; newlines are LF. Rules stand in their order, so a section's heading comes again where the order returns
 * to it.
 */
export function renderSkillMd(skill: SkillToRender): string {
  const front = `---\n${renderFrontMatter(skill)}---\n`;
  const body = renderBody(skill.bullets);

  return body === '' ? front : `${front}\n${body}\n`;
}

function renderFrontMatter({ name, description, tags, metadata = {}, extra = {} }: SkillToRender): string {
  const fields = {
    name,
    description,
    ...(tags.length > 0 ? { tags } : {}),
    ...extra,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };

  return stringify(fields, { lineWidth: 0, schema: 'core', aliasDuplicateObjects: false });
}

/** The first of three bodies that reads back as the same rules; the second is dearer, the last one holds any text. */
function renderBody(bullets: readonly BulletDraft[]): string {
  const readable = writeBody(bullets, FORMS);
  if (readsAs(readable, bullets)) return readable;
  const proven = writeBody(
    bullets,
    FORMS.map((form) => provenForm(form)),
  );

  return readsAs(proven, bullets) ? proven : writeBody(bullets, [exactItem]);
}

function writeBody(bullets: readonly BulletDraft[], forms: readonly Form[]): string {
  let text = '';
  let current: Section | null = null;
  let wasOneLine = false;
  for (const bullet of bullets) {
    const written = writeRule(bullet, forms);
    const isAtHome = bullet.section === current || (current === 'notes' && written.isSnippetAnywhere);
    if (!isAtHome) {
      text += `${text === '' ? '' : '\n\n'}## ${HEADINGS[bullet.section]}`;
      current = bullet.section;
    }
    text += isAtHome && wasOneLine && isOneLine(written) ? '\n' : '\n\n';
    text += written.text;
    wasOneLine = isOneLine(written);
  }

  return text;
}

/** Rules of one line stand without a blank line between them. */
function isOneLine({ text }: WrittenRule): boolean {
  return text.startsWith('- ') && !text.includes('\n');
}

/** Proves a form on one rule alone, followed by another that it must leave as it is. */
function provenForm(form: Form): Form {
  return (bullet) => {
    const written = form(bullet);
    const next = { section: bullet.section, content: 'the next rule', issue: '', keywords: [] };
    const document = `## ${HEADINGS[bullet.section]}\n\n${written?.text ?? ''}\n\n- ${next.content}`;

    return readsAs(document, [bullet, next]) ? written : null;
  };
}

function readsAs(body: string, bullets: readonly BulletDraft[]): boolean {
  const read = parseSkillBody(body);

  return read.length === bullets.length && bullets.every((bullet, index) => isSameRule(bullet, read[index]));
}

function isSameRule(bullet: BulletDraft, other: BulletDraft | undefined): boolean {
  return (
    other !== undefined &&
    bullet.section === other.section &&
    bullet.content === other.content &&
    bullet.issue === other.issue &&
    bullet.keywords.length === other.keywords.length &&
    bullet.keywords.every((keyword, index) => keyword === other.keywords[index])
  );
}
