/** What is remembered of a session between two calls of the hook, in a file of its own below `~/.whetstone`. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { TriggerRef } from '../../generated/api.ts';
import { isObject } from '../../json.ts';

export interface NotedPrompt {
  hash: string;
  at: number;
  /** The agent that it was for: until the end of its turn the session may have moved to another repository. */
  agentId: string;
  /** Null where its recall gave nothing in time. */
  recallId: string | null;
  /** Its own recall came late. */
  isPrefetched?: boolean;
}

export interface SessionState {
  /** What began before is not recorded: it was before the tool was connected. Milliseconds since 1970. */
  since: number;
  /** The prompts, which are known by a hash. */
  prompts: NotedPrompt[];
  /** What was fetched for a prompt to come, in case its own recall comes late; it is used once. */
  prefetched?: { agentId: string; recallId: string; instructions: string; triggers?: TriggerRef[] } | null;
  /** Of the recalls that have rules for calls of tools: these rules, those of the newest recall first. */
  triggers?: { recallId: string; rules: TriggerRef[] }[];
  /** Rules that were found before calls, by a hash of the call, to be shown with its result. */
  found?: Record<string, string>;
  /** The recalls whose instructions stand in the session's conversation as it is now. */
  shown?: string[];
  /** The episodes of recorded turns by the turn's id; null for one that the gateway refused. */
  recorded: Record<string, string | null>;
  /** The turns that a correction was sent for. */
  corrected: string[];
}

const NOTED_BEFORE_MS = 10_000;
const MAX_PROMPTS = 200;
/** The gateway looks at no more of a session's recalls. */
const MAX_SHOWN = 10;
const MAX_AGE_MS = 30 * 24 * 3_600_000;
const MAX_MARK_MS = 24 * 3_600_000;

export function stateFolder(): string {
  return join(homedir(), '.whetstone', 'sessions');
}

function stateFile(tool: string, sessionId: string): string {
  const name = createHash('sha256').update(`${tool}\0${sessionId}`).digest('hex').slice(0, 32);
  return join(stateFolder(), `${name}.json`);
}

/** The state of a session; null where there is none that can be read. */
export function readState(tool: string, sessionId: string): SessionState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(stateFile(tool, sessionId), 'utf8'));
    const isState =
      isObject(state) &&
      typeof state['since'] === 'number' &&
      Array.isArray(state['prompts']) &&
      isObject(state['recorded']) &&
      Array.isArray(state['corrected']);
    return isState ? (state as unknown as SessionState) : null;
  } catch {
    // The first call of a session, or a file that somebody removed or damaged: it begins again.
    return null;
  }
}

/**
 * Changes the state as it is now, and writes it in one step. Two processes may do so at once: what one of them loses is sent again,
 * and is stored once.
 */
export function changeState(
  tool: string,
  sessionId: string,
  since: number,
  change: (state: SessionState) => unknown,
): void {
  const state = readState(tool, sessionId) ?? newState(since);
  // Before the change, which may write the mark beside it.
  mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
  change(state);
  const file = stateFile(tool, sessionId);
  const draft = `${file}.${process.pid}`;
  const kept = { ...state, prompts: state.prompts.slice(-MAX_PROMPTS) };
  writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
  renameSync(draft, file);
}

/** Notes a prompt, and has the turns of its session recorded from then on. The tool may note a prompt shortly before it calls the hook. */
export function notePrompt(
  tool: string,
  sessionId: string,
  { prompt, at, agentId }: { prompt: string; at: number; agentId: string },
): void {
  changeState(tool, sessionId, at - NOTED_BEFORE_MS, ({ prompts }) =>
    prompts.push({ hash: promptHash(prompt), at, agentId, recallId: null }),
  );
}

function newState(since: number): SessionState {
  return { since, prompts: [], recorded: {}, corrected: [] };
}

function promptHash(prompt: string): string {
  return createHash('sha256').update(prompt.trim()).digest('hex').slice(0, 16);
}

/** What was noted of a prompt: of several with the same words, the one nearest in time. */
export function notedPrompt({ prompts }: SessionState, prompt: string, at: number): NotedPrompt | null {
  const hash = promptHash(prompt);
  const same = prompts.filter((known) => known.hash === hash);
  const [nearest] = same.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest ?? null;
}

/** The conversation was cleared or summarized: what was shown in it has to be shown again. */
export function forgetShown(tool: string, sessionId: string, at: number): void {
  if (readState(tool, sessionId) === null) return;
  changeState(tool, sessionId, at, (state) => {
    state.shown = [];
    state.prefetched = null;
  });
}

/** What was recalled now stands in the conversation. */
export function noteShown(state: SessionState, recallId: string): void {
  state.shown = [...(state.shown ?? []), recallId].slice(-MAX_SHOWN);
}

/** Notes which rules of a recall may apply to calls of tools. */
export function noteTriggers(state: SessionState, recallId: string, rules: readonly TriggerRef[] = []): void {
  if (rules.length === 0) return;
  state.triggers = [{ recallId, rules: [...rules] }, ...(state.triggers ?? [])].slice(0, MAX_SHOWN);
  writeFileSync(triggersMark(), '', { mode: 0o600 });
}

/** Keeps what was found before a call until {@link takeFound}. */
export function noteFound(state: SessionState, call: unknown, text: string): void {
  state.found = { ...state.found, [promptHash(JSON.stringify(call))]: text };
}

/** What was found before this call; null for nothing. */
export function takeFound(tool: string, sessionId: string, at: number, call: unknown): string | null {
  const hash = promptHash(JSON.stringify(call));
  const text = readState(tool, sessionId)?.found?.[hash] ?? null;
  if (text !== null) changeState(tool, sessionId, at, ({ found }) => delete found?.[hash]);
  return text;
}

/** Whether a session may have rules for calls. */
export function hasTriggers(): boolean {
  return existsSync(triggersMark());
}

/** There while a session may have rules for calls: without it, the command before a call starts no program. */
function triggersMark(): string {
  return join(homedir(), '.whetstone/triggers');
}

/** Removes the states of sessions that nobody has gone on with for a month. */
export function removeOldStates(now: number): void {
  const marked = statSync(triggersMark(), { throwIfNoEntry: false });
  if (marked !== undefined && now - marked.mtimeMs > MAX_MARK_MS) rmSync(triggersMark(), { force: true });
  for (const name of readdirSync(stateFolder())) {
    const file = join(stateFolder(), name);
    if (now - statSync(file).mtimeMs > MAX_AGE_MS) rmSync(file, { force: true });
  }
}
