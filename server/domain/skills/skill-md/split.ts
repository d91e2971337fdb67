/**
 * Cuts a rule that is longer than a rule may be. A cut falls where a reader would make it: between blocks,
 * else between lines, sentences or words, and never so that a code block or a table stops being one. Whether a text
 * is too long is asked in characters; the pieces are measured in UTF-16 units, so that none is longer.
 */
import { isLongerThan } from '../../characters.ts';
import { type Block, readBlocks } from './blocks.ts';
import { MAX_CONTENT, MIN_CONTENT } from './rule-forms.ts';

/** Below this much free room a long block starts a piece of its own instead of filling up the one before. */
const WORTH_FILLING = 400;

/** Parsing again at each level is bounded; below it nested text is cut by lines. */
const MAX_LEVELS = 6;

/** A line break, the end of a sentence, a blank: from the best place to cut to the worst. */
const BOUNDARIES = [/\n[ \t]*\n\s*/g, /\n/g, /[.!?。！？]["')\]*_]*\s+|[。！？]/g, /\s+/g];

const fits = (text: string) => !isLongerThan(text, MAX_CONTENT);

/** As {@link splitContent}, for one block below the heading that introduces it, which may be empty. */
export function splitBelow(heading: string, block: Block): string[] {
  const whole = heading === '' ? block.text : `${heading}\n\n${block.text}`;
  if (fits(whole)) return [whole];
  const [last = '', ...others] = splitText(heading, MAX_CONTENT).reverse();
  const pieces = splitBlock(block, 0, MAX_CONTENT - last.length - 2);

  return [...others.reverse(), ...joinFirst(last, pieces)].filter((piece) => piece !== '');
}

/**
 * Pieces of at most `MAX_CONTENT`, in order; a text that is short enough comes back as it is. Newlines are
 * LF.
 */
export function splitContent(content: string, level = 0): string[] {
  if (fits(content)) return [content];
  if (level >= MAX_LEVELS) return splitText(content, MAX_CONTENT);
  const blocks = readBlocks(content);

  return packBlocks(content.split('\n'), blocks, level);
}

function packBlocks(lines: string[], blocks: Block[], level: number): string[] {
  const pieces: string[] = [];
  let from: Block | undefined;
  let open = '';
  for (const block of blocks) {
    const source = blockSource(lines, block);
    const grown = from ? `${open}\n${lines.slice(from.end, block.end).join('\n')}`.trimEnd() : source;
    if (fits(grown)) {
      from = block;
      open = grown;
      continue;
    }
    if (fits(source)) {
      pieces.push(open);
      from = block;
      open = source;
      continue;
    }
    pieces.push(...joinFirst(open, splitBlock(block, level, MAX_CONTENT - open.length - 2)));
    from = undefined;
    open = '';
  }

  return [...pieces, open].filter((piece) => piece !== '');
}

/**
 * A block as it is in the text, except that code marked by indentation alone is fenced: pieces are trimmed.
 */
function blockSource(lines: string[], block: Block): string {
  return block.kind === 'code' ? block.text : lines.slice(block.start, block.end).join('\n').trim();
}

/**
 * Puts what was open before a long block in front of the block's first piece, where that was cut to leave
 * room.
 */
function joinFirst(open: string, [first = '', ...others]: string[]): string[] {
  const joined = open === '' ? first : `${open}\n\n${first}`;

  return fits(joined) ? [joined, ...others] : [open, first, ...others];
}

/** Pieces of one long block, the first at most `room` long where that is worth it. */
function splitBlock(block: Block, level: number, room: number): string[] {
  const first = room >= WORTH_FILLING ? room : MAX_CONTENT;
  switch (block.kind) {
    case 'item':
      return splitContent(block.text, level + 1);
    case 'code':
      return splitCode(block.text, first);
    case 'table':
      return splitTable(block.text, first);
    case 'quote':
      return splitQuote(block.text, level, first);
    default:
      return splitText(block.text, MAX_CONTENT, first);
  }
}

/** Every piece gets the fence and its language, so that each is a code block by itself. */
function splitCode(source: string, first: number): string[] {
  const [opening = '', ...rest] = source.split('\n');
  const fence = /^(`{3,}|~{3,})/.exec(opening)?.[0] ?? '```';
  const isClosed = (rest.at(-1) ?? '').trim().startsWith(fence);
  const code = (isClosed ? rest.slice(0, -1) : rest).join('\n').trimEnd();
  const frame = opening.length + fence.length + 2;
  if (frame > MAX_CONTENT / 2) return splitText(source, MAX_CONTENT, first);

  return splitLines(code, frame, first).map((piece) => `${opening}\n${piece}\n${fence}`);
}

/** Every piece gets the header and its delimiter row, so that each is a table by itself. */
function splitTable(source: string, first: number): string[] {
  const [header = '', delimiters = '', ...rows] = source.split('\n');
  const frame = header.length + delimiters.length + 2;
  const longest = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  if (frame + longest > Math.min(first, MAX_CONTENT)) return splitText(source, MAX_CONTENT, first);

  return splitLines(rows.join('\n'), frame, first).map((piece) => `${header}\n${delimiters}\n${piece}`);
}

/**
 * A quote's lines carry their mark with them; where a cut could break a code block inside, the quote is cut
 * without its marks.
 */
function splitQuote(source: string, level: number, first: number): string[] {
  if (!/^[> \t]*(?:```|~~~)/m.test(source)) return splitText(source, MAX_CONTENT, first);

  return splitContent(source.replace(/^ {0,3}> ?/gm, ''), level + 1);
}

/**
 * Cuts between lines and keeps their indentation; a line that is too long by itself is cut as text. Each
 * piece leaves `frame` characters for what is put around it, the first leaves more where it shares its rule
 * with something else.
 */
function splitLines(text: string, frame: number, first: number): string[] {
  const limit = MAX_CONTENT - frame;
  const short = text.split('\n').flatMap((line) => (line.length > limit ? splitText(line, limit) : [line]));
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const line of short) {
    const room = groups.length <= 1 ? Math.max(first - frame, Math.min(WORTH_FILLING, limit)) : limit;
    if (length + line.length > room) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(line);
    length += line.length + 1;
  }

  return groups.map((lines) => lines.join('\n').trimEnd()).filter((piece) => piece.trim() !== '');
}

/** Cuts running text into trimmed pieces of at most `limit`, the first of at most `first`. */
function splitText(text: string, limit: number, first = limit): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  let room = first;
  while (rest.length > room) {
    const cut = cutBefore(rest, room);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
    room = limit;
  }

  return [...pieces, rest];
}

/**
 * The place of the best cut at or before `room`; the remainder keeps the length of a rule, so that no word is
 * dropped as too short.
 */
function cutBefore(text: string, room: number): number {
  let cut = bestCut(text, room);
  for (
    let end = cut - 1;
    text.length - cut < 64 && !isLongerThan(text.slice(cut).trim(), MIN_CONTENT - 1) && end > 0;
    end -= 1
  ) {
    cut = bestCut(text, end);
  }

  return cut;
}

function bestCut(text: string, room: number): number {
  const window = text.slice(0, room);
  for (const boundary of BOUNDARIES) {
    const ends = [...window.matchAll(boundary)].map((match) => match.index + match[0].length);
    const end = ends.findLast((candidate) => candidate >= room / 2);
    if (end !== undefined) return end;
  }

  return isInsidePair(text, room) ? room - 1 : room;
}

function isInsidePair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(index - 1, index + 1));
}
