/**
 * Cuts a rule that is longer than a rule may be: between blocks, else between lines, sentences or words, and never so
 * that a code block or a table stops being one. Whether a text is too long is asked in characters; the pieces are
 * measured in UTF-16 units, so that none is longer.
 */
import { isLongerThan } from '../../characters.ts';
import { type Block, readBlocks } from './blocks.ts';
import { MAX_CONTENT, MIN_CONTENT } from './rule-forms.ts';

/** Parsing again at each level is bounded; below it nested text is cut by lines. */
const MAX_LEVELS = 6;

/** A line break, the end of a sentence, a blank: from the best place to cut to the worst. */
const BOUNDARIES = [/\n[ \t]*\n\s*/g, /\n/g, /[.!?。！？]["')\]*_]*\s+|[。！？]/g, /\s+/g];

const fits = (text: string) => !isLongerThan(text, MAX_CONTENT);

/** As {@link splitContent}, for one block below the heading that introduces it, which may be empty. */
export function splitBelow(heading: string, block: Block): string[] {
  const whole = heading === '' ? block.text : `${heading}\n\n${block.text}`;
  if (fits(whole)) return [whole];
  const above = heading === '' ? [] : splitText(heading, MAX_CONTENT);
  const last = above.at(-1) ?? '';
  if (last.length > MAX_CONTENT / 2) return [...above, ...splitBlock(block, 0, MAX_CONTENT)];
  const [first = '', ...others] = splitBlock(block, 0, MAX_CONTENT - last.length - 2);

  return [...above.slice(0, -1), last === '' ? first : `${last}\n\n${first}`, ...others];
}

/** Pieces of at most `MAX_CONTENT`, in order; a text that is short enough comes back as it is. Newlines are LF. */
export function splitContent(content: string, level = 0, limit = MAX_CONTENT): string[] {
  if (limit === MAX_CONTENT ? fits(content) : content.length <= limit) return [content];

  return level < MAX_LEVELS ? packBlocks(content, level, limit) : splitText(content, limit);
}

/** Fills each piece with as many blocks as it has room for. */
function packBlocks(content: string, level: number, limit: number): string[] {
  const lines = content.split('\n');
  const pieces: string[] = [];
  let open = '';
  let end = 0;
  for (const block of readBlocks(content)) {
    // Code that its indentation marks is fenced: pieces are trimmed.
    const own = lines.slice(block.start, block.end).join('\n').trim();
    const source = block.kind === 'code' ? block.text : own;
    const grown = open === '' ? source : `${open}\n${lines.slice(end, block.end).join('\n')}`.trimEnd();
    if (grown.length <= limit) open = grown;
    else {
      const parts = source.length <= limit ? [source] : splitBlock(block, level, limit);
      pieces.push(open, ...parts.slice(0, -1));
      open = parts.at(-1) ?? '';
    }
    end = block.end;
  }

  return [...pieces, open].filter((piece) => piece !== '');
}

function splitBlock({ kind, text }: Block, level: number, limit: number): string[] {
  if (kind === 'item') return splitContent(text, level + 1, limit);
  if (kind === 'quote') return splitContent(text.replace(/^ {0,3}> ?/gm, ''), level + 1, limit);
  const lines = text.split('\n');
  if (kind === 'table') return splitLines(lines.slice(2), lines.slice(0, 2).join('\n'), '', limit);
  if (kind !== 'code') return splitText(text, limit);
  const [opening = ''] = lines;
  const fence = /^(`{3,}|~{3,})/.exec(opening)?.[0] ?? '```';
  const isClosed = (lines.at(-1) ?? '').trim().startsWith(fence);

  return splitLines(lines.slice(1, isClosed ? -1 : undefined), opening, fence, limit);
}

/** Every piece gets head and foot, so that each is a code block or a table by itself. A line that is too long is cut as text. */
function splitLines(lines: readonly string[], head: string, foot: string, limit: number): string[] {
  const room = limit - head.length - foot.length - 2;
  if (room < limit / 2) return splitText([head, ...lines, foot].join('\n'), limit);
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const line of lines.flatMap((line) => (line.length > room ? splitText(line, room) : [line]))) {
    if (length + line.length > room) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(line);
    length += line.length + 1;
  }
  const texts = groups.map((group) => group.join('\n').trimEnd()).filter((text) => text.trim() !== '');

  return texts.map((text) => [head, text, ...(foot === '' ? [] : [foot])].join('\n'));
}

/** Cuts running text into trimmed pieces of at most `limit`. */
function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const cut = cutBefore(rest, limit);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }

  return [...pieces, rest];
}

/** The place of the best cut at or before `limit`; the remainder keeps the length of a rule, so that no word is dropped. */
function cutBefore(text: string, limit: number): number {
  let cut = bestCut(text, limit);
  for (
    let end = cut - 1;
    text.length - cut < 64 && !isLongerThan(text.slice(cut).trim(), MIN_CONTENT - 1) && end > 0;
    end -= 1
  ) {
    cut = bestCut(text, end);
  }

  return cut;
}

function bestCut(text: string, limit: number): number {
  const window = text.slice(0, limit);
  for (const boundary of BOUNDARIES) {
    const ends = [...window.matchAll(boundary)].map((match) => match.index + match[0].length);
    const end = ends.findLast((candidate) => candidate >= limit / 2);
    if (end !== undefined) return end;
  }

  return isInsidePair(text, limit) ? limit - 1 : limit;
}

function isInsidePair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(index - 1, index + 1));
}
