/** What the readers of all transcripts make of them: turns, each from a user's prompt to the end of the agent's answer. */

import { isObject, type JsonObject, numberOf, parsedObject, stringOf } from '../../../json.ts';

export interface TurnCall {
  name: string;
  arguments: Record<string, unknown> | string | null;
  result: string | null;
  error: string | null;
  /** The shell command, where the tool ran one. */
  command: string | null;
  /** What the command exited with; null where that is not known. */
  exitCode: number | null;
  /** Whether the tool writes files by itself. */
  editsFiles: boolean;
  /** Its result comes later: it started an agent that goes on beside this one. */
  isPending?: boolean;
}

export interface Turn {
  /** Unique in the session, and the same each time the transcript is read. */
  id: string;
  prompt: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** Texts of the user and the agent, without what the agent thought. */
  messages: { role: 'user' | 'assistant'; content: string }[];
  calls: TurnCall[];
  /** Why the model could not answer. */
  error: string | null;
  /** The user stopped it. */
  isInterrupted: boolean;
  model: string | null;
  /** Tokens read (cached ones too) and written; null where the transcript has none. */
  usage: { input_tokens: number; output_tokens: number } | null;
  toolVersion: string | null;
}

export interface Transcript {
  turns: Turn[];
  /** How many entries of each kind were not understood. */
  unknown: Record<string, number>;
}

/** Reads the lines of a transcript, one JSON object each. What it does not understand it counts. */
export type TranscriptReader = (lines: Iterable<string>) => Transcript;

export function newTurn(id: string, prompt: string, at: number, toolVersion: string | null): Turn {
  return {
    id,
    prompt,
    startedAt: at,
    endedAt: at,
    messages: [{ role: 'user', content: prompt }],
    calls: [],
    error: null,
    isInterrupted: false,
    model: null,
    usage: null,
    toolVersion,
  };
}

/** A call that has no result yet; `command` is that of a shell. */
export function newCall(
  name: string,
  given: TurnCall['arguments'],
  { command, editsFiles }: Pick<TurnCall, 'command' | 'editsFiles'>,
): TurnCall {
  return { name, arguments: given, result: null, error: null, command, exitCode: null, editsFiles };
}

/** Adds the tokens of an answer to those of its turn. */
export function addTokens(turn: Turn, input: unknown, output: unknown): void {
  turn.usage = {
    input_tokens: (turn.usage?.input_tokens ?? 0) + numberOf(input),
    output_tokens: (turn.usage?.output_tokens ?? 0) + numberOf(output),
  };
}

/** The texts of a list of parts; a part without one is named by its type. */
export function textOfParts(parts: unknown): string {
  const all = Array.isArray(parts) ? parts.filter(isObject) : [];
  return all.map((part) => stringOf(part['text']) ?? `[${String(part['type'])}]`).join('\n');
}

/** The words of a text: kinds of entries, of which there are many. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Kinds are what a file says: they are counted by name only where they look like names, and are few. */
const NAME = /^[\w -]{1,60}$/;
const MAX_KINDS = 50;

export function countUnknown({ unknown }: Transcript, kind: string): void {
  const known = Object.hasOwn(unknown, kind) || Object.keys(unknown).length < MAX_KINDS;
  const name = known && NAME.test(kind) ? kind : 'others';
  unknown[name] = (Object.hasOwn(unknown, name) ? (unknown[name] ?? 0) : 0) + 1;
}

/** The entries of the lines, each with its moment in milliseconds since 1970 (0 where it has none). */
export function* entriesOf(
  lines: Iterable<string>,
  transcript: Transcript,
): Generator<{ entry: JsonObject; at: number }> {
  for (const line of lines) {
    if (line.trim() === '') continue;
    const entry = parsedObject(line);
    if (entry === null) countUnknown(transcript, 'no JSON object');
    else yield { entry, at: Date.parse(stringOf(entry['timestamp']) ?? '') || 0 };
  }
}
