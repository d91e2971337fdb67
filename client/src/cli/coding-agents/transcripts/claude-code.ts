/**
 * Reads a transcript of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`): lines whose `message` is one of the Messages
 * API. Anthropic calls the format internal; docs/coding-agents.md says which descriptions of it this follows.
 */
import { isObject, type JsonObject, numberOf, objectOf, stringOf } from '../../../json.ts';
import {
  countUnknown,
  entriesOf,
  newCall,
  newTurn,
  type Transcript,
  type Turn,
  type TurnCall,
  textOfParts,
  wordsOf,
} from './turn.ts';

/** Entries that are no part of the conversation. */
const BOOKKEEPING = wordsOf(`
  summary system attachment progress queue-operation mode permission-mode last-prompt api-request
  api-request-shape api-request-blob atis-latch tools-used cost-state file-history-snapshot file-history-delta
  ai-title custom-title agent-name pr-link
`);

const EDITORS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Blocks of an answer that are not recorded: what the model thought. */
const THOUGHTS = new Set(['thinking', 'redacted_thinking']);

const INTERRUPTED = /^\[Request interrupted by user/;
/** A command of the user, such as `/review`; the text that it stands for comes in an entry of its own. */
const COMMAND =
  /^\s*(?:<command-message>[\s\S]*?<\/command-message>\s*)?<command-name>([\s\S]*?)<\/command-name>/;
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*?)<\/command-args>/;
/** What Claude Code writes in the user's name. */
const NOT_BY_THE_USER = /^\s*<(?:local-command-|bash-|task-notification|system-reminder)/;
const EXIT_CODE = /^(?:Error: )?Exit code (\d+)/;
const IN_BACKGROUND = /^Command running in background/;
/** A subagent that was started without waiting for it. Its result comes in a notification. */
const STARTED_AGENT = /^Async agent launched successfully/;
const NOTIFICATION = /<task-notification>[\s\S]*<\/task-notification>/;

interface Reading {
  transcript: Transcript;
  turn: Turn | null;
  calls: Map<string, TurnCall>;
  /** Tokens by message: an answer is written in several lines that repeat them. */
  usage: Map<string, { input: number; output: number }>;
}

export function readClaudeCodeTranscript(lines: Iterable<string>): Transcript {
  const transcript: Transcript = { turns: [], unknown: {} };
  const reading: Reading = { transcript, turn: null, calls: new Map(), usage: new Map() };
  for (const { entry, at } of entriesOf(lines, transcript)) {
    // What a subagent did is in the result of the call that started it.
    if (entry['isSidechain'] === true) continue;
    if (entry['type'] === 'user') readUser(reading, entry, at);
    else if (entry['type'] === 'assistant') readAssistant(reading, entry, at);
    else if (entry['type'] === 'queue-operation') readNotification(reading, stringOf(entry['content']));
    else if (!BOOKKEEPING.has(String(entry['type']))) countUnknown(transcript, String(entry['type']));
  }
  // A command of the tool itself, such as `/clear`, has no answer and is no run.
  transcript.turns = transcript.turns.filter(
    ({ messages, calls, error }) => messages.length > 1 || calls.length > 0 || error !== null,
  );
  return transcript;
}

function readUser(reading: Reading, entry: JsonObject, at: number): void {
  const { content } = objectOf(entry['message']);
  const blocks = Array.isArray(content) ? content.filter(isObject) : [{ type: 'text', text: content }];
  for (const block of blocks) if (block['type'] === 'tool_result') readResult(reading, block, at);
  if (entry['isMeta'] === true || entry['isCompactSummary'] === true) return;
  const text = blocks
    .map((block) => textOfBlock(reading.transcript, block))
    .filter((part) => part !== '')
    .join('\n');
  readNotification(reading, text);
  if (text === '' || NOT_BY_THE_USER.test(text)) return;
  if (INTERRUPTED.test(text)) {
    if (reading.turn !== null) reading.turn.isInterrupted = true;
    return;
  }
  const prompt = promptOf(text);
  const id = stringOf(entry['uuid']) ?? `${at}`;
  reading.turn = newTurn(id, prompt, at, stringOf(entry['version']));
  reading.transcript.turns.push(reading.turn);
  reading.usage.clear();
}

