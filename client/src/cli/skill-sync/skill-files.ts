/** Finds SKILL.md files where people keep them: a folder, a git checkout, a ZIP, or one file. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { unzip } from 'fflate';
import { WhetstoneError } from '../../errors.ts';

/** A file and its text; null where it is too large to be a skill. */
export interface SkillFile {
  path: string;
  text: string | null;
}

/** Far above what the gateway takes (200,000 characters), so that the refusal comes from there. */
const MAX_BYTES = 2_000_000;
const MAX_ARCHIVE_BYTES = 500_000_000;
const MAX_FILES = 10_000;
/** Characters of all files together. */
const MAX_TEXT = 500_000_000;

const ASIDE = new Set(['.git', 'node_modules', '__MACOSX', '.venv']);

/** Whether a path names a skill: SKILL.md in any case, or every Markdown file where that is asked for. */
function isWanted(path: string, everyMarkdown: boolean): boolean {
  const parts = path.split('/');
  if (parts.some((part) => ASIDE.has(part))) return false;
  const name = (parts.at(-1) ?? '').toLowerCase();
  return name === 'skill.md' || (everyMarkdown && name.endsWith('.md'));
}

function tooMany(): WhetstoneError {
  return new WhetstoneError('invalid', `more than ${MAX_FILES} files: name a folder further down`);
}

function tooMuch(): WhetstoneError {
  return new WhetstoneError('invalid', `more than ${MAX_TEXT} characters: name a folder further down`);
}

/** Links are not followed: they may lead out of the folder, or in circles. */
async function pathsBelow(folder: string, everyMarkdown: boolean): Promise<string[]> {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !ASIDE.has(entry.name)) waiting.push(path);
      if (entry.isFile() && isWanted(entry.name, everyMarkdown)) found.push(path);
    }
    if (found.length > MAX_FILES) throw tooMany();
  }
  return found.sort();
}

/** The text without a byte order mark, which is none of the document. */
const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function readSkillFile(path: string, shown: string): Promise<SkillFile> {
  const { size } = await lstat(path);
  return { path: shown, text: size > MAX_BYTES ? null : decoded(await readFile(path)) };
}

/** One after the other: a system lets a program have only so many files open. */
async function filesBelow(folder: string, everyMarkdown: boolean): Promise<SkillFile[]> {
  const files: SkillFile[] = [];
  let left = MAX_TEXT;
  for (const path of await pathsBelow(folder, everyMarkdown)) {
    const file = await readSkillFile(path, relative(folder, path));
    left -= file.text?.length ?? 0;
    if (left < 0) throw tooMuch();
    files.push(file);
  }
  return files;
}

/** Unpacks the wanted files only, and none that says it is larger than a skill can be. */
function unpacked(archive: Uint8Array, everyMarkdown: boolean): Promise<SkillFile[]> {
  const tooLarge: SkillFile[] = [];
  let count = 0;
  let left = MAX_TEXT;
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!isWanted(name, everyMarkdown)) return false;
      count += 1;
      if (originalSize > MAX_BYTES) tooLarge.push({ path: name, text: null });
      else left -= originalSize;
      return originalSize <= MAX_BYTES && count <= MAX_FILES && left >= 0;
    };
    unzip(archive, { filter }, (error, files) => {
      if (error !== null)
        reject(new WhetstoneError('invalid', `not a ZIP that can be read: ${error.message}`));
      else if (count > MAX_FILES) reject(tooMany());
      else if (left < 0) reject(tooMuch());
      else {
        const read = Object.entries(files).map(([path, bytes]) => ({ path, text: decoded(bytes) }));
        resolve([...read, ...tooLarge].sort((a, b) => (a.path < b.path ? -1 : 1)));
      }
    });
  });
}

/**
 * Every skill file at `path`. Throws {@link WhetstoneError} of kind `invalid` where there is nothing to read.
 */
export async function skillFiles(path: string, everyMarkdown: boolean): Promise<SkillFile[]> {
  const found = await lstat(path).catch((cause: unknown) => {
    throw new WhetstoneError('invalid', `${path}: there is no such file or folder`, { cause });
  });
  if (found.isDirectory()) return await filesBelow(path, everyMarkdown);
  if (!path.toLowerCase().endsWith('.zip')) return [await readSkillFile(path, basename(path))];
  if (found.size > MAX_ARCHIVE_BYTES) throw new WhetstoneError('invalid', `${path}: too large a ZIP`);
  return await unpacked(await readFile(path), everyMarkdown);
}

/**
 * The name as far as it can be seen without reading YAML: enough to tell namesakes before one replaces the
 * other.
 */
export function nameIn(text: string | null): string | null {
  const front = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text ?? '')?.[1] ?? '';
  return /^name:[ \t]*["']?([^"'\r\n#]*)/m.exec(front)?.[1]?.trim() || null;
}

/** Whether a skill's name may name a folder. The gateway promises it; what writes files does not rely on that. */
export function isSafeName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,63}$/.test(name);
}
