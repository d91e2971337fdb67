/** Text that `connect` writes for coding tools: a block between two marks in a file of theirs, or a whole file with a mark. */
import { WhetstoneError } from '../../../errors.ts';
import { excludeFile } from '../repository.ts';
import { madeOf, readText, type SettingsChange } from './settings-file.ts';

/** The lines between which its block stands. */
export interface Marks {
  begin: string;
  end: string;
}

/** The change that puts the block at the end of a file, in the place of the one before; takes it out where `lines` is null. */
export function blockChange(
  path: string,
  { begin, end }: Marks,
  lines: readonly string[] | null,
): SettingsChange & { others: string } {
  const before = readText(path);
  const own = new RegExp(`\\n?^${begin}$[\\s\\S]*?^${end}$\\n?`, 'm');
  const others = (before ?? '').replace(own, '');
  const unchanged = { path, before, after: before, others };
  if (lines === null) {
    if (others === (before ?? '')) return unchanged;
    const isGone = others === '' && madeOf(path)?.wasThere !== true;
    return { path, before, after: isGone ? null : others, others };
  }
  const block = `${[begin, ...lines, end].join('\n')}\n`;
  if (before?.includes(block) === true) return unchanged;
  // The line break in front is the block's: a text without one at its end gets it back so.
  return { path, before, after: `${others}${others === '' ? '' : '\n'}${block}`, others };
}

/** Settings for one user name folders of that user: Git is told to leave the file, by its path in the repository, alone. */
export function ignoredChange(
  root: string,
  marks: Marks,
  file: string,
  isIgnored: boolean,
): SettingsChange[] {
  const path = excludeFile(root);
  if (path === null) return [];
  const { others: _, ...change } = blockChange(path, marks, isIgnored ? [`/${file}`] : null);
  return [change];
}

/** The change that makes a file that `connect` owns, known by `mark`; removes it where `text` is null. Throws where the file is another's. */
export function ownFileChange(path: string, mark: string, text: string | null): SettingsChange {
  const before = readText(path);
  const isOwn = before?.includes(mark) === true;
  if (before !== null && !isOwn) {
    if (text === null) return { path, before, after: before };
    throw new WhetstoneError('invalid', `${path} is there already, so nothing was written`);
  }
  return { path, before, after: text };
}
