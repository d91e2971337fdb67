/**
 * Writes a skill as a SKILL.md that people read and that imports again as the same rules, in the same order.
 * An imported skill is written back into its document. Otherwise, readable forms are tried first and proven by
 * reading them back; a text that they would change is written in a form that holds any text.
 */
import { stringify } from 'yaml';
import { describeTrigger } from '../../moments/wording.ts';
import type { Section } from '../skill.ts';
import { withoutLayout } from '../skill-state.ts';
import { type DocumentLayout, layoutIn, wholeText } from './document-layout.ts';
import { editFrontMatter, type FrontMatter } from './front-matter.ts';
import { parseSkillBody } from './parse.ts';
import {
  type BulletDraft,
  exactItem,
  FORMS,
  type Form,
  SECTION_TITLES,
  type WrittenRule,
  writeRule,
} from './rule-forms.ts';
import { type FrameChoice, isUnedited, writeBody } from './write-document.ts';
import { isRecord } from './yaml-mapping.ts';

/** A skill to write. `metadata` and `extra` are those that the import returned, where there was one. */
export interface SkillToRender extends Pick<FrontMatter, 'name' | 'description' | 'tags'> {
  metadata?: Record<string, unknown>;
  extra?: Record<string, unknown>;
  layout?: DocumentLayout | null;
  bullets: readonly BulletDraft[];
}

export interface StoredSkill extends Omit<SkillToRender, 'metadata' | 'extra' | 'layout'> {
  frontMatter: Readonly<Record<string, unknown>>;
}

/** Rules that are read back together once the whole did not read back. */
const GROUP = 50;

/** Rules that are proven one by one; beyond that many only hostile text gets, and the exact form holds it. */
const MOST_PROOFS = 1000;

/**
 * The document as text; newlines are LF. Rules stand in their order, so a section's heading comes again where
 * the order returns to it.
 */
export function renderSkillMd(skill: SkillToRender): string {
  const { bullets, layout = null, name, description, tags, metadata = {}, extra = {} } = skill;
  const front = layout && editFrontMatter(layout.front, { name, description, tags, metadata, extra });
  if (layout && front === layout.front && isUnedited(bullets, layout)) return wholeText(layout);
  const written = front ?? `---\n${renderFrontMatter(skill)}---\n`;
  const inPlace = layout && bodyInPlace(skill, layout);
  if (inPlace !== null) return `${written}${layout?.front === '' ? '\n' : ''}${inPlace}`;
  const body = newBody(bullets);

  return body === '' ? written : `${written}\n${body}\n`;
}

/** From the one that changes least. */
const FRAMES: readonly FrameChoice[] = [
  { keepsEmptyHeadings: false, keepsTitle: true, keepsForm: true },
  { keepsEmptyHeadings: true, keepsTitle: true, keepsForm: true },
  { keepsEmptyHeadings: false, keepsTitle: false, keepsForm: true },
  { keepsEmptyHeadings: false, keepsTitle: true, keepsForm: false },
];

/** The body of the document with the rules in it; null where none of the ways reads back as these rules. */
function bodyInPlace(skill: SkillToRender, layout: DocumentLayout): string | null {
  for (const frame of FRAMES) {
    const body = writeBody(skill.bullets, layout, frame);
    if (isSameRules(skill.bullets, parseSkillBody(body, skill))) return body;
  }

  return null;
}

/** As {@link renderSkillMd}, for a skill as it is stored, whose front matter has the layout beside its fields. */
export function exportSkillMd({ frontMatter, ...skill }: StoredSkill): string {
  const { metadata, ...extra } = withoutLayout(frontMatter);
  const fields = isRecord(metadata) ? { metadata, extra } : { extra };

  return renderSkillMd({ ...skill, ...fields, layout: layoutIn(frontMatter) });
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

/**
 * The first of three bodies that reads back as the same rules; the second is more expensive, the last one
 * holds any text.
 */
function newBody(bullets: readonly BulletDraft[]): string {
  const readable = bullets.map((bullet) => writeRule(bullet, FORMS));
  const body = joinRules(bullets, readable);
  if (readsAs(body, bullets)) return body;
  const proven = joinRules(bullets, provenGroups(bullets, readable));
  if (readsAs(proven, bullets)) return proven;

  return joinRules(bullets, bullets.map(exactItem));
}

/**
 * Keeps what reads back group by group, so that one odd rule costs its neighbours little; proves the others
 * one by one.
 */
function provenGroups(bullets: readonly BulletDraft[], readable: readonly WrittenRule[]): WrittenRule[] {
  const forms = FORMS.map(provenForm);
  const proven: WrittenRule[] = [];
  let proofs = MOST_PROOFS;
  for (let from = 0; from < bullets.length; from += GROUP) {
    const group = bullets.slice(from, from + GROUP);
    const written = readable.slice(from, from + GROUP);
    if (readsAs(joinRules(group, written), group)) {
      proven.push(...written);
      continue;
    }
    proofs -= group.length;
    for (const bullet of group) proven.push(proofs >= 0 ? writeRule(bullet, forms) : exactItem(bullet));
  }

  return proven;
}

/** Proves a form on one rule alone, followed by another that it must leave as it is. */
function provenForm(form: Form): Form {
  return (bullet) => {
    const written = form(bullet);
    const next = { section: bullet.section, content: 'the next rule', issue: '', keywords: [] };
    const document = `## ${SECTION_TITLES[bullet.section]}\n\n${written?.text ?? ''}\n\n- ${next.content}`;

    return written && readsAs(document, [bullet, next]) ? written : null;
  };
}

/** Rules under the headings of their sections. */
function joinRules(bullets: readonly BulletDraft[], written: readonly WrittenRule[]): string {
  let text = '';
  let current: Section | null = null;
  let wasOneLine = false;
  for (const [index, { section }] of bullets.entries()) {
    const rule = written[index];
    if (!rule) continue;
    const isAtHome = section === current || (current === 'notes' && rule.isSnippetAnywhere);
    if (!isAtHome) {
      text += `${text === '' ? '' : '\n\n'}## ${SECTION_TITLES[section]}`;
      current = section;
    }
    text += isAtHome && wasOneLine && isOneLine(rule) ? '\n' : '\n\n';
    text += rule.text;
    wasOneLine = isOneLine(rule);
  }

  return text;
}

/** Rules of one line stand without a blank line between them. */
function isOneLine({ text }: WrittenRule): boolean {
  return text.startsWith('- ') && !text.includes('\n');
}

function readsAs(body: string, bullets: readonly BulletDraft[]): boolean {
  return isSameRules(bullets, parseSkillBody(body));
}

function isSameRules(bullets: readonly BulletDraft[], read: readonly BulletDraft[]): boolean {
  return read.length === bullets.length && bullets.every((bullet, index) => isSameRule(bullet, read[index]));
}

function isSameRule(bullet: BulletDraft, other: BulletDraft | undefined): boolean {
  return (
    other !== undefined &&
    bullet.section === other.section &&
    bullet.content === other.content &&
    bullet.issue === other.issue &&
    bullet.keywords.length === other.keywords.length &&
    bullet.keywords.every((keyword, index) => keyword === other.keywords[index]) &&
    describeTrigger(bullet) === describeTrigger(other)
  );
}
