/**
 * Writes a skill as a SKILL.md that people read and that imports again as the same rules, in the same order.
 * An imported skill is written back into its document. Every text is read back before it is given away; what its
 * readable form would change is written in a form that holds any text.
 */
import type { Section } from '../skill.ts';
import { withoutLayout } from '../skill-state.ts';
import { type DocumentLayout, layoutIn, wholeText } from './document-layout.ts';
import { editFrontMatter, type FrontMatter, isRecord, renderFrontMatter } from './front-matter.ts';
import { parseSkillBody } from './parse.ts';
import { type BulletDraft, exactItem, isSameRules, readableItem, SECTION_TITLES } from './rule-forms.ts';
import { isUnedited, writeBody } from './write-document.ts';

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

/**
 * The document as text; newlines are LF. Without the layout of a document each section has one heading, so rules stand
 * in the order of {@link groupBySection}.
 */
export function renderSkillMd(skill: SkillToRender): string {
  const { bullets, layout = null, name, description, tags, metadata = {}, extra = {} } = skill;
  const fields = { name, description, tags, metadata, extra };
  const front = layout && editFrontMatter(layout.front, fields);
  if (layout && front === layout.front && isUnedited(bullets, layout)) return wholeText(layout);
  const written = front ?? `---\n${renderFrontMatter(fields)}---\n`;
  const inPlace = layout && writeInPlace(skill, layout);
  if (inPlace !== null) return `${written}${layout?.front === '' ? '\n' : ''}${inPlace}`;
  const body = writeNewBody(groupBySection(bullets));

  return body === '' ? written : `${written}\n${body}\n`;
}

/** Rules by their sections, these in the order in which they first come. */
export function groupBySection<Rule extends Pick<BulletDraft, 'section'>>(rules: readonly Rule[]): Rule[] {
  return [...Map.groupBy(rules, ({ section }) => section).values()].flat();
}

/** The body of the document with the rules in it; null where that does not read back as these rules. */
function writeInPlace(skill: SkillToRender, layout: DocumentLayout): string | null {
  const body = writeBody(skill.bullets, layout);

  return isSameRules(skill.bullets, parseSkillBody(body, skill)) ? body : null;
}

/** As {@link renderSkillMd}, for a skill as it is stored, whose front matter has the layout beside its fields. */
export function exportSkillMd({ frontMatter, ...skill }: StoredSkill): string {
  const { metadata, ...extra } = withoutLayout(frontMatter);
  const fields = isRecord(metadata) ? { metadata, extra } : { extra };

  return renderSkillMd({ ...skill, ...fields, layout: layoutIn(frontMatter) });
}

/** Each costs a millisecond; beyond that many only hostile text gets. */
const MOST_PROOFS = 1000;

/** The first of three bodies that reads back as the same rules: all readable, the odd ones exact, all exact. */
function writeNewBody(bullets: readonly BulletDraft[]): string {
  const body = joinRules(bullets, bullets.map(readableItem));
  if (isSameRules(bullets, parseSkillBody(body))) return body;
  const isFew = bullets.length <= MOST_PROOFS;
  const proven = isFew ? joinRules(bullets, bullets.map(provenItem)) : '';
  if (isFew && isSameRules(bullets, parseSkillBody(proven))) return proven;

  return joinRules(bullets, bullets.map(exactItem));
}

/** The readable form where it is read back alone, before another rule that it must leave as it is. */
function provenItem(bullet: BulletDraft): string {
  const next = { section: bullet.section, content: 'the next rule', issue: '', keywords: [] };
  const item = readableItem(bullet);
  const body = `## ${SECTION_TITLES[bullet.section]}\n\n${item}\n- ${next.content}`;

  return isSameRules([bullet, next], parseSkillBody(body)) ? item : exactItem(bullet);
}

/** Rules under the headings of their sections. */
function joinRules(bullets: readonly BulletDraft[], items: readonly string[]): string {
  let text = '';
  let current: Section | null = null;
  for (const [index, { section }] of bullets.entries()) {
    if (section !== current) text += `${text === '' ? '' : '\n'}## ${SECTION_TITLES[section]}\n\n`;
    text += `${items[index]}\n`;
    current = section;
  }

  return text.trimEnd();
}
