/** The files of a synced folder: read by the name of their skill, and replaced only where nobody else has changed them. */
import { lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WhetstoneError } from '../../errors.ts';
import { findSkillFiles, isSafeName, nameIn } from './skill-files.ts';

/** The file of a skill: its path below the folder, with `/`, and its text. */
export interface LocalSkill {
  path: string;
  text: string;
}

interface FolderContent {
  files: Map<string, LocalSkill>;
  /** Files that stand for no skill of their own. */
  refused: { name: string; file: string; reason: string }[];
}

/** Of a folder that may not exist yet. */
export async function readFolder(folder: string): Promise<FolderContent> {
  const content: FolderContent = { files: new Map(), refused: [] };
  const found = await stat(folder).catch(() => null);
  if (found === null) return content;
  if (!found.isDirectory()) throw new WhetstoneError('invalid', `${folder}: not a folder`);
  const skills = (await findSkillFiles(folder, false)).map((file) => ({ ...file, name: nameIn(file.text) }));
  for (const { path, text, name } of skills) {
    const namesake = skills.find((other) => other.name === name && other.path !== path);
    const refuse = (reason: string) => content.refused.push({ name: name ?? path, file: path, reason });
    if (text === null) refuse('too large for a skill');
    else if (name === null || !isSafeName(name)) refuse('its front matter has no name for a skill');
    else if (namesake !== undefined) refuse(`${namesake.path} has the same name`);
    else content.files.set(name, { path, text });
  }
  return content;
}

/** Writes or, where `after` is null, deletes a file that still is what it was; returns why it did not, or null. */
export async function replaceFile(
  folder: string,
  path: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<string | null> {
  const file = join(folder, path);
  const found = await lstat(file).catch(() => null);
  const parent = path.includes('/') ? await lstat(dirname(file)).catch(() => null) : null;
  if (parent?.isSymbolicLink() === true || found?.isSymbolicLink() === true || (before === null && found))
    return `${path}: something else is there`;
  // Decoded as when it was read: a byte order mark is no part of the text.
  if (before !== null && new TextDecoder().decode(await readFile(file)) !== before)
    return `${path}: changed meanwhile`;
  if (after === null) await rm(file);
  else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, after, { flag: before === null ? 'wx' : 'w' });
  }
  return null;
}