function promptOf(text: string): string {
  const name = COMMAND.exec(text)?.[1];
  if (name === undefined) return text;
  return `${name} ${COMMAND_ARGUMENTS.exec(text)?.[1] ?? ''}`.trim();
}

function textOfBlock(transcript: Transcript, block: JsonObject): string {
  const { type, text } = block;
  if (type === 'text') return stringOf(text) ?? '';
  if (type === 'tool_result') return '';
  if (type === 'image' || type === 'document') return `[${type}]`;
  countUnknown(transcript, `user block ${String(type)}`);
  return '';
}

function readResult({ transcript, turn, calls }: Reading, block: JsonObject, at: number): void {
  const call = calls.get(String(block['tool_use_id']));
  if (call === undefined) {
    countUnknown(transcript, 'result without a call');
    return;
  }
  const { content } = block;
  const text = textOfParts(Array.isArray(content) ? content : [{ type: 'text', text: content }]);
  const failed = block['is_error'] === true;
  if (failed) call.error = text;
  else call.result = text;
  if (!failed && STARTED_AGENT.test(text)) call.isPending = true;
  call.exitCode = exitCodeOf(call, text, failed);
  if (turn !== null && at > 0) turn.endedAt = at;
}

/** What a subagent that went on by itself says at its end. It may say so more than once; the last counts. */
function readNotification({ calls }: Reading, text: string | null): void {
  const said = NOTIFICATION.exec(text ?? '')?.[0] ?? '';
  const part = (name: string) => new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(said)?.[1];
  const call = calls.get(part('tool-use-id') ?? '');
  const result = part('result') ?? part('summary') ?? null;
  if (call?.isPending === undefined || result === null) return;
  const isDone = part('status') === 'completed';
  Object.assign(call, { result: isDone ? result : null, error: isDone ? null : result, isPending: false });
}

/** A refusal of the user is an error too, and says nothing about the command. */
function exitCodeOf({ command }: TurnCall, text: string, failed: boolean): number | null {
  if (command === null || IN_BACKGROUND.test(text)) return null;
  if (!failed) return 0;
  const code = EXIT_CODE.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

function readAssistant(reading: Reading, entry: JsonObject, at: number): void {
  const { turn, transcript } = reading;
  if (turn === null) return;
  const message = objectOf(entry['message']);
  if (at > 0) turn.endedAt = at;
  const content = Array.isArray(message['content']) ? message['content'].filter(isObject) : [];
  if (entry['isApiErrorMessage'] === true) {
    turn.error = content.map((block) => stringOf(block['text']) ?? '').join('\n');
    return;
  }
  turn.error = null;
  if (message['model'] !== '<synthetic>') turn.model = stringOf(message['model']) ?? turn.model;
  for (const block of content) readAnswerBlock(reading, turn, block);
  if (isObject(message['usage'])) addUsage(reading, turn, message);
  if (!Array.isArray(message['content'])) countUnknown(transcript, 'answer without blocks');
}

function readAnswerBlock({ transcript, calls }: Reading, turn: Turn, block: JsonObject): void {
  const { type, text, id, name, input } = block;
  if (type === 'text' && typeof text === 'string') {
    if (text.trim() !== '') turn.messages.push({ role: 'assistant', content: text });
    return;
  }
  if (type === 'tool_use') {
    const call = newCall(String(name), isObject(input) ? input : null, {
      command: name === 'Bash' ? stringOf(objectOf(input)['command']) : null,
      editsFiles: EDITORS.has(String(name)),
    });
    turn.calls.push(call);
    calls.set(String(id), call);
    return;
  }
  if (!THOUGHTS.has(String(type))) countUnknown(transcript, `answer block ${String(type)}`);
}

function addUsage({ usage }: Reading, turn: Turn, message: JsonObject): void {
  const told = objectOf(message['usage']);
  usage.set(String(message['id']), {
    input:
      numberOf(told['input_tokens']) +
      numberOf(told['cache_creation_input_tokens']) +
      numberOf(told['cache_read_input_tokens']),
    output: numberOf(told['output_tokens']),
  });
  const all = [...usage.values()];
  turn.usage = {
    input_tokens: all.reduce((sum, { input }) => sum + input, 0),
    output_tokens: all.reduce((sum, { output }) => sum + output, 0),
  };
}
