/** Settings of a coding tool: files of which one part is changed, and what has to be known to restore them to the byte. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject, type JsonObject, parsedObject } from '../../../json.ts';
import { type JsonPath, JsonText } from './json-text.ts';

export interface SettingsChange {
  path: string;
  /** Null where there is no file. */
  before: string | null;
  /** Null where the file goes, as nothing is left in it. */
  after: string | null;
  /** The objects and lists that this change makes. */
  made?: readonly string[];
}

export function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** What `connect` made of a file beside its entries, which goes with them. It has no text of the file. */
interface Made {
  /** The folders that were not there, the innermost first; with `wasThere`, none. */
  folders: string[];
  /** Whether there was a file. */
  wasThere: boolean;
  /** What was in a file that held no JSON: nothing but white space. */
  blank: string | null;
  /** The objects and lists that were not there. */
  containers: string[];
}

const memoryFile = () => join(homedir(), '.whetstone', 'connected.json');

function readMemory(): Record<string, unknown> {
  return parsedObject(readText(memoryFile()) ?? '') ?? {};
}

/** What is known of a file; null where `connect` did not write it here, or the note is lost. */
export function madeOf(path: string): Made | null {
  const made = readMemory()[path];
  return isObject(made) && Array.isArray(made['folders']) && Array.isArray(made['containers'])
    ? (made as unknown as Made)
    : null;
}

function remember(path: string, made: Made | null): void {
  const { [path]: _, ...others } = readMemory();
  const memory = made === null ? others : { ...others, [path]: made };
  mkdirSync(dirname(memoryFile()), { recursive: true, mode: 0o700 });
  if (Object.keys(memory).length === 0) rmSync(memoryFile(), { force: true });
  else writeFileSync(memoryFile(), `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
}

/** The change that `edit` makes of a JSON file. Throws where the file is none, so that it stays as it is. */
export function jsonChange(path: string, edit: (settings: JsonText) => void): SettingsChange {
  const before = readText(path);
  const settings = new JsonText(path, before === null || before.trim() === '' ? '{}\n' : before);
  const start = settings.text;
  edit(settings);
  if (settings.text === start) return { path, before, after: before };
  const made = madeOf(path);
  const after = settings.isEmpty && made?.wasThere !== true ? null : settings.text;
  const blank = settings.isEmpty ? (made?.blank ?? null) : null;
  return { path, before, after: blank ?? after, made: settings.made };
}

/** The change that sets one entry of a JSON file; takes it out where `value` is null. */
export function entryChange(path: string, place: JsonPath, value: JsonObject | null): SettingsChange {
  return jsonChange(path, (settings) => editEntry(path, settings, place, value));
}

export function editEntry(path: string, settings: JsonText, place: JsonPath, value: JsonObject | null): void {
  if (value === null) settings.remove(place, isRemovedWhenEmpty(path));
  else settings.set(place, value);
}

/** Whether an object or list of a file goes with the last entry in it. Where nothing is known of the file, each does. */
export function isRemovedWhenEmpty(path: string): (container: string) => boolean {
  const made = madeOf(path);
  return (container) => made === null || made.containers.includes(container);
}

/** Writes a change in one step, through links and with the file's own permissions, and keeps in mind how to undo it. */
export function applyChange(change: SettingsChange): void {
  const { path, before, after } = change;
  if (after === before || after === null) return;
  // A file that was written before, and is not there any more, is another one.
  const known = before === null ? null : madeOf(path);
  const made = {
    folders: known?.folders ?? missingFolders(dirname(path)),
    wasThere: known?.wasThere ?? before !== null,
    blank: known === null && before?.trim() === '' ? before : (known?.blank ?? null),
    containers: [...new Set([...(known?.containers ?? []), ...(change.made ?? [])])],
  };
  mkdirSync(dirname(path), { recursive: true });
  write(path, before, after);
  remember(path, made);
}

/** Writes a change that takes out what `connect` wrote, with the file and the folders that it made. */
export function undoChange({ path, before, after }: SettingsChange): void {
  if (after === before) return;
  if (after === null) rmSync(path, { force: true });
  else write(path, before, after);
  for (const folder of madeOf(path)?.folders ?? [])
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  remember(path, null);
}

function write(path: string, before: string | null, after: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const draft = `${target}.whetstone-${process.pid}`;
  writeFileSync(draft, after);
  if (before !== null) chmodSync(draft, statSync(target).mode);
  renameSync(draft, target);
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
