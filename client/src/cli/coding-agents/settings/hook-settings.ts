/** Hooks as Claude Code and Codex have them: by event, groups of commands. */
import { WhetstoneError } from '../../../errors.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { objectIn } from './settings-file.ts';

/** How many seconds the tool may wait for a hook; the hook itself takes much less. */
const HOOK_TIMEOUT_SECONDS = 5;

/** A command that `connect` wrote. */
const OWN_COMMAND = /coding-agents[\\/]hook\.[jt]s\b/;

function isOwn(hook: unknown): boolean {
  const { command } = objectOf(hook);
  return typeof command === 'string' && OWN_COMMAND.test(command);
}

/** The settings with `command` as the only one of this program, at these events; with none where there are no events. */
export function withHooks(settings: JsonObject, events: readonly string[], command: string): JsonObject {
  const { hooks: _, ...others } = settings;
  const hooks = withoutOwn(objectIn(settings, 'hooks'));
  const own = { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS }] };
  for (const event of events) hooks[event] = [...listIn(hooks, event), own];
  if (Object.keys(hooks).length === 0) return others;
  return { ...settings, hooks };
}

/** Throws where an event has something else than groups, which would be lost. */
function listIn(hooks: JsonObject, event: string): unknown[] {
  const groups = hooks[event];
  if (groups === undefined || Array.isArray(groups)) return groups ?? [];
  throw new WhetstoneError('invalid', `the hooks of "${event}" are no list, so nothing was written`);
}

function groupsOf(groups: unknown): unknown[] {
  return Array.isArray(groups) ? groups : [];
}

function withoutOwn(hooks: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [event, groups] of Object.entries(hooks)) {
    if (!groupsOf(groups).some(hasOwn)) kept[event] = groups;
    else {
      const left = groupsOf(groups).flatMap(withoutOwnCommands);
      if (left.length > 0) kept[event] = left;
    }
  }
  return kept;
}

function hasOwn(group: unknown): boolean {
  return groupsOf(objectOf(group)['hooks']).some(isOwn);
}

function withoutOwnCommands(group: unknown): unknown[] {
  if (!hasOwn(group) || !isObject(group)) return [group];
  const hooks = groupsOf(group['hooks']).filter((hook) => !isOwn(hook));
  return hooks.length === 0 ? [] : [{ ...group, hooks }];
}
