/** Finds SKILL.md files where people keep them: a folder, a git checkout, or one file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { WhetstoneError } from '../../errors.ts';

/** A file below a folder, with `/`, and its text; null where it is too large to be a skill. */
export interface SkillFile {
  path: string;
  text: string | null;
}

/** Far above what the gateway takes (200,000 characters), so that the refusal comes from there. */
const MAX_BYTES = 2_000_000;

const IGNORED_FOLDERS = new Set(['.git', 'node_modules', '__MACOSX', '.venv']);

/** Every skill file at `path`. Throws {@link WhetstoneError} of kind `invalid` where there is nothing to read. */
export async function findSkillFiles(path: string, everyMarkdown: boolean): Promise<SkillFile[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new WhetstoneError('invalid', `${path}: there is no such file or folder`, { cause });
  });
  if (!found.isDirectory()) return [{ path: basename(path), text: await readText(path) }];
  const files: SkillFile[] = [];
  // One after the other: a system lets a program have only so many files open.
  for (const file of await findPaths(path, everyMarkdown))
    files.push({ path: relative(path, file).split(sep).join('/'), text: await readText(file) });
  return files;
}

/** Links are not followed: they may lead out of the folder, or in circles. */
async function findPaths(folder: string, everyMarkdown: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = entry.name.toLowerCase();
    if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name))
      found.push(...(await findPaths(path, everyMarkdown)));
    if (entry.isFile() && (name === 'skill.md' || (everyMarkdown && name.endsWith('.md')))) found.push(path);
  }
  return found.sort();
}

/** Without a byte order mark, which is no part of the document. */
async function readText(path: string): Promise<string | null> {
  const { size } = await stat(path);
  return size > MAX_BYTES ? null : new TextDecoder().decode(await readFile(path));
}

/** The name as far as it can be seen without reading YAML: enough to find two files of one skill. */
export function nameIn(text: string | null): string | null {
  const front = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text ?? '')?.[1] ?? '';
  return /^name:[ \t]*["']?([^"'\r\n#]*)/m.exec(front)?.[1]?.trim() || null;
}

/** Whether a skill's name may name a folder. The gateway promises it; what writes files does not rely on that. */
export function isSafeName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,63}$/.test(name);
}
