/**
 * The files that a SKILL.md refers to. An import brings the document alone, so none of them is there, and an agent that
 * is told to read or run one will not find it.
 */
import type { Finding } from '../../safety/spans.ts';

/** More would bury what else was found. */
const MOST_LISTED = 20;

/** Folders that a skill brings along; other paths are those of the project it works on. */
const FOLDERS = 'scripts?|references?|assets|examples?|templates?|resources|themes|agents|fonts';

const REFERENCES: readonly RegExp[] = [
  /\]\([ \t]*<?([^()\s<>#?]{1,200})/g,
  new RegExp(`(?<![\\w./~\\\\$@:-])(?:\\./)?((?:${FOLDERS})/[\\w./-]{0,200})`, 'g'),
  /\b(?:see|read|refer to|consult|load|follow|check|in|use)\b[ \t`"'[*]{1,6}(?:the[ \t`"'[*]{1,6})?([\w-]{1,80}\.md)\b/gi,
];

/** Files that a project has rather than a skill. */
const OF_A_PROJECT = /^(?:README|CLAUDE|AGENTS|SKILL|CHANGELOG|CONTRIBUTING|LICENSE|MEMORY)\.md$/i;

/** `lint:missing-file:<path>` for each, in the order of first mention. */
export function missingFiles(texts: readonly string[]): Finding[] {
  const files = new Set<string>();
  for (const text of texts) {
    for (const path of pathsIn(text)) if (isFile(path)) files.add(path);
    if (files.size >= MOST_LISTED) break;
  }
  return [...files].slice(0, MOST_LISTED).map((path) => `lint:missing-file:${path}`);
}

function pathsIn(text: string): string[] {
  return REFERENCES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 1: path = '', index }) => ({ path, index })),
  )
    .sort((a, b) => a.index - b.index)
    .map(({ path }) => path.replace(/^\.\//, '').replace(/[.,:;-]+$/, ''));
}

/** A path relative to the skill, with an extension. */
function isFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|\/|~|\.\.\/|[{$@%])/i.test(path) && !path.startsWith('www.');

  return isRelative && /^[\w.-]*\w\.[a-z][a-z0-9]{0,7}$/i.test(name) && !OF_A_PROJECT.test(path);
}
