/**
 * What was said in quoted runs, by who answers for it: the user and the developer, the agent, a failure, or
 * somebody outside. The quotes are what the model was shown, so nothing that it may have repeated is left
 * out.
 */
import { QUOTE_CLOSING, QUOTE_OPENING } from './quote.ts';

type Fields = Record<string, unknown>;

/** Who speaks in a run for itself: the user and the agent. Everything else came from outside. */
const USER_ROLES = ['user', 'human'];
const AGENT_ROLES = ['assistant', 'ai', 'model'];
const DEVELOPER_ROLES = ['system', 'developer'];

/** An error is a sentence or two; whatever a page or a tool adds to it is no error. */
const MAX_SIGNAL = 300;

/** The texts of quoted episodes. */
interface QuotedTexts {
  readonly all: string[];
  /**
   * What is not in the user's own words: what others said, and material that was put into the user's
   * messages.
   */
  readonly others: string[];
  /** What neither the user nor the agent said, with that material. */
  readonly foreign: string[];
}

/** The texts of quoted episodes, by who said them. */
export function textsIn(quotes: readonly string[]): QuotedTexts {
  const records = quotes.flatMap(recordsIn);
  const [users, rest] = [records.filter(isUsers), records.filter((record) => !isUsers(record))];
  const texts = (some: readonly Fields[]) => some.flatMap(collectLeaves);
  const material = texts(users).flatMap((text) => text.match(MATERIAL) ?? []);
  const isAgents = ({ role }: Fields) => AGENT_ROLES.includes(String(role).toLowerCase());
  return {
    all: texts(records),
    others: [...texts(rest), ...material],
    foreign: [...texts(rest.filter((record) => !isAgents(record))), ...material],
  };
}

/**
 * What runs said, by how far it is trusted. What the agent said is in none of them: it may only repeat what
 * it read.
 */
export interface RunTexts {
  /** The words of the users: tasks, messages, feedback. */
  readonly user: readonly string[];
  /** System and developer prompts. */
  readonly developer: readonly string[];
  /** What a failure says: errors, what verification found, the names of tools. */
  readonly signals: readonly string[];
  /** Tool results, retrieved text, file contents. */
  readonly untrusted: readonly string[];
}

/** Splits what quoted runs said by how far it is trusted. */
export function textsByTrust(quotes: readonly string[]): RunTexts {
  const texts = {
    user: [] as string[],
    developer: [] as string[],
    signals: [] as string[],
    untrusted: [] as string[],
  };
  for (const record of quotes.flatMap(recordsIn)) addRecord(texts, record);
  return texts;
}

/** Shorter lines of a document may stand in any message. */
const LEAST_LINE = 20;

/**
 * The same texts where retrievers `found` what stands in the messages: a prompt has it in the name of its
 * author.
 */
export function withFound(texts: RunTexts, found: readonly string[]): RunTexts {
  if (found.length === 0) return texts;
  const lines = found.flatMap((text) => text.split('\n')).map((line) => line.trim());
  const long = [...new Set(lines)].filter(({ length }) => length >= LEAST_LINE);
  const without = (text: string) => long.reduce((left, line) => left.replaceAll(line, '\n'), text);
  return {
    ...texts,
    user: texts.user.map(without),
    developer: texts.developer.map(without),
    untrusted: [...texts.untrusted, ...found],
  };
}

type Collected = { [Key in keyof RunTexts]: string[] };

function addRecord(texts: Collected, record: Fields): void {
  const { user, developer, signals, untrusted } = texts;
  if ('tool' in record) {
    signals.push(...collectLeaves(record['tool']));
    addSignals(texts, record['error']);
    untrusted.push(...collectLeaves(record['result']));
  } else if (isAsked(record)) {
    addSpoken(user, untrusted, collectLeaves(record));
  } else if ('role' in record) {
    const role = String(record['role']).toLowerCase();
    const said = collectLeaves(record['content']);
    if (USER_ROLES.includes(role)) addSpoken(user, untrusted, said);
    else if (DEVELOPER_ROLES.includes(role)) addSpoken(developer, untrusted, said);
    else if (!AGENT_ROLES.includes(role)) untrusted.push(...said);
  } else if ('error' in record || 'verification' in record) addSignals(texts, record);
  else untrusted.push(...collectLeaves(record));
}

