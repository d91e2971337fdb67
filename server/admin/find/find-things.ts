/** Finds what has some words, of every kind that the principal may see. */
import type { Principal, Scope } from '../../domain/principal.ts';
import type { Headline } from '../../domain/skills/changesets/wording/headline.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { headlinesById } from '../../skills/changesets/index.ts';
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

/** The longest first: it is in the fewest texts, and where it is missing the others are not looked for. */
const wordsOf = (text: string): string[] => {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))];
  return words.sort((one, other) => other.length - one.length).slice(0, MOST_WORDS);
};

/**
 * What was found of each kind; `headlines` says what the changesets say, by id, and `searchedTo` how far back episodes were
 * searched where that was not all of them.
 */
type FoundThings = Record<Kind, FoundRow[]> & {
  headlines: Record<string, Headline>;
  searchedTo: string | null;
};

/** At most `limit` of each kind, the newest first; none of a kind whose scope is missing. */
export async function findThings(
  runtime: Runtime,
  principal: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<FoundThings> {
  const { tenant, scopes } = principal;
  const words = wordsOf(text);
  const store = findStore(runtime.db.read, tenant);
  let searchedTo: string | null = null;
  const search = async (kind: Kind): Promise<FoundRow[]> => {
    if (words.length === 0 || !scopes.has(SCOPES[kind])) return [];
    if (kind !== 'episodes') return await store[kind](words, limit);
    const { rows, reach } = await store.episodes(words, limit, runtime.clock());
    searchedTo = reach?.at.toISOString() ?? null;
    return rows;
  };
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const rows = await search(kind);
      return [kind, rows.map((row) => ({ ...row, title: (row.title ?? '').slice(0, TITLE) }))] as const;
    }),
  );
  const rows = Object.fromEntries(found) as Record<Kind, FoundRow[]>;
  const ids = rows.changesets.map(({ id }) => id);
  const headlines = ids.length === 0 ? {} : await headlinesById(runtime, principal, ids);
  return { ...rows, headlines, searchedTo };
}
