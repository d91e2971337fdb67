/**
 * The one configuration of the Markdown parser. Only block structure is parsed: rules keep their source text, so inline syntax
 * is never needed, and leaving it out removes every construct whose cost is quadratic in hostile input.
 */
import type { RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { setextUnderline } from 'micromark-core-commonmark';
import { gfmTable } from 'micromark-extension-gfm-table';

type Construct = typeof setextUnderline;

/** Deeper quotes and lists are read as text; the parser's cost and stack grow with depth. */
const MAX_NESTING = 60;

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
 * The parser's own underlined heading, except that it edits only the events of its paragraph: the original copies those of the
 * whole document for every such heading. It is named apart so that the original can be switched off.
 */
const underlinedHeading: Construct = {
  ...setextUnderline,
  name: 'setextUnderlineInPlace',
  resolveTo(events, context) {
    const from = events.findLastIndex(([kind, token]) => kind === 'enter' && token.type === 'content');
    const own = events.splice(from);
    events.push(...(setextUnderline.resolveTo?.(own, context) ?? own));

    return events;
  },
};

const CODE_OF = { dash: 45, equals: 61 };

const EXTENSIONS: Options['extensions'] = [
  gfmTable(),
  {
    flow: { [CODE_OF.dash]: underlinedHeading, [CODE_OF.equals]: underlinedHeading },
    disable: { null: [...INLINE_CONSTRUCTS, 'setextUnderline'] },
  },
];

/** Parses CommonMark with tables into top-level blocks. Lines are those of the input; newlines must be LF. */
export function parseMarkdown(markdown: string): RootContent[] {
  return fromMarkdown(boundNesting(markdown), {
    extensions: EXTENSIONS ?? null,
    mdastExtensions: [gfmTableFromMarkdown()],
  }).children;
}

const TOO_DEEP = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_NESTING}}[ \\t]*(?=[^\\n])`,
  'gm',
);

/**
 * Turns, in the text that the parser sees, one character below the deepest allowed container into a letter. Positions do not
 * move and callers cut from the original, so the document loses nothing.
 */
function boundNesting(markdown: string): string {
  return markdown.replace(TOO_DEEP, (prefix, offset: number) =>
    isThematicBreak(lineAt(markdown, offset)) ? prefix : `${prefix.slice(0, -1)}x`,
  );
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);

  return text.slice(offset, end === -1 ? undefined : end);
}

function isThematicBreak(line: string): boolean {
  return /^[-\s]+$/.test(line) || /^[*\s]+$/.test(line);
}
