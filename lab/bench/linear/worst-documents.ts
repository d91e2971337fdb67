/**
 * SKILL.md files as slow as possible to read: Markdown's beginnings without an end, nested and repeated, at
 * full length.
 */

/** The longest document that an import takes, in UTF-16 units. */
const LENGTH = 200_000;

const HEAD = '---\nname: worst\ndescription: Repeats one thing\n---\n\n';

const REPEATED: Readonly<Record<string, string>> = {
  words: 'word ',
  lines: 'word\n',
  paragraphs: 'word\n\n',
  headings: '# a\n',
  'underlined headings': 'a\n===\n',
  'underlined headings in a quote': '> a\n> =\n',
  'lazy lines': '> a\nb\n',
  rulers: '---\n',
  items: '- a\n',
  'numbered items': '1. a\n',
  'nested items': '- ',
  quotes: '> ',
  'items in quotes': '> - ',
  fences: '```\n',
  'fences in items': '- ```\n',
  backticks: '`a``',
  emphasis: '*a **a_',
  brackets: '[',
  'closed brackets': '[a](',
  pictures: '![a',
  definitions: '[a]: b\n',
  references: '[a][b]',
  tables: '|a|b|\n|-|-|\n',
  'table cells': '|a',
  'table rows': '|-|\n',
  tags: '<a ',
  comments: '<!-- ',
  declarations: '<![CDATA[',
  entities: '&amp',
  links: 'http://a.b/(',
  addresses: 'a@b.',
  strikes: '~~a~',
  footnotes: '[^a]',
  escapes: '\\',
  blanks: ' ',
  tabs: '\t',
  'line breaks': '\n',
};

/** Name and text of each. */
export function* worstDocuments(): Generator<readonly [name: string, text: string]> {
  for (const [name, part] of Object.entries(REPEATED)) {
    const body = part.repeat(Math.ceil(LENGTH / part.length));
    yield [name, (HEAD + body).slice(0, LENGTH)];
  }
}
