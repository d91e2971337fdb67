/**
 * The top-level blocks of a document of any size. Some costs of the parser are quadratic in the length of
 * what it is given, so it is given a stretch of lines at a time. A block ends where the next begins, whatever
 * comes later; so all blocks of a stretch but the last are final, and the next stretch begins with that last
 * one.
 */
import type { ListItem, RootContent } from 'mdast';
import { parseMarkdown } from './markdown.ts';

/**
 * A block with its lines, counted from 0, `end` excluded; `indent` is the column its first line begins in,
 * from 0.
 */
export interface TopLevelBlock {
  node: Exclude<RootContent, { type: 'list' }> | ListItem;
  start: number;
  end: number;
  indent: number;
}

/** An amount of text; whichever bound is met first counts. */
interface Size {
  lines: number;
  characters: number;
}

/**
 * `first` is a stretch to begin with; a block that fills it is read again in longer ones up to `longest`,
 * then cut.
 */
const STRETCHES = {
  first: { lines: 256, characters: 8192 },
  longest: { lines: 1024, characters: 32_768 },
};

/**
 * The blocks in order, lists as their items. What is longer than the longest stretch, and so many times
 * longer than a rule, comes in several blocks; only fenced code, whose rest would be read as something else,
 * is always whole.
 */
export function readTopLevel(lines: readonly string[], stretches = STRETCHES): TopLevelBlock[] {
  const blocks: TopLevelBlock[] = [];
  let start = 0;
  let size: Size = stretches.first;
  while (start < lines.length) {
    const end = endOfStretch(lines, start, size);
    const found = parseStretch(lines, start, end);
    const final = end === lines.length ? found.length : countFinal(lines, found);
    if (final === 0 && mayGrow(lines, found.at(-1), size, stretches.longest)) {
      size = { lines: size.lines * 4, characters: size.characters * 4 };
      continue;
    }
    size = stretches.first;
    start = final === 0 ? closeCode(lines, found.at(-1), end) : (found[final]?.start ?? end);
    for (const block of found.slice(0, final || found.length)) blocks.push(block);
  }

  return blocks;
}

/** What is over with its own lines: whatever stands in the next line is read as if it stood first. */
const SELF_CONTAINED = new Set(['heading', 'thematicBreak', 'listItem']);

/**
 * How many blocks more lines cannot change. The parser reads some blocks in the light of what stands right
 * above them, so stretches part only behind a blank line or a block that is over with its own lines.
 */
function countFinal(lines: readonly string[], found: readonly TopLevelBlock[]): number {
  const isParted = ({ start }: TopLevelBlock, index: number) =>
    index > 0 && (lines[start - 1]?.trim() === '' || SELF_CONTAINED.has(found[index - 1]?.node.type ?? ''));

  return Math.max(0, found.findLastIndex(isParted));
}

/** At least one line, and as many more as fit the size. */
function endOfStretch(lines: readonly string[], start: number, size: Size): number {
  let end = start + 1;
  let characters = lines[start]?.length ?? 0;
  while (end < lines.length && end - start < size.lines && characters < size.characters) {
    characters += (lines[end]?.length ?? 0) + 1;
    end += 1;
  }

  return end;
}

/**
 * The parser lets a container that ends inside an open fence reach into the next line; blocks never share
 * one.
 */
function parseStretch(lines: readonly string[], start: number, end: number): TopLevelBlock[] {
  const nodes = parseMarkdown(lines.slice(start, end)).flatMap((node) =>
    node.type === 'list' ? node.children : [node],
  );
  const starts = nodes.map((node) => start + (node.position?.start.line ?? 1) - 1);

  return nodes.map((node, index) => ({
    node,
    start: starts[index] ?? start,
    end: Math.min(start + (node.position?.end.line ?? 1), starts[index + 1] ?? end),
    indent: (node.position?.start.column ?? 1) - 1,
  }));
}

/**
 * Whether blocks that fill a stretch are read again in a longer one; not for fenced code, whose end is found
 * without the parser.
 */
function mayGrow(
  lines: readonly string[],
  last: TopLevelBlock | undefined,
  size: Size,
  longest: Size,
): boolean {
  const isShort = size.lines < longest.lines && size.characters < longest.characters;

  return isShort && last !== undefined && findFence(lines, last) === null;
}

/** Extends fenced code that a stretch cut to its closing fence; returns the line to go on from. */
function closeCode(lines: readonly string[], block: TopLevelBlock | undefined, end: number): number {
  const fence = block && block.end === end ? findFence(lines, block) : null;
  if (!block || fence === null || end === lines.length) return end;
  const closing = new RegExp(`^ {0,3}${fence}${fence[0]}*[ \\t]*$`);
  const at = lines.findIndex((line, index) => index > block.start && closing.test(line));
  block.end = at === -1 ? lines.length : at + 1;

  return block.end;
}

/** The opening fence of a code block, or null where it has none. */
function findFence(lines: readonly string[], block: TopLevelBlock): string | null {
  if (block.node.type !== 'code') return null;

  return /^ {0,3}(`{3,}|~{3,})/.exec(lines[block.start] ?? '')?.[1] ?? null;
}
