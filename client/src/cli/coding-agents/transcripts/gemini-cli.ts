/**
 * Reads a transcript of Gemini CLI (`~/.gemini/tmp/<project>/chats/session-….jsonl`, as 0.61.0 writes it): messages by their ids, each
 * written again when something is added to it, and changes of the whole (`$set`).
 */
import { isObject, type JsonObject, objectOf, stringOf } from '../../../json.ts';
import {
  addTokens,
  countUnknown,
  entriesOf,
  newTurn,
  type Transcript,
  type Turn,
  type TurnCall,
} from './turn.ts';

const SHELL = 'run_shell_command';
const EDITORS = new Set(['write_file', 'replace', 'edit']);
/** What the tool and its hooks add to a prompt and to a result. */
const NOT_BY_THE_USER = /<(session_context|hook_context)>[\s\S]*?<\/\1>\s*/g;
/** Only a code that is not 0 is written. */
const EXIT_CODE = /^Exit Code: (-?\d+)$/m;
const IN_BACKGROUND = /^Background PIDs?:/m;
/** What the tool puts around the output of a command. */
const FRAME = /^<untrusted_context>\n?(?:Output: )?|\n?<\/untrusted_context>$/g;

/** Messages that are shown to the user alone. */
const IGNORED = new Set(['info', 'warning']);

export function readGeminiCliTranscript(lines: Iterable<string>): Transcript {
  const transcript: Transcript = { turns: [], unknown: {} };
  let turn: Turn | null = null;
  for (const [id, { message, at }] of messagesIn(lines, transcript)) {
    const prompt = message['type'] === 'user' ? promptOf(message['content']) : '';
    if (prompt !== '') {
      turn = newTurn(id, prompt, at, null);
      transcript.turns.push(turn);
    } else if (turn !== null) readMessage(transcript, turn, message);
    if (turn !== null && at > 0) turn.endedAt = at;
  }
  transcript.turns = transcript.turns.filter(
    (each) => each.messages.length > 1 || each.calls.length > 0 || each.error !== null,
  );
  return transcript;
}

/** The messages as they were last written, in the order in which they began. */
function messagesIn(lines: Iterable<string>, transcript: Transcript) {
  const messages = new Map<string, { message: JsonObject; at: number }>();
  for (const { entry, at } of entriesOf(lines, transcript)) {
    const id = stringOf(entry['id']);
    if (id !== null) messages.set(id, { message: entry, at });
    // The head of the file, and what is set as a whole: the context of the session.
    else if (entry['$set'] === undefined && entry['sessionId'] === undefined)
      countUnknown(transcript, 'entry without an id');
  }
  return messages;
}

/** The text of a user's message; empty for one with results of tools, or of the tool itself. */
function promptOf(content: unknown): string {
  return textOf(content).replace(NOT_BY_THE_USER, '').trim();
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return stringOf(content) ?? '';
  return content
    .filter(isObject)
    .map(({ text }) => stringOf(text) ?? '')
    .join('\n');
}

function readMessage(transcript: Transcript, turn: Turn, message: JsonObject): void {
  const { type, content } = message;
  if (type === 'error') turn.error = textOf(content);
  else if (type === 'gemini') readAnswer(turn, message);
  else if (type !== 'user' && !IGNORED.has(String(type))) countUnknown(transcript, String(type));
}

function readAnswer(turn: Turn, { content, tokens, toolCalls, model }: JsonObject): void {
  turn.error = null;
  turn.model = stringOf(model) ?? turn.model;
  const text = textOf(content);
  if (text.trim() !== '') turn.messages.push({ role: 'assistant', content: text });
  if (Array.isArray(toolCalls)) turn.calls.push(...toolCalls.filter(isObject).map(callOf));
  if (isObject(tokens)) addTokens(turn, tokens['input'], tokens['output']);
}

function callOf(call: JsonObject): TurnCall {
  const name = String(call['name']);
  const results = Array.isArray(call['result']) ? call['result'].filter(isObject) : [];
  const said = results.map((each) => responseOf(objectOf(each['functionResponse'])['response'])).join('\n');
  const text = said.replaceAll(NOT_BY_THE_USER, '').replaceAll(FRAME, '');
  const command = name === SHELL ? stringOf(objectOf(call['args'])['command']) : null;
  const exitCode = command === null || call['status'] !== 'success' ? null : exitCodeOf(text);
  const failed = call['status'] === 'error' || (exitCode !== null && exitCode !== 0);
  return {
    name,
    arguments: isObject(call['args']) ? call['args'] : null,
    result: failed ? null : text,
    error: failed ? text : null,
    command,
    exitCode,
    editsFiles: EDITORS.has(name),
  };
}

function responseOf(response: unknown): string {
  const { output, error } = objectOf(response);
  return stringOf(output) ?? stringOf(error) ?? JSON.stringify(response ?? null);
}

function exitCodeOf(text: string): number | null {
  if (IN_BACKGROUND.test(text)) return null;
  return Number(EXIT_CODE.exec(text)?.[1] ?? 0);
}
