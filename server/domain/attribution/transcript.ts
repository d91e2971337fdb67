/**
 * What was said in a quoted run, by who said it. The quote is what the model was shown, so nothing is left out that it
 * may have repeated. What the agent wrote vouches for nothing: it may only repeat what it read.
 */
import { QUOTE_CLOSING, QUOTE_OPENING } from '../learning/quote.ts';
import type { QuotableEpisode } from '../learning/quote-episode.ts';
import { deedsOf, isFailure, resultNames } from './deeds.ts';
import { CLAUSES, splitErrors } from './error-meaning.ts';
import { splitPasted, splitRetrieved } from './pasted.ts';

/** A run, as it was quoted to the model. */
export interface SpokenRun {
  readonly quote: string;
  /** Whether it is known to have succeeded: only then do the agent's calls show how it is done. */
  readonly hasSucceeded: boolean;
  readonly userId: string | null;
  /** What retrievers put into it. */
  readonly found?: readonly string[];
  /** What memories of its user said that it was served. */
  readonly remembered?: readonly string[];
}

/** What a run said. */
export interface Transcript {
  /** Tasks, messages and feedback in the user's own words. */
  readonly user: readonly string[];
  /** System and developer prompts. */
  readonly developer: readonly string[];
  readonly verification: readonly string[];
  /** What errors say went wrong, and the names of tools. */
  readonly error: readonly string[];
  /** What the agent did with success: names of tools, commands, values; not what it wrote as text. */
  readonly deeds: readonly string[];
  /** What it did on the way there, the attempts that failed among them. */
  readonly tried: readonly string[];
  /** What the agent wrote, in messages and as text to tools. */
  readonly agent: readonly string[];
  /** Results of tools, pasted text, and what an error carries beside its meaning. */
  readonly tool: readonly string[];
  /** What retrievers found. */
  readonly retrieved: readonly string[];
}

/** Reward of a run that went well, where no verification says so: half of it is what a partial success earns. */
const GOOD_REWARD = 0.5;

/** Whether a run was verified, or is known to have succeeded. */
export function hasSucceeded({
  verification,
  reward,
  outcome,
}: Pick<QuotableEpisode, 'verification' | 'reward' | 'outcome'>) {
  return verification?.passed ?? (reward === null ? outcome === 'success' : reward > GOOD_REWARD);
}

type Fields = Record<string, unknown>;
type TranscriptDraft = { [Key in keyof Transcript]: string[] };

const USER_ROLES = ['user', 'human'];
const AGENT_ROLES = ['assistant', 'ai', 'model'];
const DEVELOPER_ROLES = ['system', 'developer'];

/** Splits what a run said by who said it. */
export function transcribe({ quote, hasSucceeded: isGood, found = [] }: SpokenRun): Transcript {
  const texts: TranscriptDraft = {
    ...{
      user: [],
      developer: [],
      verification: [],
      error: [],
      deeds: [],
      tried: [],
      agent: [],
      tool: [],
      retrieved: [...found],
    },
  };
  const records = recordsIn(quote);
  for (const record of records) addRecord(texts, record);
  if (isGood) {
    texts.deeds.push(
      ...records.filter(hasWorked).flatMap((call) => [...deedsOf(call), ...resultNames(call)]),
    );
    texts.tried.push(...records.filter((record) => 'tool' in record).flatMap(deedsOf));
  }
  return withoutFound(texts);
}

/** Shorter lines of a document may stand in any message. */
const LEAST_LINE = 20;

/** Without what retrievers found in the messages: a prompt has it in the name of its author. */
function withoutFound(texts: Transcript): Transcript {
  const lines = texts.retrieved.flatMap((text) => text.split('\n')).map((line) => line.trim());
  const long = [...new Set(lines)].filter(({ length }) => length >= LEAST_LINE);
  const without = (text: string) => long.reduce((left, line) => left.replaceAll(line, '\n'), text);
  return { ...texts, user: texts.user.map(without), developer: texts.developer.map(without) };
}

function addRecord(texts: TranscriptDraft, record: Fields): void {
  const { user, developer, verification, tool } = texts;
  if ('tool' in record) {
    texts.error.push(...collectLeaves(record['tool']));
    addErrors(texts, record['error']);
    tool.push(...collectLeaves(record['result']));
    texts.agent.push(...collectLeaves(record['arguments']));
  } else if ('task' in record || 'feedback' in record) {
    const { task, comment, correction } = record;
    addSpoken(user, tool, stringsIn({ task, comment, correction }).map(splitPasted));
  } else if ('role' in record) {
    const role = String(record['role']).toLowerCase();
    const contents = stringsIn({ content: record['content'] });
    if (USER_ROLES.includes(role)) addSpoken(user, tool, contents.map(splitPasted));
    else if (DEVELOPER_ROLES.includes(role)) addSpoken(developer, tool, contents.map(splitRetrieved));
    else (AGENT_ROLES.includes(role) ? texts.agent : tool).push(...contents.flatMap(collectLeaves));
  } else if ('verification' in record) verification.push(...collectLeaves(record['verification']));
  else if ('error' in record) addErrors(texts, record['error']);
  else tool.push(...collectLeaves(record));
}

function addErrors({ error, tool }: TranscriptDraft, value: unknown): void {
  for (const { meaning, carried } of collectLeaves(value).map(splitErrors)) {
    if (meaning.length > 0) error.push(meaning.join(CLAUSES));
    tool.push(...carried);
  }
}

function addSpoken(own: string[], tool: string[], parts: readonly ReturnType<typeof splitPasted>[]): void {
  for (const part of parts) {
    own.push(part.own);
    tool.push(...part.pasted.flatMap(collectLeaves));
  }
}

/** Whether a record is of a call that did what it was to do. */
function hasWorked(record: Fields): boolean {
  return 'tool' in record && !('error' in record) && !collectLeaves(record['result']).some(isFailure);
}

/** The texts of a record as they were written: data in a message was pasted into it. */
function stringsIn(record: Fields): string[] {
  return Object.values(record).filter((value) => typeof value === 'string');
}

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

/** The texts in a value; of a text that is JSON itself those in it, with what is written in names of fields. */
function collectLeaves(value: unknown): string[] {
  if (typeof value === 'string') return nestedIn(value) ?? [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value).filter((name) => /\s/.test(name.trim()));
  return [...names, ...Object.values(value).flatMap(collectLeaves)];
}

function nestedIn(text: string): string[] | null {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return collectLeaves(JSON.parse(text));
  } catch {
    return null;
  }
}
