/**
 * The one configuration of the Markdown parser. Only block structure is parsed: rules keep their source text,
 * so inline syntax is never needed, and leaving it out removes the constructs whose cost is quadratic in
 * hostile input.
 */
import type { RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { setextUnderline } from 'micromark-core-commonmark';
import { gfmTable } from 'micromark-extension-gfm-table';

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
    column += measureWidth(line, from, marker.lastIndex);
    if (count > MAX_MARKERS_IN_A_LINE || column > MAX_COLUMN) {
      const at = marker.lastIndex - 1;

      return isThematicBreak(line) ? line : `${line.slice(0, at)}x${line.slice(at + 1)}`;
    }
  }
}

function measureWidth(line: string, from: number, to: number): number {
  let width = 0;
  for (let index = from; index < to; index += 1) width += line[index] === '\t' ? TAB : 1;

  return width;
}

function isThematicBreak(line: string): boolean {
  return /^[-\s]+$/.test(line) || /^[*\s]+$/.test(line);
}

type Construct = typeof setextUnderline;

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

/**
 * The parser's own underlined heading, except that it edits only the events of its paragraph: the original
 * copies those of the whole text for every such heading. It is named apart so that the original can be
 * switched off.
 */
const underlinedHeading: Construct = {
  ...setextUnderline,
  name: 'setextUnderlineInPlace',
  resolveTo(events, context) {
    const from = events.findLastIndex(([kind, token]) => kind === 'enter' && token.type === 'content');
    const own = events.splice(from);
    const resolved = setextUnderline.resolveTo?.(own, context) ?? own;
    startAtText(resolved);
    events.push(...resolved);

    return events;
  },
};

/**
 * Below link definitions the parser starts an underlined heading at the first of them; it starts at its own
 * text.
 */
function startAtText(events: Parameters<NonNullable<Construct['resolveTo']>>[0]): void {
  const tokenOf = (type: string) => events.find(([, token]) => token.type === type)?.[1];
  const text = tokenOf('setextHeadingText');
  const heading = tokenOf('setextHeading');
  if (heading && text && tokenOf('definition')) heading.start = { ...text.start };
}

const CODE_OF = { dash: 45, equals: 61 };

const OPTIONS: Options = {
  extensions: [
    gfmTable(),
    {
      flow: { [CODE_OF.dash]: underlinedHeading, [CODE_OF.equals]: underlinedHeading },
      disable: { null: [...INLINE_CONSTRUCTS, 'setextUnderline'] },
    },
  ],
  mdastExtensions: [gfmTableFromMarkdown()],
};

/** Parses CommonMark with tables into top-level blocks. Lines are those of the input; newlines are LF. */
export function parseMarkdown(lines: readonly string[]): RootContent[] {
  return fromMarkdown(lines.map(boundNesting).join('\n'), OPTIONS).children;
}
