/**
 * The one configuration of the Markdown parser. Only block structure is parsed: rules keep their source text,
 * so inline syntax is never needed, and leaving it out removes the constructs whose cost is quadratic in
 * hostile input.
 */
import type { ListItem, RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

const INLINE_CONSTRUCTS = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

const OPTIONS: Options = {
  extensions: [gfmTable(), { disable: { null: INLINE_CONSTRUCTS } }],
  mdastExtensions: [gfmTableFromMarkdown()],
};

// A bound on how deep quotes and lists nest. The parser's cost grows with depth at every line, and two
// hundred thousand characters can open a hundred thousand lists; nobody reads beyond a few.

const MAX_MARKERS_IN_A_LINE = 16;
const MAX_COLUMN = 48;
const TAB = 4;

/**
 * The line as the parser shall see it: the first container marker beyond the bound is a letter there, so that
 * what follows is text. The line keeps its length and callers cut from the original, so the document loses
 * nothing.
 */
export function boundNesting(line: string): string {
  const marker = /[ \t]*(>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let column = 0;
  for (let count = 1; ; count += 1) {
    const from = marker.lastIndex;
    const match = marker.exec(line);
    if (match === null) return line;
    for (const character of line.slice(from, marker.lastIndex)) column += character === '\t' ? TAB : 1;
    if (count > MAX_MARKERS_IN_A_LINE || column > MAX_COLUMN) {
      const at = marker.lastIndex - 1;
      const isThematicBreak = /^[-\s]+$/.test(line) || /^[*\s]+$/.test(line);

      return isThematicBreak ? line : `${line.slice(0, at)}x${line.slice(at + 1)}`;
    }
  }
}

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

const STRETCH: Size = { lines: 256, characters: 8192 };

/**
 * The top-level blocks of a document of any size, lists as their items. Some costs of the parser are quadratic
 * in the length of what it is given, so it gets a stretch of lines at a time. A block ends where the next begins,
 * whatever comes later: all blocks of a stretch but the last are final, and the next stretch begins with that one.
 * A block longer than a stretch comes in several; only fenced code, whose rest would be read as something else, is
 * always whole.
 */
export function readTopLevel(lines: readonly string[], size = STRETCH): TopLevelBlock[] {
  const blocks: TopLevelBlock[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = endOfStretch(lines, start, size);
    const found = parseLines(lines, start, end);
    const final = end === lines.length ? found.length : countFinal(lines, found);
    start = final === 0 ? closeCode(lines, found.at(-1), end) : (found[final]?.start ?? end);
    for (const block of found.slice(0, final || found.length)) blocks.push(block);
  }

  return blocks;
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
 * The parser lets a container that ends inside an open fence reach into the next line, and an underlined heading
 * begin with the definitions above it; blocks never share a line.
 */
export function parseLines(lines: readonly string[], start = 0, end = lines.length): TopLevelBlock[] {
  const text = lines.slice(start, end).map(boundNesting).join('\n');
  const nodes = fromMarkdown(text, OPTIONS).children.flatMap((node) =>
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

/** Extends fenced code that a stretch cut to its closing fence; returns the line to go on from. */
function closeCode(lines: readonly string[], block: TopLevelBlock | undefined, end: number): number {
  if (block?.node.type !== 'code' || block.end !== end || end === lines.length) return end;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[block.start] ?? '')?.[1];
  if (fence === undefined) return end;
  const closing = new RegExp(`^ {0,3}${fence}${fence[0]}*[ \\t]*$`);
  const at = lines.findIndex((line, index) => index > block.start && closing.test(line));
  block.end = at === -1 ? lines.length : at + 1;

  return block.end;
}
