/**
 * What an agent's call did, told from what it only wrote. The name of a tool, a command, a path, a number or a short
 * value is a deed; a sentence in a note, a search or a message is text, and may repeat what the agent read.
 */
import { namedTargets } from '../safety/learned/named-targets.ts';

type Fields = Record<string, unknown>;

/** So many plain words, being most of a line, are a sentence. */
const SENTENCE_WORDS = 4;
/** A value of so many plain words is a name or a choice, such as `legal` or `sales lead`. */
const VALUE_WORDS = 2;
/** A command begins with its program and at most two words of what it is to do. */
const HEAD_WORDS = 3;
const PLAIN = /^[\p{L}\p{M}’']+[.,:!?]?$/u;
/** A quoted argument of some words is read by itself: it may be a message, or a statement of SQL. */
const QUOTED_TEXT = /"((?:[^"\s]+\s+){2,}[^"]*)"|'((?:[^'\s]+\s+){2,}[^']*)'/g;
const JOINTS = /\n|&&|\|\||[;|]/;

const SQL =
  /^(?:select\b.+\bfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|view)|explain|with\s+\S+\s+as)\s/is;

/** What a successful call did, as texts: its tool with the names of its arguments, and what stands in them. */
export function deedsOf({ tool, arguments: given }: Fields): string[] {
  const { names, values } = argumentsIn(given);
  return [[String(tool), ...names].join(' '), ...values.flatMap(deedsIn)];
}

/** Arguments come as an object's JSON or as a bare text. */
function argumentsIn(given: unknown): { names: string[]; values: string[] } {
  if (typeof given !== 'string') return { names: [], values: [] };
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value !== 'object' || value === null) return { names: [], values: [String(value)] };
    return { names: namesIn(value), values: leavesIn(value) };
  } catch {
    return { names: [], values: [given] };
  }
}

function leavesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesIn);
  return value === null ? [] : [String(value)];
}

/** Names of arguments; the keys of a map of texts could be sentences. */
function namesIn(value: object): string[] {
  return Object.keys(value).filter((name) => /^[\w.-]{1,40}$/.test(name));
}

function deedsIn(value: string): string[] {
  return value
    .replace(QUOTED_TEXT, '\n$1$2\n')
    .split(JOINTS)
    .map((line) => deedIn(line.trim()))
    .filter((deed) => deed !== '');
}

/** What of a line is no sentence: all of a short value, the head and the arguments of a command, what is written in code. */
function deedIn(line: string): string {
  const words = line.split(/\s+/).filter((word) => word !== '');
  const plain = words.filter((word) => PLAIN.test(word));
  if (words.length <= VALUE_WORDS) return line;
  if (SQL.test(line)) return line;
  const isCommand = namedTargets(line).commands.length > 0;
  const isSentence = plain.length >= SENTENCE_WORDS && plain.length * 2 > words.length;
  if (isSentence && !isCommand) return '';
  const isLong = plain.length === words.length && !isCommand;
  return words.filter((word, at) => !PLAIN.test(word) || (at < HEAD_WORDS && !isLong)).join(' ');
}

/** The names of the fields that a call answered: they are the form of the tool, as the names of its arguments are. */
export function resultNames({ result }: Fields): string[] {
  if (typeof result !== 'string' || !/^\s*[{[]/.test(result)) return [];
  try {
    return [...new Set(fieldsIn(JSON.parse(result)))];
  } catch {
    return [];
  }
}

/** A longer name could be a sentence. */
const FIELD = /^[a-z]{1,20}(?:[_-]?[A-Za-z][a-z]{0,20}|[_-][a-z]{1,20}){0,2}$/;

function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value).filter((name) => FIELD.test(name));
  return [...names, ...Object.values(value).flatMap(fieldsIn)];
}

const FAILURE =
  /^\s*(?:error|fatal|traceback|exception|command failed|permission denied)\b|"errors?"\s*:\s*(?!null|\[\s*\]|""|false|0)|\bexit(?:ed)?(?: with)?(?: code| status)?[:\s]+[1-9]/i;
/** A failure is told at the beginning of an answer. */
const FAILURE_READ = 400;

/** Whether an answer that came as a result tells of a failure. */
export function isFailure(result: string): boolean {
  return FAILURE.test(result.slice(0, FAILURE_READ));
}
