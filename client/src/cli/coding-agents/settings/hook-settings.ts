/** Hooks as Claude Code, Codex and Gemini CLI have them: by event, groups of commands. */
import { objectOf } from '../../../json.ts';
import type { JsonText } from './json-text.ts';
import { isRemovedWhenEmpty, jsonChange, type SettingsChange } from './settings-file.ts';

/** How many seconds the tool may wait for a hook; the hook itself takes much less. */
const HOOK_TIMEOUT_SECONDS = 5;

/** A command that `connect` wrote. */
const OWN_COMMAND = /coding-agents[\\/]hook\.[jt]s\b/;

function isOwn(hook: unknown): boolean {
  const { command } = objectOf(hook);
  return typeof command === 'string' && OWN_COMMAND.test(command);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const hooksOf = (group: unknown): unknown[] => listOf(objectOf(group)['hooks']);

/** The change that makes `command` the only one of this program, at these events; with null, that takes it out. */
export function hooksChange(path: string, events: readonly string[], command: string | null): SettingsChange {
  return jsonChange(path, (settings) => editHooks(path, settings, events, command));
}

/** `unit` is how many of the tool's units of time are a second. */
export function editHooks(
  path: string,
  settings: JsonText,
  events: readonly string[],
  command: string | null,
  unit = 1,
): void {
  const ownAt = (event: string) => ({
    hooks: [{ type: 'command', command: commandAt(event, command), timeout: HOOK_TIMEOUT_SECONDS * unit }],
  });
  const wanted = command === null ? [] : events;
  const present = Object.keys(objectOf(settings.get(['hooks'])));
  for (const event of present) keepOne(path, settings, event, wanted.includes(event) ? ownAt(event) : null);
  for (const event of wanted) {
    const groups = listOf(settings.get(['hooks', event]));
    if (!groups.some((group) => hooksOf(group).some(isOwn))) settings.append(['hooks', event], ownAt(event));
  }
}

/** Makes the first of this program's groups at an event `own`, and takes the others out; all, where `own` is null. Commands beside its own stay. */
function keepOne(path: string, settings: JsonText, event: string, own: unknown): void {
  const groups = listOf(settings.get(['hooks', event]));
  const isWhole = (group: unknown) => hooksOf(group).length > 0 && hooksOf(group).every(isOwn);
  const kept = own === null ? -1 : groups.findIndex(isWhole);
  if (kept !== -1) settings.set(['hooks', event, kept], own);
  // From the end, so that the places of what is left stay.
  for (const [at, group] of [...groups.entries()].reverse()) {
    if (at === kept) continue;
    if (isWhole(group)) settings.remove(['hooks', event, at], isRemovedWhenEmpty(path));
    else
      for (const [place, hook] of [...hooksOf(group).entries()].reverse())
        if (isOwn(hook)) settings.remove(['hooks', event, at, 'hooks', place], () => false);
  }
}

/** The events before a call of a tool, and the one after it. */
const CALL_EVENTS = ['PreToolUse', 'BeforeTool', 'AfterTool'];

/** At each call of a tool: nothing is started while no session has rules for calls. `cmd` of Windows knows no `[`. */
function commandAt(event: string, command: string | null): string | null {
  if (!CALL_EVENTS.includes(event) || command === null || process.platform === 'win32') return command;
  return `[ ! -e ~/.whetstone/triggers ] || ${command}`;
}
