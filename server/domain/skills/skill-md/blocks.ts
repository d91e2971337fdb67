/**
 * A Markdown text as the flat run of blocks that rules are made of. Every block keeps its source text, with
 * the indentation of the place it stood in taken away, so that nothing an author wrote is rephrased by us.
 */
import { readTopLevel, type TopLevelBlock } from './markdown.ts';

/** One block. `start` and `end` are line numbers, counted from 0, `end` excluded. */
export interface Block {
  kind: 'heading' | 'item' | 'code' | 'table' | 'quote' | 'definition' | 'break' | 'text';
  /**
   * The source without outer indentation; an item's without its marker, a heading's words alone, an indented
   * code block's fenced.
   */
  text: string;
  /** Depth of a heading (1 to 6), else 0. */
  depth: number;
  start: number;
  end: number;
}

const KINDS: Partial<Record<TopLevelBlock['node']['type'], Block['kind']>> = {
  listItem: 'item',
  heading: 'heading',
  code: 'code',
  table: 'table',
  blockquote: 'quote',
  definition: 'definition',
  thematicBreak: 'break',
};

/**
 * Reads a text into blocks; lists come as their items. Newlines are LF. Blocks of blank text do not occur.
 */
export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks = readTopLevel(lines).map((block) => readBlock(lines, block));

  return joinDefinitions(blocks.filter((block) => block.text.trim() !== ''));
}

function readBlock(lines: string[], { node, start, end, indent }: TopLevelBlock): Block {
  const own = unindent(lines.slice(start, end), indent);
  const source = own.join('\n').trimEnd();
  const kind = KINDS[node.type] ?? 'text';
  const depth = node.type === 'heading' ? node.depth : 0;

  return { kind, depth, start, end, text: textOf(kind, own, source, lines.slice(start, end)) };
}

function textOf(kind: Block['kind'], own: string[], source: string, unread: string[]): string {
  if (kind === 'item') return itemText(own);
  if (kind === 'heading') return headingWords(source);
  if (kind === 'code') return /^(```|~~~)/.test(source) ? source : fenced(unread);

  return kind === 'text' ? source.trim() : source;
}

function itemText([first = '', ...others]: string[]): string {
  const { width, content } = readMarker(first);
  const own = [unindentLine(content, width), ...unindent(others, width)];

  return fenceLeadingCode(own).join('\n').trim();
}

/**
 * An item's first line with blanks in place of its marker, and the columns that belong to the marker by
 * CommonMark: its own and those of the blanks after it, unless these begin a code block or nothing follows.
 */
function readMarker(line: string): { width: number; content: string } {
  const [, marker = '', blanks = '', rest = ''] = /^([-+*]|\d{1,9}[.)])([ \t]*)(.*)$/s.exec(line) ?? [];
  const column = columnAfter(blanks, marker.length);
  const isBare = rest === '' || column - marker.length > 4;

  return { width: isBare ? marker.length + 1 : column, content: ' '.repeat(column) + rest };
}

/**
 * Takes away up to `columns` columns of white space from each line; a tab reaches to the next multiple of
 * four.
 */
function unindent(lines: string[], columns: number): string[] {
  return columns === 0 ? lines : lines.map((line) => unindentLine(line, columns));
}

function unindentLine(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  while (column < columns && (line[index] === ' ' || line[index] === '\t')) {
    column = columnAfter(line[index] ?? '', column);
    index += 1;
  }

  return ' '.repeat(Math.max(0, column - columns)) + line.slice(index);
}

function columnAfter(blanks: string, from: number): number {
  let column = from;
  for (const blank of blanks) column += blank === '\t' ? 4 - (column % 4) : 1;

  return column;
}

/**
 * White space at a rule's ends does not survive storage, so code that only its indentation marks becomes
 * fenced code.
 */
function fenceLeadingCode(lines: string[]): string[] {
  const isCode = (line: string) => line.trim() === '' || /^(?: {4}| {0,3}\t)/.test(line);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1 || !isCode(lines[first] ?? '')) return lines;
  const after = lines.findIndex((line) => !isCode(line));
  const end = after === -1 ? lines.length : after;

  return [fenced(lines.slice(first, end)), '', ...lines.slice(end)];
}

function fenced(indented: string[]): string {
  const code = unindent(indented, 4).join('\n').trimEnd();
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);

  return `${fence}\n${code}\n${fence}`;
}

/** The words of a heading, underlined or behind its marks. */
export function headingWords(source: string): string {
  const atx = /^#{1,6}(?:[ \t]+|$)/.exec(source);
  if (atx === null) {
    const text = source.replace(/\n[^\n]*$/, '');
    return text.replace(/\s+/g, ' ').trim();
  }
  const text = source.slice(atx[0].length).trim();

  return text.replace(/(?:^|[ \t])#+$/, '').trim();
}

/** Link reference definitions that follow each other are one block: a list of sources, not one rule each. */
function joinDefinitions(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === 'definition' && block.kind === 'definition') {
      joined[joined.length - 1] = { ...last, text: `${last.text}\n${block.text}`, end: block.end };
    } else joined.push(block);
  }

  return joined;
}
