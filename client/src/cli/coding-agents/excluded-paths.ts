/** Files that nothing may be sent of, by patterns that a user gives. */
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';

/** What separates paths in a command or in the output of one. */
const SEPARATORS = /[\s"'`=:,;|&<>(){}[\]]+/;

/** Whether a text names an excluded file. */
export type NamesExcluded = (text: string) => boolean;

/**
 * `*` and `?` match within one name, `**` across folders. A pattern without a slash matches a name in every folder, any other a path
 * below `folder`, or an absolute one (`/…`, `~/…`). What matches a folder matches all that is in it.
 */
export function excludedPaths(patterns: readonly string[], folder: string): NamesExcluded {
  const expressions = patterns.map((pattern) => expressionOf(expanded(pattern)));
  const matches = (path: string) => {
    const inside = isAbsolute(path) ? relative(folder, path) : path.replace(/^(?:\.\/)+/, '');
    const candidates = [inside.replaceAll('\\', '/'), resolve(folder, expanded(path)).replaceAll('\\', '/')];
    return expressions.some(({ expression, isRooted }) =>
      expression.test(candidates[isRooted ? 1 : 0] ?? ''),
    );
  };
  if (expressions.length === 0) return () => false;
  return (text) => matches(text) || text.split(SEPARATORS).some((word) => word !== '' && matches(word));
}

/** Whether the patterns exclude a folder as a whole. Only absolute ones can. */
export function isFolderExcluded(patterns: readonly string[], folder: string): boolean {
  const absolute = patterns.map(expanded).filter(isAbsolute).map(expressionOf);
  return absolute.some(({ expression }) => expression.test(resolve(folder).replaceAll('\\', '/')));
}

function expanded(path: string): string {
  return path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
}

interface PathExpression {
  expression: RegExp;
  /** Matched against the whole path, not against that below the folder. */
  isRooted: boolean;
}

function expressionOf(pattern: string): PathExpression {
  const isRooted = isAbsolute(pattern);
  const body = pattern
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .replace(/(?:\/\*\*)?\/*$/, '')
    .replace(/^\*\*$/, '*')
    .replace(/\*\*\/?|[*?]|[^*?]/g, globPart);
  return { expression: new RegExp(`${isRooted ? '^' : '(?:^|/)'}${body}(?:/|$)`), isRooted };
}

function globPart(part: string): string {
  if (part.startsWith('**')) return '(?:.*/)?';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  return /[\w/-]/.test(part) ? part : `\\${part}`;
}
