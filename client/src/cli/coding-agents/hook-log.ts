/** What became of each call of the hook, for `whetstone doctor <tool>`: the hook itself may tell the tool nothing. No text of a session. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parsedObject } from '../../json.ts';
import type { ToolName } from './hook-options.ts';

type HookResult =
  /** The prompt got what is known for it. */
  | 'recalled'
  /** The prompt's own recall came late: it got what had been fetched before. */
  | 'prefetched'
  /** The gateway knows nothing for the prompt. */
  | 'nothing known'
  /** What is known for the prompt stands in the conversation. */
  | 'nothing new'
  /** The recall came late, and nothing had been fetched before. */
  | 'late'
  /** A rule was shown before a call of a tool. */
  | 'shown'
  /** The gateway gave no usable answer. */
  | 'refused'
  | 'recorded'
  | 'nothing to record'
  /** No run was found in the transcript. */
  | 'not understood'
  | 'not sent';

export interface HookCall {
  /** Milliseconds since 1970. */
  at: number;
  tool: ToolName;
  /** As the tool names it, such as `UserPromptSubmit`. */
  event: string;
  agent: string;
  result: HookResult;
  /** From the start of the hook's process. */
  ms: number;
  why?: string | undefined;
}

const MAX_BYTES = 256 * 1024;
const KEPT = 200;

const folder = () => join(homedir(), '.whetstone');
const logFile = () => join(folder(), 'hooks.jsonl');

/** Adds a call. Never throws: a log that cannot be written must not keep a prompt waiting. */
export function logCall(call: HookCall): void {
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    appendFileSync(logFile(), `${JSON.stringify(call)}\n`, { mode: 0o600 });
    if (statSync(logFile()).size > MAX_BYTES) shorten();
  } catch {
    // A full disk, or a home that may not be written to.
  }
}

function shorten(): void {
  const draft = `${logFile()}.${process.pid}`;
  writeFileSync(draft, `${lines().slice(-KEPT).join('\n')}\n`, { mode: 0o600 });
  renameSync(draft, logFile());
}

function lines(): string[] {
  return readFileSync(logFile(), 'utf8').trimEnd().split('\n');
}

/** The last calls by a tool, the newest last; none where there is no log. */
export function lastCalls(tool: ToolName, count: number): HookCall[] {
  try {
    const calls = lines().map(parsedObject) as (HookCall | null)[];
    return calls.filter((call) => call !== null && call.tool === tool).slice(-count) as HookCall[];
  } catch {
    return [];
  }
}
