/**
 * Tells what somebody wrote from what was pasted into the message: an element, a block, a mail, data, a log, a
 * quotation, a document. Only the form counts, not the language: a pasted text says who wrote it by how it looks.
 */

/** What an author wrote, and what stands in it that others wrote. */
interface Parts {
  readonly own: string;
  readonly pasted: readonly string[];
}

const END = '(?![\\s\\S])';
/** A heading after which the author goes on in person: "Question: what now?". */
const GOES_ON = `(?=\\n[-#*[ ]{0,12}(?:question|query|task|request|user|instructions?|answer)\\b|${END})`;
/** What holds retrieved text, as prompts commonly call it. */
const ELEMENTS =
  'attachments?|attached[_ -]?files?|chunks?|contents?|contexts?|data|docs?|documents?|e-?mails?|excerpts?|files?|knowledge|observations?|pages?|passages?|quotes?|references?|results?|retrieved(?:[_ -]\\w+)?|search[_ -]results?|snippets?|sources?|tool[_ -](?:output|result|response)s?|transcripts?|web[_ -]?pages?|web[_ -]?results?';
const HEADINGS =
  'attachments?|(?:retrieved |relevant )?contexts?|(?:retrieved |relevant )?documents?|excerpts?|files?|file contents?|forwarded message|(?:retrieved |relevant )?passages?|retrieved \\w+|search results?|snippets?|sources?|tool (?:output|result)s?|web ?pages?';

const FENCE = `^(?:\`\`\`|~~~)[\\s\\S]*?(?:^(?:\`\`\`|~~~)[^\\S\\n]*$|${END})`;
const QUOTED_LINES = '^[ ]{0,3}>[^\\n]*(?:\\n[ ]{0,3}>[^\\n]*)*';
const UNDER_HEADING = `^[-#*[ ]{0,12}(?:${HEADINGS})(?: \\d+)?[-:*\\] ]{0,14}\\n[\\s\\S]*?${GOES_ON}`;

/** In a developer's prompt, which has elements and headings of its own, only what is named after retrieved text. */
const IN_PROMPTS = new RegExp(
  [`<(${ELEMENTS})\\b[^<>]{0,200}>[\\s\\S]*?(?:</\\1>|${END})`, FENCE, QUOTED_LINES, UNDER_HEADING].join('|'),
  'gimu',
);

/** Marked blocks. Each ends with its own mark; one that stays open goes to the end, or to where the author goes on. */
const BLOCKS = new RegExp(
  [
    // An element of any name; one that is never closed only on a line of its own: `<name>` also stands for a gap.
    '<([a-z][\\w:-]{0,40})\\b[^<>]{0,200}>[\\s\\S]*?</\\1\\s{0,3}>',
    `^<[a-z][\\w:-]{0,40}\\b[^<>]{0,200}>[^\\S\\n]*\\n[\\s\\S]*?${END}`,
    FENCE,
    QUOTED_LINES,
    '^[ ]{0,3}\\|[^\\n]*(?:\\n[ ]{0,3}\\|[^\\n]*)*',
    `^\\[(?:begin|start)\\b[^\\]\\n]{0,80}\\][\\s\\S]*?(?:^\\[(?:end|stop|/)[^\\]\\n]{0,80}\\]|${END})`,
    `^([-=*_#~+]{3,})[^\\n]*\\n[\\s\\S]*?(?:^[-=*_#~+]{3,}[^\\n]*$|${GOES_ON})`,
    `^#{1,6} [^\\n]+\\n[\\s\\S]*?${GOES_ON}`,
    UNDER_HEADING,
  ].join('|'),
  'gimu',
);

/** Two lines in a row of a name and a value: a mail's head, YAML, a form. What follows is its body. */
const RECORD = new RegExp(
  `^[\\p{L}][\\p{L}\\p{N}_ -]{0,30}:[ \\t][^\\n]*\\n[\\p{L}][\\p{L}\\p{N}_ -]{0,30}:[ \\t][\\s\\S]*?${GOES_ON}`,
  'gmu',
);

