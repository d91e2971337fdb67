/** Finds SKILL.md files where people keep them: a folder, a git checkout, or one file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { WhetstoneError } from '../../errors.ts';

/** A file below a folder, with `/`, and its text; null where it is too large to be a skill. */
export interface SkillFile {
  path: string;
  text: string | null;
  /** Other files of the skill's folder, which an import leaves out. */
  notKept: string[];
}

/** Far above what the gateway takes (200,000 characters), so that the refusal comes from there. */
const MAX_BYTES = 2_000_000;

const IGNORED_FOLDERS = new Set(['.git', 'node_modules', '__MACOSX', '.venv']);

/** Every skill file at `path`. Throws {@link WhetstoneError} of kind `invalid` where there is nothing to read. */
export async function findSkillFiles(path: string, everyMarkdown: boolean): Promise<SkillFile[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new WhetstoneError('invalid', `${path}: there is no such file or folder`, { cause });
  });
  if (!found.isDirectory()) return await readFileAt(path);
  const isSkill = skillPattern(everyMarkdown);
  const paths = (await findPaths(path)).map((file) => relative(path, file).split(sep).join('/')).sort();
  const files: SkillFile[] = [];
  // One after the other: a system lets a program have only so many files open.
  for (const file of paths.filter((name) => isSkill.test(name)))
    files.push({
      path: file,
      text: await readText(join(path, file)),
      notKept: otherFiles(file, paths, isSkill),
    });
  return files;
}

function skillPattern(everyMarkdown: boolean): RegExp {
  return everyMarkdown ? /\.md$/i : /(?:^|\/)skill\.md$/i;
}

async function readFileAt(path: string): Promise<SkillFile[]> {
  if (!/\.(?:zip|skill)$/i.test(path))
    return [{ path: basename(path), text: await readText(path), notKept: [] }];
  try {
    return readZip(await readFile(path));
  } catch (cause) {
    throw new WhetstoneError('invalid', `${path}: not a zip file that can be read`, { cause });
  }
}

function readZip(zip: Uint8Array): SkillFile[] {
  const isSkill = skillPattern(false);
  const paths: string[] = [];
  const texts = unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      if (!name.endsWith('/') && !name.split('/').some((part) => IGNORED_FOLDERS.has(part))) paths.push(name);
      return isSkill.test(name) && paths.includes(name) && originalSize <= MAX_BYTES;
    },
  });
  const notKept = (path: string) => otherFiles(path, paths, isSkill);
  return paths
    .filter((path) => isSkill.test(path))
    .map((path) => {
      const text = texts[path];
      return { path, text: text ? new TextDecoder().decode(text) : null, notKept: notKept(path) };
    });
}

/** The files of the folder of a skill that belong to no other skill in it. */
function otherFiles(skill: string, paths: readonly string[], isSkill: RegExp): string[] {
  const folderOf = (path: string) => (dirname(path) === '.' ? '' : `${dirname(path)}/`);
  const folder = folderOf(skill);
  const inner = paths.filter((path) => isSkill.test(path) && path !== skill).map(folderOf);
  return paths.filter(
    (path) =>
      path.startsWith(folder) &&
      !isSkill.test(path) &&
      !inner.some((other) => other.length > folder.length && path.startsWith(other)),
  );
}

/** Links are not followed: they may lead out of the folder, or in circles. */
async function findPaths(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name)) found.push(...(await findPaths(path)));
    if (entry.isFile()) found.push(path);
  }
  return found;
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
