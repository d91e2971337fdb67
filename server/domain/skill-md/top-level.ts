/**
 * The top-level blocks of a document of any size. Some costs of the parser are quadratic in the length of what it is given, so
 * it is given a stretch of lines at a time. A block ends where the next begins, whatever comes later; so all blocks of a
 * stretch but the last are final, and the next stretch begins with that last one.
 */
import type { ListItem, RootContent } from 'mdast';
import { parseMarkdown } from './markdown.ts';

/** A block with its lines, counted from 0, `end` excluded; `indent` is the column its first line begins in, from 0. */
export interface TopLevelBlock {
  node: Exclude<RootContent, { type: 'list' }> | ListItem;
  start: number;
  end: number;
  indent: number;
}

const STRETCH = { lines: 256, characters: 8192 };

/** A paragraph, quote or list item longer than this is cut, long after it stopped being one rule. */
const LONGEST = { lines: 512, characters: 16_384 };

/** The blocks in order, lists as their items. */
export function readTopLevel(lines: readonly string[]): TopLevelBlock[] {
  const blocks: TopLevelBlock[] = [];
  let start = 0;
  let limit = STRETCH;
  while (start < lines.length) {
    const end = endOfStretch(lines, start, limit);
    const found = parseStretch(lines, start, end);
    const last = found.at(-1);
    if (end < lines.length && found.length === 1 && last && mayGrow(last, limit)) {
      limit = { lines: limit.lines * 2, characters: limit.characters * 2 };
      continue;
    }
    limit = STRETCH;
    if (end < lines.length && found.length > 1 && last) {
      found.pop();
      start = last.start;
    } else {
      start = last ? closeCode(lines, last, end) : end;
    }
    for (const block of found) blocks.push(block);
  }

  return blocks;
}

/** At least one line, and as many more as fit the limit. */
function endOfStretch(lines: readonly string[], start: number, limit: typeof STRETCH): number {
  let end = start + 1;
  let characters = lines[start]?.length ?? 0;
  while (end < lines.length && end - start < limit.lines && characters < limit.characters) {
    characters += (lines[end]?.length ?? 0) + 1;
    end += 1;
  }

  return end;
}

/** The parser lets a container that ends inside an open fence reach into the next line; blocks never share one. */
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

/** Whether a block that fills a stretch is read again in a longer one: a table at any length, for its rows need its header. */
function mayGrow({ node }: TopLevelBlock, limit: typeof STRETCH): boolean {
  if (node.type === 'table') return true;

  return node.type !== 'code' && limit.lines < LONGEST.lines && limit.characters < LONGEST.characters;
}

/** Extends a fenced block that a stretch cut to its closing fence; returns the line to go on from. */
function closeCode(lines: readonly string[], block: TopLevelBlock, end: number): number {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[block.start] ?? '')?.[1];
  if (end === lines.length || block.node.type !== 'code' || fence === undefined || block.end < end)
    return end;
  const closing = new RegExp(`^ {0,3}${fence}${fence[0]}*[ \\t]*$`);
  const at = lines.findIndex((line, index) => index > block.start && closing.test(line));
  block.end = at === -1 ? lines.length : at + 1;

  return block.end;
}
