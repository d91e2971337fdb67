/**
 * The ways to write one rule in a SKILL.md, from the one that reads best to the one that holds any text. A
 * form may be wrong about a hostile text; the export reads every document back before it is given away.
 */

import type { Section } from '../skill.ts';
import { type Block, readBlocks } from './blocks.ts';
import { type BulletDraft, encodeExact, encodeReadable } from './carried-rule.ts';
import { readHeading } from './sections.ts';

/** The heading of a section where no author wrote another. */
export const SECTION_TITLES: Record<Section, string> = {
  steps: 'Steps',
  pitfalls: 'Pitfalls',
  heuristics: 'Heuristics',
  verification: 'Verification',
  snippets: 'Snippets',
  notes: 'Notes',
};

/** A rule as Markdown. */
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

function hasNotes(bullet: BulletDraft): boolean {
  return bullet.issue !== '' || bullet.keywords.length > 0;
}

function asItem(text: string): WrittenRule {
  return { text: `- ${text.replace(/\n(?!\n|$)/g, '\n  ')}`, isSnippetAnywhere: false };
}
