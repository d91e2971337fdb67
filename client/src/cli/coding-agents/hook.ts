/**
 * The program that a coding tool calls before a prompt, before a call of a tool and after a turn. It always ends with 0 and
 * prints nothing but what the tool takes into its context. It answers within its time or not at all; recording is done by a process
 * of its own, which the tool does not wait for.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isFolderExcluded } from './excluded-paths.ts';
import { type HookEvent, parseHookEvent } from './hook-event.ts';
import { type HookOptions, parseHookOptions } from './hook-options.ts';
import { agentFor } from './repository.ts';
import { forgetShown, notePrompt, stateFolder } from './session-state.ts';

/** The events before a prompt: of Claude Code and Codex, and of Gemini CLI. */
const PROMPT_EVENTS = new Set(['UserPromptSubmit', 'BeforeAgent']);
/** The events before a call of a tool, in the same order, and after it: Gemini CLI takes no rule before a call. */
const CALL_EVENTS = new Map([
  ['PreToolUse', 'beforeTool' as const],
  ['BeforeTool', 'beforeTool' as const],
  ['AfterTool', 'afterTool' as const],
]);
/** The first argument of the process that records. */
const RECORD = 'record';
/** Kept of the time for what comes after the recall: writing, and the end of the process. */
const RESERVE_MS = 30;
/** How long a hook waits for its input. A tool gives it all at once. */
const INPUT_MS = 4000;
/** Above it a recording is given up. */
const RECORDING_MS = 150_000;

function leave(): never {
  process.exit(0);
}

/** Starts a process that goes on after this one. It reads the event, of the moment `at`, from a file that has no name any more. */
function recordElsewhere(args: readonly string[], event: string, at: number): void {
  mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
  const path = join(stateFolder(), `event-${process.pid}`);
  writeFileSync(path, event, { mode: 0o600 });
  const input = openSync(path, 'r');
  rmSync(path, { force: true });
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), RECORD, String(at), ...args],
    {
      stdio: [input, 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    },
  );
  child.on('error', leave);
  child.unref();
}

/** Leaves once this many milliseconds have passed since the process was started. */
function leaveAfter(ms: number): void {
  setTimeout(leave, Math.max(1, ms - performance.now()));
}

/** Prints what the tool takes into its context, once it is known, and leaves in time. */
async function answer(
  options: HookOptions,
  event: HookEvent,
  find: (options: HookOptions, event: HookEvent, deadline: number) => Promise<string>,
): Promise<void> {
  // A busy machine may need all of that to start Node: counted from then on, no recall would be in time.
  const end = performance.now() + options.timeoutMs;
  leaveAfter(end);
  const output = await find(options, event, end - RESERVE_MS);
  if (output !== '') await new Promise((resolve) => process.stdout.write(output, resolve));
}

async function run(args: readonly string[]): Promise<void> {
  const isRecording = args[0] === RECORD;
  const options = parseHookOptions(isRecording ? args.slice(2) : args);
  leaveAfter(isRecording ? RECORDING_MS : INPUT_MS + options.timeoutMs);
  const said = await text(process.stdin);
  const event = parseHookEvent(said, isRecording ? Number(args[1]) : Date.now());
  if (event === null || isFolderExcluded(options.exclude, event.folder)) return;
  const atCall = CALL_EVENTS.get(event.name);
  if (isRecording && event.name === 'SessionStart') {
    const { aboutRepository, prefetch } = await import('./prefetch.ts');
    await prefetch(options, event, aboutRepository(options, event));
  } else if (isRecording) {
    const { recordSession } = await import('./record-session.ts');
    await recordSession(options, event);
  } else if (PROMPT_EVENTS.has(event.name)) {
    const { prompt, at, sessionId } = event;
    // However late it is: without this the turn would not be recorded.
    notePrompt(options.tool, sessionId, { prompt: prompt ?? '', at, agentId: agentFor(options, event) });
    await answer(options, event, (await import('./answer-prompt.ts')).answerPrompt);
  } else if (atCall !== undefined) {
    await answer(options, event, (await import('./before-tool.ts'))[atCall]);
  } else {
    // Of all starts only a resumed session has its conversation as it was.
    if (event.name === 'SessionStart' && event.source !== 'resume')
      forgetShown(options.tool, event.sessionId, event.at);
    recordElsewhere(args, said, event.at);
  }
}

process.on('uncaughtException', leave);
process.on('unhandledRejection', leave);
process.stdout.on('error', leave);
try {
  await run(process.argv.slice(2));
} catch {
  // A tool must not fail for want of what this program does, and has nobody to tell.
}
leave();
