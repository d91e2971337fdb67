/**
 * Reads a transcript of Codex (`~/.codex/sessions/…/rollout-….jsonl`): what the model was sent and answered (`response_item`), and
 * what was shown (`event_msg`), in one file. Only the second knows which messages a person wrote: as `user_message`, or as
 * `item_completed` with an item `UserMessage`, as 0.159.3 and 0.169.0 write them.
 */
import { isObject, type JsonObject, objectOf, parsedObject, stringOf } from '../../../json.ts';
import {
  addTokens,
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

const SHELLS = new Set(['shell', 'shell_command', 'exec_command', 'local_shell', 'container.exec']);
const EXIT_CODE = /(?:"exit_code":\s*|exited with code |Exit code:\s*)(-?\d+)/;
/** The code stands in front of the output, which may have one of its own. */
const HEAD_CHARS = 400;

/** Known, and not recorded: thoughts, repetitions of `response_item`, and the tool's own bookkeeping. */
const IGNORED = wordsOf(`
  compacted world_state inter_agent_communication reasoning agent_message agent_reasoning
  agent_reasoning_raw_content context_compacted compaction context_compaction web_search_end mcp_tool_call_end
  patch_apply_end image_generation_end image_generation_call token_usage_record thread_settings_applied
  entered_review_mode exited_review_mode thread_rolled_back thread_goal_updated sub_agent_activity
  additional_tools tool_search_output ghost_snapshot
`);

/** Items that repeat a `response_item`, or that are not recorded. */
const IGNORED_ITEMS = wordsOf(`
  Reasoning Plan WebSearch ImageView ImageGeneration FileChange McpToolCall DynamicToolCall CollabAgentToolCall
  ContextCompaction HookPrompt EnteredReviewMode ExitedReviewMode Sleep SubAgentActivity
`);

interface Reading {
  transcript: Transcript;
  turn: Turn | null;
  calls: Map<string, TurnCall>;
  toolVersion: string | null;
  model: string | null;
  /** The id of the turn that begins with the next prompt, where the tool names it. */
  nextId: string | null;
  /** Messages of the agent that are in the turn; some versions write each twice. */
  answers: Set<string>;
}

type Part = (reading: Reading, payload: JsonObject, at: number) => void;

const PARTS: Record<string, Part> = {
  session_meta(reading, payload) {
    reading.toolVersion = stringOf(payload['cli_version']);
  },
  turn_context(reading, payload) {
    reading.model = stringOf(payload['model']);
    if (reading.turn !== null) reading.turn.model = reading.model;
  },
  task_started: startTask,
  turn_started: startTask,
  user_message: (reading, payload, at) => beginTurn(reading, stringOf(payload['message']) ?? '', at),
  item_completed: readItem,
  turn_aborted({ turn }) {
    if (turn !== null) turn.isInterrupted = true;
  },
  task_complete: () => undefined,
  turn_complete: () => undefined,
  token_count: addUsage,
  message: readMessage,
  function_call: ({ turn, calls }, payload) =>
    addCall(turn, calls, payload, parsedArguments(payload['arguments'])),
  custom_tool_call: ({ turn, calls }, payload) => addCall(turn, calls, payload, stringOf(payload['input'])),
  local_shell_call: ({ turn, calls }, payload) =>
    addCall(turn, calls, { ...payload, name: 'local_shell' }, objectOf(payload['action'])),
  web_search_call: ({ turn, calls }, payload) =>
    addCall(turn, calls, { ...payload, name: 'web_search' }, objectOf(payload['action'])),
  tool_search_call: ({ turn, calls }, payload) =>
    addCall(turn, calls, { ...payload, name: 'tool_search' }, parsedArguments(payload['arguments'])),
  function_call_output: readResult,
  custom_tool_call_output: readResult,
  exec_command_end: ({ calls }, payload) => setExecuted(calls.get(String(payload['call_id'])), payload),
};

const ITEMS: Record<string, Part> = {
  UserMessage: (reading, item, at) => beginTurn(reading, textOfParts(item['content']), at),
  AgentMessage: (reading, item) => addAnswer(reading, stringOf(item['id']), textOfParts(item['content'])),
  CommandExecution: ({ calls }, item) => setExecuted(calls.get(String(item['id'])), item),
};

export function readCodexTranscript(lines: Iterable<string>): Transcript {
  const transcript: Transcript = { turns: [], unknown: {} };
  const reading: Reading = {
    ...{ transcript, turn: null, calls: new Map<string, TurnCall>() },
    ...{ toolVersion: null, model: null, nextId: null, answers: new Set<string>() },
  };
  for (const { entry, at } of entriesOf(lines, transcript)) {
    const payload = objectOf(entry['payload']);
    const isWrapper = entry['type'] === 'response_item' || entry['type'] === 'event_msg';
    const kind = String(isWrapper ? payload['type'] : entry['type']);
    const part = Object.hasOwn(PARTS, kind) ? PARTS[kind] : undefined;
    if (part !== undefined) part(reading, payload, at);
    else if (!IGNORED.has(kind)) countUnknown(transcript, kind);
    if (reading.turn !== null && at > 0) reading.turn.endedAt = at;
  }
  transcript.turns = transcript.turns.filter(
    ({ messages, calls }) => messages.length > 1 || calls.length > 0,
  );
  return transcript;
}

function startTask(reading: Reading, payload: JsonObject): void {
  reading.nextId = stringOf(payload['turn_id']);
  reading.turn = null;
}

/** A version that writes a prompt both as `user_message` and as an item means one turn. */
function beginTurn(reading: Reading, prompt: string, at: number): void {
  const { turn, nextId } = reading;
  const isRepeated = turn?.prompt === prompt && turn.messages.length === 1 && turn.calls.length === 0;
  if (isRepeated && nextId === null) return;
  reading.turn = newTurn(nextId ?? `${at}`, prompt, at, reading.toolVersion);
  reading.turn.model = reading.model;
  reading.nextId = null;
  reading.transcript.turns.push(reading.turn);
}

function readItem(reading: Reading, payload: JsonObject, at: number): void {
  const item = objectOf(payload['item']);
  const kind = String(item['type']);
  const part = Object.hasOwn(ITEMS, kind) ? ITEMS[kind] : undefined;
  if (part !== undefined) part(reading, item, at);
  else if (!IGNORED_ITEMS.has(kind)) countUnknown(reading.transcript, `item ${kind}`);
}

function readMessage(reading: Reading, payload: JsonObject): void {
  // A message with another role is the tool's own, or the prompt, which an event has.
  if (payload['role'] === 'assistant')
    addAnswer(reading, stringOf(payload['id']), textOfParts(payload['content']));
}

function addAnswer({ turn, answers }: Reading, id: string | null, text: string): void {
  if (turn === null || text.trim() === '' || (id !== null && answers.has(id))) return;
  if (id !== null) answers.add(id);
  turn.messages.push({ role: 'assistant', content: text });
}

function parsedArguments(text: unknown): JsonObject | string | null {
  // Arguments that the model wrote badly are kept as it wrote them.
  return parsedObject(String(text)) ?? stringOf(text);
}

function addCall(
  turn: Turn | null,
  calls: Map<string, TurnCall>,
  payload: JsonObject,
  given: JsonObject | string | null,
): void {
  if (turn === null) return;
  const name = String(payload['name']);
  const call = newCall(name, given, {
    command: SHELLS.has(name) ? commandOf(objectOf(given)) : null,
    editsFiles: name === 'apply_patch',
  });
  turn.calls.push(call);
  if (payload['call_id'] !== undefined) calls.set(String(payload['call_id']), call);
}

/** `cmd` or `command`: a text, or the words of a command, of which `bash -lc` is only the wrapping. */
function commandOf({ cmd, command }: JsonObject): string | null {
  const said = cmd ?? command;
  if (!Array.isArray(said)) return stringOf(said);
  const words = said.map(String);
  const isWrapped = words.length === 3 && /(?:^|\/)(?:ba|z|)sh$/.test(words[0] ?? '');
  return isWrapped ? (words[2] ?? '') : words.join(' ');
}

function readResult({ transcript, calls }: Reading, payload: JsonObject): void {
  const call = calls.get(String(payload['call_id']));
  if (call === undefined) {
    countUnknown(transcript, 'result without a call');
    return;
  }
  // The event with the exit code comes first and is the better one.
  if (call.result !== null || call.error !== null) return;
  const { output } = payload;
  const text = stringOf(output) ?? stringOf(objectOf(output)['content']) ?? textOfParts(output);
  const code = EXIT_CODE.exec(text.slice(0, HEAD_CHARS))?.[1];
  const failed = objectOf(output)['success'] === false;
  setResult(call, text, code === undefined ? (failed ? 1 : null) : Number(code));
}

function setExecuted(call: TurnCall | undefined, payload: JsonObject): void {
  if (call === undefined) return;
  const code = payload['exit_code'];
  setResult(call, stringOf(payload['aggregated_output']) ?? '', typeof code === 'number' ? code : null);
}

/** A command that went on in the background has its result twice; the later one is its end. */
function setResult(call: TurnCall, text: string, code: number | null): void {
  const failed = code !== null && code !== 0;
  call.error = failed ? text : null;
  call.result = failed ? null : text;
  call.exitCode = call.command === null ? null : code;
}

function addUsage({ turn }: Reading, payload: JsonObject): void {
  const last = objectOf(payload['info'])['last_token_usage'];
  if (turn === null || !isObject(last)) return;
  addTokens(turn, last['input_tokens'], last['output_tokens']);
}
