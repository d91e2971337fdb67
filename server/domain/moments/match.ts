/** Whether a rule applies to a call that is about to be made. The client decides with the same code which calls it asks about. */
import { compileGlob, compilePathGlob, type Glob, MAX_TEXT, matchesGlob, toSlashes } from './glob.ts';
import type { Condition } from './trigger.ts';

/** A call that is about to be made, and the error that was seen before it. */
export interface CallMoment {
  tool: { name: string; arguments?: unknown };
  lastError?: string | null | undefined;
}

/** The arguments that name files, and those that hold a command. */
const PATH_FIELDS = [
  'file_path',
  'path',
  'paths',
  'notebook_path',
  'file',
  'files',
  'filename',
  'absolute_path',
];
const COMMAND_FIELDS = ['command', 'cmd'];

/** Paths and values of a list that are looked at, as long as they have no more characters than one text may. */
const MOST_VALUES = 20;

export function matchesAny(conditions: readonly Condition[], moment: CallMoment): boolean {
  const call = readCall(moment);
  return conditions.some((condition) => matchesCall(condition, call));
}

interface Call {
  tool: string;
  fields: Record<string, unknown>;
  error: string | null;
}

function readCall({ tool, lastError }: CallMoment): Call {
  return { tool: tool.name, fields: readFields(tool.arguments), error: lastError ?? null };
}

/** Arguments as an object; some models' calls have them as JSON. */
function readFields(value: unknown): Record<string, unknown> {
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return readFields(JSON.parse(value));
    } catch {
      return {};
    }
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

function matchesCall({ tool, path, command, argument, error }: Condition, call: Call): boolean {
  if (tool !== undefined && !matchesGlob(compileGlob(tool), call.tool)) return false;
  if (error !== undefined && !matchesOne(compileGlob(error, true), call.error === null ? [] : [call.error]))
    return false;
  if (command !== undefined && !matchesOne(compileGlob(command), commandsOf(call))) return false;
  if (path !== undefined && !matchesOne(compilePathGlob(path), pathsOf(call))) return false;
  return (
    argument === undefined || matchesOne(compileGlob(argument.value), textsOf(fieldOf(call, argument.name)))
  );
}

function matchesOne(glob: Glob, texts: readonly string[]): boolean {
  let left = MAX_TEXT;
  for (const text of texts.slice(0, MOST_VALUES)) {
    if (matchesGlob(glob, text)) return true;
    left -= text.length;
    if (left <= 0) return false;
  }
  return false;
}

function pathsOf(call: Call): string[] {
  return PATH_FIELDS.flatMap((name) => stringsOf(fieldOf(call, name))).map((path) =>
    toSlashes(path.slice(0, MAX_TEXT)),
  );
}

/** Of a list of arguments all together, and the last by itself: what `bash -c` runs. */
function commandsOf(call: Call): string[] {
  return COMMAND_FIELDS.flatMap((name) => {
    const value = fieldOf(call, name);
    const words = stringsOf(value);
    return Array.isArray(value) ? [words.join(' '), ...words.slice(-1)] : words;
  });
}

/** The value of an argument; `filePath` is another writing of `file_path`. */
function fieldOf({ fields }: Call, name: string): unknown {
  const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const key = [name, camel].find((written) => Object.hasOwn(fields, written));
  return key === undefined ? undefined : fields[key];
}

function stringsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
  return values.filter((item) => typeof item === 'string');
}

/** An argument's value as texts: those of a list one by one, an object as JSON. */
function textsOf(value: unknown): string[] {
  if (value === undefined) return [];
  const values: unknown[] = Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
  return values.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

/**
 * What makes it this call: its command or files, else all of its arguments. What it writes into a file may be worded differently, and
 * it is the same call.
 */
export function callIdentity(tool: CallMoment['tool']): Record<string, unknown> {
  const fields = readFields(tool.arguments);
  const call: Call = { tool: tool.name, fields, error: null };
  const named = [...COMMAND_FIELDS, ...PATH_FIELDS].map((name) => [name, fieldOf(call, name)] as const);
  const found = named.filter(([, value]) => value !== undefined);
  return found.length > 0 ? Object.fromEntries(found) : fields;
}

/** What a condition says in words of its author. */
export function conditionTexts({ argument, ...globs }: Condition): string[] {
  const texts = [globs.tool, globs.path, globs.command, argument?.name, argument?.value, globs.error];
  return texts.filter((text) => text !== undefined);
}

/** Fewer letters and digits than this in all of its globs do not narrow a condition down. */
const LEAST_LETTERS = 2;

/** Whether a condition matches nearly any call. */
export function matchesEverything({ tool, path, command, argument, error }: Condition): boolean {
  const globs = [tool, path, command, argument?.value, error].join('');
  return (globs.match(/[\p{L}\p{N}]/gu) ?? []).length < LEAST_LETTERS;
}
