/** Sources of what was learned, in the words of pages. Pure. */

import type { Source } from '../../../server/domain/trust/side.ts';
import { parseSourceRef } from '../../../server/domain/trust/source-names.ts';

/** "web_fetch", "user 4711", "marked text of a tool". */
export function sourceName({ kind, name }: Source): string {
  if (kind === 'tool') return name;
  return kind === 'user' ? `user ${name}` : `marked text (${name})`;
}

/** The name of the source that an address names. */
export function nameOfRef(ref: string): string {
  const source = parseSourceRef(ref);
  return source === null ? ref : sourceName(source);
}

/** "web_fetch", "web_fetch and user 4711", "web_fetch and 2 more"; empty where there is none. */
export function sourcesText(sources: readonly Source[]): string {
  const [first, second, ...more] = sources.map(sourceName);
  if (first === undefined) return '';
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} more`;
}
