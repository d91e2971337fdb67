/** Finds what has some words, of every kind that the principal may see. */
import type { Principal, Scope } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type FoundRow, findStore } from './store.ts';

type Kind = keyof ReturnType<typeof findStore>;

/** Which scope a kind needs: that of the page that lists it. */
const SCOPES: Record<Kind, Scope> = {
  skills: 'learn',
  rules: 'learn',
  memories: 'learn',
  changesets: 'review',
  episodes: 'review',
  keys: 'admin',
};
const KINDS = Object.keys(SCOPES) as Kind[];

/** Most words that are looked for; further ones do not count. */
const MOST_WORDS = 6;
/** Most characters of a title that are given out. */
const TITLE = 300;

const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);

/** At most `limit` of each kind, the newest first; none of a kind whose scope is missing. */
export async function findThings(
  runtime: Runtime,
  { tenant, scopes }: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<Record<Kind, FoundRow[]>> {
  const words = wordsOf(text);
  const store = findStore(runtime.db.read, tenant);
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const rows = words.length > 0 && scopes.has(SCOPES[kind]) ? await store[kind](words, limit) : [];
      return [kind, rows.map((row) => ({ ...row, title: (row.title ?? '').slice(0, TITLE) }))] as const;
    }),
  );
  return Object.fromEntries(found) as Record<Kind, FoundRow[]>;
}