function isUsers(record: Fields): boolean {
  return isAsked(record) || USER_ROLES.includes(String(record['role']).toLowerCase());
}

/** The task and what the user said of the run afterwards. */
function isAsked(record: Fields): boolean {
  return 'task' in record || 'feedback' in record;
}

function addSignals({ signals, untrusted }: Collected, value: unknown): void {
  for (const text of collectLeaves(value)) {
    signals.push(text.slice(0, MAX_SIGNAL));
    if (text.length > MAX_SIGNAL) untrusted.push(text.slice(MAX_SIGNAL));
  }
}

/** A message counts as what its author wrote, without the material that was put into it. */
function addSpoken(own: string[], untrusted: string[], texts: readonly string[]): void {
  for (const text of texts) {
    own.push(text.replace(MATERIAL, '\n'));
    untrusted.push(...(text.match(MATERIAL) ?? []));
  }
}

/** What an element or a heading is called that holds material. */
const ELEMENTS =
  'attachments?|attached[_ -]?files?|chunks?|contents?|contexts?|data|docs?|documents?|e-?mails?|excerpts?|files?|knowledge|observations?|pages?|passages?|quotes?|references?|results?|retrieved(?:[_ -]\\w+)?|search[_ -]results?|snippets?|sources?|tool[_ -](?:output|result|response)s?|transcripts?|web[_ -]?pages?|web[_ -]?results?';
const HEADINGS =
  'attachments?|(?:retrieved |relevant )?contexts?|(?:retrieved |relevant )?documents?|excerpts?|files?|file contents?|forwarded message|(?:retrieved |relevant )?passages?|retrieved \\w+|search results?|snippets?|sources?|tool (?:output|result)s?|web ?pages?';
const END = '(?![\\s\\S])';

/**
 * Material inside a message: an element named after it, a fenced block, quoted lines, or what follows a
 * heading such as "Context:" up to the question.
 */
const MATERIAL = new RegExp(
  [
    `<(${ELEMENTS})\\b[^<>]{0,200}>[\\s\\S]*?(?:</\\1>|${END})`,
    `^(?:\`\`\`|~~~)[\\s\\S]*?(?:^(?:\`\`\`|~~~)[^\\S\\n]*$|${END})`,
    '^>[^\\n]*(?:\\n>[^\\n]*)*',
    `^[-#*[ ]{0,12}(?:${HEADINGS})(?: \\d+)?[-:*\\] ]{0,14}\\n[\\s\\S]*?(?=\\n[-#*[ ]{0,12}(?:question|query|task|request|user|instructions?|answer)\\b|${END})`,
  ].join('|'),
  'gimu',
);

/** The records between the delimiters, one a line. */
function recordsIn(quote: string): Fields[] {
  const start = quote.indexOf(QUOTE_OPENING);
  const lines = quote.slice(start + QUOTE_OPENING.length, quote.lastIndexOf(QUOTE_CLOSING)).split('\n');
  return lines.filter((line) => line !== '').map(parseFields);
}

function parseFields(line: string): Fields {
  try {
    return Object(JSON.parse(line)) as Fields;
  } catch {
    // Whatever cannot be read as a record is still a text that was shown.
    return { text: line };
  }
}

function collectLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...nestedIn(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectLeaves) : [];
}

/**
 * The texts of a text that is JSON itself, such as a tool's arguments: there line ends and quotes are written
 * otherwise.
 */
function nestedIn(text: string): string[] {
  if (!/^\s*[{[]/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? collectLeaves(value) : [];
  } catch {
    return [];
  }
}
