/** Where a `file:` URL points, and that its folder exists. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The absolute path of a `file:` URL, relative ones being relative to the working directory. */
export function sqlitePath(url: string): string {
  return resolve(decodeURIComponent(url.replace(/^file:(\/\/)?/, '').replace(/\?.*$/, '')));
}

/** Makes the folder of a database file where it is missing. */
export function ensureFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
}