/** Lines with a time at their beginning, or in brackets after a name: a log, a chat. */
const TIME = '\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ])?\\d{1,2}:\\d\\d(?::\\d\\d)?[^\\s\\]]{0,6}\\]?';
const TIMED = new RegExp(`^(?:\\d{4}-\\d\\d-\\d\\d|[^\\n:]{0,30}${TIME})[ :,][^\\n]*(?:\\n|${END})`, 'gmu');

/** So many words in quotation marks are a quotation, not the name of a thing. */
const QUOTED_WORDS = 5;
const QUOTATION =
  /"[^"\n]{20,2000}"|“[^”]{20,2000}”|„[^“”]{20,2000}[“”]|«[^»]{20,2000}»|「[^」]{8,2000}」|『[^』]{8,2000}』/gu;

/** A data literal: an object or a list with a quoted text in it. */
const DATA_START = /[{[](?=\s*["'{[])/g;

/** Documents have titles over their parts: lines of a few words without an end. */
const TITLE = /^(?:\d{1,2}(?:\.\d{1,2})*\.?[ \t]+)?\p{Lu}[^\n.!?;:,]{2,70}$/u;
const TITLES = 2;
/** A message of so many characters is written by nobody in a conversation. */
const LONGEST_OWN = 2000;

/** Splits a message of a user. Linear in its length, but for data literals, of which {@link MOST_DATA} are looked for. */
export function splitPasted(text: string): Parts {
  const pasted: string[] = [];
  let own = withoutData(text, pasted);
  own = without(own, BLOCKS, pasted);
  own = without(own, RECORD, pasted);
  if ((own.match(TIMED) ?? []).length > 1) own = without(own, TIMED, pasted);
  own = without(
    own,
    QUOTATION,
    pasted,
    (found) => found.split(/\s+/).length >= QUOTED_WORDS || /[「『]/.test(found),
  );
  const written = writtenPart(own);
  if (written.length < own.length) pasted.push(own.slice(written.length));
  return { own: written, pasted };
}

/** Splits a prompt of a developer. */
export function splitRetrieved(text: string): Parts {
  const pasted: string[] = [];
  return { own: without(text, IN_PROMPTS, pasted), pasted };
}

function without(
  text: string,
  pattern: RegExp,
  pasted: string[],
  isPasted: (found: string) => boolean = () => true,
): string {
  return text.replace(pattern, (found) => {
    if (!isPasted(found)) return found;
    pasted.push(found);
    return '\n';
  });
}

const MOST_DATA = 20;

/** The text without its data literals, which are collected. */
function withoutData(text: string, pasted: string[]): string {
  let [own, from] = ['', 0];
  for (const { index } of [...text.matchAll(DATA_START)].slice(0, MOST_DATA)) {
    if (index < from) continue;
    const end = endOfData(text, index);
    if (end - index < QUOTED_WORDS * 4) continue;
    own += text.slice(from, index);
    pasted.push(text.slice(index, end));
    from = end;
  }
  return own + text.slice(from);
}

/** What of a data literal opens or closes it; brackets in quoted texts do not. */
const DATA_MARK = /"(?:[^"\\]|\\.)*"?|[{}[\]]/g;

/** Where the brackets that open at `start` are closed; the end of the text where they are not. */
function endOfData(text: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(start).matchAll(DATA_MARK)) {
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return text.length;
}

const LIST_ITEM = /^\s*(?:\d{1,2}[.)]|[-*•])\s/;

/** The beginning of a message, before a document begins in it. */
function writtenPart(text: string): string {
  const lines = text.split('\n');
  const titles = lines.flatMap((line, at) => (isTitle(line.trim(), lines[at + 1] ?? '') ? [at] : []));
  const [first = 0] = titles;
  return (titles.length >= TITLES ? lines.slice(0, first).join('\n') : text).slice(0, LONGEST_OWN);
}

/** A numbered title stands over its text, any other over an empty line; items of a list are no titles. */
function isTitle(line: string, next: string): boolean {
  if (!TITLE.test(line) || LIST_ITEM.test(next)) return false;
  return /^\d/.test(line) ? next.trim() !== '' : next.trim() === '';
}
