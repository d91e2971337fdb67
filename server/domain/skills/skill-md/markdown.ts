/**
 * The one configuration of the Markdown parser. Only block structure is parsed: rules keep their source text, so inline syntax
 * is never needed, and leaving it out removes the constructs whose cost is quadratic in hostile input.
 */
import type { RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { setextUnderline } from 'micromark-core-commonmark';
import { gfmTable } from 'micromark-extension-gfm-table';
import { boundNesting } from './nesting.ts';

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
 * The parser's own underlined heading, except that it edits only the events of its paragraph: the original copies those of the
 * whole text for every such heading. It is named apart so that the original can be switched off.
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

/** Below link definitions the parser starts an underlined heading at the first of them; it starts at its own text. */
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
