/** Settings of a coding tool: JSON that is read, changed in one place and written so that nothing else in it is lost. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { WhetstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../json.ts';

/** What is to become of a file. */
export interface SettingsChange {
  path: string;
  /** Null where there is no file. */
  before: string | null;
  /** Null where the file goes, as nothing is left in it. */
  after: string | null;
}

export function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The change that `edit` makes of a JSON file. Throws where the file is none, so that it stays as it is. */
export function jsonChange(path: string, edit: (settings: JsonObject) => JsonObject): SettingsChange {
  const before = readText(path);
  const old = before === null || before.trim() === '' ? {} : parsed(path, before);
  const edited = edit(structuredClone(old));
  if (JSON.stringify(edited) === JSON.stringify(old)) return { path, before, after: before };
  if (Object.keys(edited).length === 0) return { path, before, after: null };
  const indent = /^([ \t]+)"/m.exec(before ?? '')?.[1] ?? '  ';
  return { path, before, after: `${JSON.stringify(edited, null, indent)}\n` };
}

function parsed(path: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new WhetstoneError('invalid', `${path} is no JSON, so nothing was written: ${String(cause)}`);
  }
  if (isObject(value)) return value;
  throw new WhetstoneError('invalid', `${path} holds no JSON object, so nothing was written`);
}

/** The object at a name; an empty one where there is nothing. Throws where there is something else, which would be lost. */
export function objectIn(settings: JsonObject, name: string): JsonObject {
  const value = settings[name];
  if (value === undefined || isObject(value)) return value ?? {};
  throw new WhetstoneError('invalid', `"${name}" in the settings is no object, so nothing was written`);
}

/** The settings with a value at a path of names; without it, and without what that leaves empty, where `value` is undefined. */
export function withValue(
  settings: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  const inner = rest.length === 0 ? value : withValue(objectIn(settings, name), rest, value);
  const { [name]: _, ...others } = settings;
  const isEmpty =
    inner === undefined || (value === undefined && isObject(inner) && Object.keys(inner).length === 0);
  if (isEmpty) return others;
  // A name that is there already keeps its place.
  return { ...settings, [name]: inner };
}

/** Writes a change in one step, through links and with the file's own permissions. */
export function applyChange({ path, before, after }: SettingsChange): void {
  if (after === before) return;
  if (after === null) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const target = existsSync(path) ? realpathSync(path) : path;
  const draft = `${target}.whetstone-${process.pid}`;
  writeFileSync(draft, after);
  if (before !== null) chmodSync(draft, statSync(target).mode);
  renameSync(draft, target);
}
