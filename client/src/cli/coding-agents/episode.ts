/**
 * A turn as the episode that is sent: without excluded files, redacted by the gateway's own rules, and cut to a size that is worth
 * sending. Redaction comes before the cut, which could leave half of a credential.
 */
import { redactValue } from '../../../../server/domain/safety/redact-value.ts';
import type { EpisodeIn, ToolCall } from '../../generated/api.ts';
import { isObject } from '../../json.ts';
import type { NamesExcluded } from './excluded-paths.ts';
import type { NotedPrompt } from './session-state.ts';
import type { Turn, TurnCall } from './transcripts/turn.ts';

/** The gateway's own tools, whose answers are what it knows already. */
export const OWN_TOOL = /^(?:mcp__)?whetstone__/;

/** What stands where a call touched an excluded file. */
const EXCLUDED = '[EXCLUDED]';

const MAX_MESSAGE_CHARS = 30_000;
const MAX_CALL_CHARS = 10_000;
const MAX_CALLS = 200;

export interface EpisodeContext {
  tool: string;
  sessionId: string;
  agentId: string;
  userId: string | null;
  noted: NotedPrompt | null;
  namesExcluded: NamesExcluded;
  /** How many entries of the transcript were not understood, by kind. */
  unknown: Record<string, number>;
}

export function episodeOf(turn: Turn, context: EpisodeContext): EpisodeIn {
  const tested = testResult(turn);
  const calls = turn.calls.filter(({ name }) => !OWN_TOOL.test(name));
  const left = Math.max(0, calls.length - MAX_CALLS);
  const said = redactValue({
    task: turn.prompt,
    messages: turn.messages,
    tool_calls: calls.slice(left).map((call) => toolCallOf(call, context.namesExcluded)),
    error: turn.error,
    details: tested === null ? null : testsSaid(tested.command, context.namesExcluded),
  }) as Pick<EpisodeIn, 'task' | 'messages' | 'tool_calls' | 'error'> & { details: string | null };
  return {
    idempotency_key: `${context.tool}:${context.sessionId}:${turn.id}`.slice(0, 256),
    session_id: context.sessionId,
    recall_id: context.noted?.recallId ?? null,
    agent_id: context.agentId,
    user_id: context.userId,
    framework: context.tool,
    task: cut(said.task ?? '', MAX_MESSAGE_CHARS),
    messages: (said.messages ?? []).map(({ role, content }) => ({
      role,
      content: cut(String(content), MAX_MESSAGE_CHARS),
    })),
    tool_calls: (said.tool_calls ?? []).map(cutCall),
    error: said.error ?? null,
    duration_ms: Math.max(0, Math.round(turn.endedAt - turn.startedAt)),
    outcome: tested === null ? 'unknown' : tested.passed ? 'success' : 'failure',
    verification: tested === null ? null : { passed: tested.passed, details: said.details, source: 'tests' },
    metadata: metadataOf(turn, context, left),
  };
}

function testsSaid(command: string, namesExcluded: NamesExcluded): string {
  return `the agent ran: ${namesExcluded(command) ? EXCLUDED : command}`;
}

/** Stored as sent, so only what is no text of anybody. */
function metadataOf(turn: Turn, { unknown, noted }: EpisodeContext, callsLeftOut: number) {
  return {
    ...(turn.model === null ? {} : { model: turn.model }),
    ...(turn.usage === null ? {} : { usage: turn.usage }),
    ...(turn.toolVersion === null ? {} : { tool_version: turn.toolVersion }),
    ...(turn.isInterrupted ? { interrupted: true } : {}),
    ...(noted?.isPrefetched === true ? { recall_prefetched: true } : {}),
    ...(callsLeftOut > 0 ? { calls_left_out: callsLeftOut } : {}),
    ...(Object.keys(unknown).length > 0 ? { unknown_entries: unknown } : {}),
  };
}

function toolCallOf(call: TurnCall, namesExcluded: NamesExcluded): ToolCall {
  const { name, arguments: given, result, error } = call;
  if (touchesExcluded(given, namesExcluded))
    return { name, arguments: EXCLUDED, result: mask(result), error: mask(error) };
  const shown = (text: string | null) => (text !== null && namesExcluded(text) ? EXCLUDED : text);
  return { name, arguments: given, result: shown(result), error: shown(error) };
}

/** Whether the arguments of a call name an excluded file. */
export function touchesExcluded(given: unknown, namesExcluded: NamesExcluded): boolean {
  return stringsIn(given).some(namesExcluded);
}

function mask(text: string | null): string | null {
  return text === null ? null : EXCLUDED;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function cutCall({ name, arguments: given, result, error }: ToolCall): ToolCall {
  return {
    name: name.slice(0, 200),
    arguments: cutStrings(given ?? null) as ToolCall['arguments'] & {},
    result: result == null ? null : cut(result, MAX_CALL_CHARS),
    error: error == null ? null : cut(error, MAX_CALL_CHARS),
  };
}

function cutStrings(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MAX_CALL_CHARS);
  if (Array.isArray(value)) return value.map(cutStrings);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutStrings(inner)]));
}

/** The beginning and the end: errors tend to stand there. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n[${text.length - 2 * half} characters left out]\n${text.slice(-half)}`;
}

export interface TestResult {
  passed: boolean;
  command: string;
}

const TEST_COMMANDS = [
  String.raw`(?:npm|pnpm|yarn|bun)(?: -\S+)* (?:run )?(?:test|check)(?::\S+)?`,
  'npm t',
  '(?:(?:npx|bunx|pnpm exec|yarn|uv run|poetry run|bundle exec) )?(?:vitest|jest|mocha|ava|pytest|tox|rspec|phpunit|nox)',
  '(?:npx )?playwright test',
  String.raw`node(?: --\S+)* --test`,
  '(?:python3?|py) -m (?:pytest|unittest)',
  String.raw`(?:go|cargo|dotnet|swift|deno|bun|mix|mvn|\./mvnw|gradle|\./gradlew|bazel|make|rake|composer|sbt)(?: -\S+)* (?:test|check)`,
  'cargo nextest run',
  'ctest',
];

const TEST = new RegExp(
  String.raw`^(?:\w+=\S+ )*(?:time )?(?:\./)?(?:${TEST_COMMANDS.join('|')})(?=$|[\s:])`,
);

/** Redirections of one stream to another are no sign of another command. */
const REDIRECTION = /\s*\d?>&\d/g;
/** After these the exit code is that of something else. */
const OTHER_STATUS = /\|\||[|;\n]|(?<!&)&(?!&)/;

/**
 * The last run of tests, where its exit code says how they went and no file was changed after it; else null. A command whose exit
 * code is not that of the tests (`npm test | tail`, `npm test || true`) says nothing.
 */
export function testResult({ calls }: Turn): TestResult | null {
  for (const call of [...calls].reverse()) {
    if (call.editsFiles) return null;
    const result = resultOf(call);
    if (result !== null) return result;
  }
  return null;
}

function resultOf({ command, exitCode }: TurnCall): TestResult | null {
  if (command === null || exitCode === null) return null;
  const plain = command.replace(REDIRECTION, '').trim();
  if (OTHER_STATUS.test(plain)) return null;
  const steps = plain.split('&&').map((step) => step.trim());
  const at = steps.findIndex((step) => TEST.test(step));
  if (at === -1) return null;
  // Of a chain that fails it is known what failed only where nothing else in it could.
  const isAlone = at === steps.length - 1 && steps.slice(0, at).every((step) => /^(?:cd|export) /.test(step));
  return exitCode === 0 || isAlone ? { passed: exitCode === 0, command } : null;
}
