// Copied from server/domain/moments by scripts/generate-client.mjs; do not edit.
/**
 * Globs of triggers: `*` stands for any characters, `?` for one, every other character for itself. In a path `*` and `?`
 * end at a slash, `**` does not, and `**` with a slash behind it stands for any folders, also none. All places in the glob that a text
 * has reached are moved on at once, a bit each (Baeza-Yates and Gonnet, A New Approach to Text Searching, 1992), so
 * that a character takes the same few steps whatever a rule says.
 */

/** Longest glob, in characters. */
export const MAX_GLOB = 200;

/** So many characters of a text are looked at. */
export const MAX_TEXT = 4000;

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' | 'any' | 'segment' | 'folders' };

/** A set of places in a glob, a bit each. */
type Places = Int32Array<ArrayBuffer>;

/** What may stand at a place: a character is passed there, or stays. */
interface Wildcards {
  readonly passed: Places;
  readonly stays: Places;
}

export interface Glob {
  /** Where each character may stand for itself. */
  readonly literals: ReadonlyMap<string, Places>;
  readonly ofAny: Wildcards;
  /** Of a slash in a path. */
  readonly ofSlash: Wildcards;
  readonly folders: Places;
  /** Where nothing need stand. */
  readonly optional: Places;
  /** The place behind the last sign. */
  readonly end: number;
}

/** A glob that has to match the whole text; with `anywhere` a part of it. */
export function compileGlob(glob: string, anywhere = false): Glob {
  const around = anywhere ? '*' : '';
  const tokens = [...`${around}${glob}${around}`.matchAll(/\*+|[^*]/gsu)].map(([sign]) => readSign(sign));
  return toGlob(tokens, false);
}

function readSign(sign: string): Token {
  if (sign.startsWith('*')) return { kind: 'any' };
  return sign === '?' ? { kind: 'one' } : { kind: 'literal', character: sign };
}

/** A glob of paths. One that does not begin with a slash matches from the beginning of any folder's name on. */
export function compilePathGlob(glob: string): Glob {
  const rooted = toSlashes(glob).replace(/^(?!\/|\*\*)/, '**/');
  const signs = rooted.matchAll(/(?<=^|\/)\*\*+\/|\*+|[^*]/gsu);
  return toGlob(
    Array.from(signs, ([sign]) => readPathSign(sign)),
    true,
  );
}

function readPathSign(sign: string): Token {
  if (sign.length > 1 && sign.endsWith('/')) return { kind: 'folders' };
  return sign === '*' ? { kind: 'segment' } : readSign(sign);
}

export function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

const BITS = 32;
const NOWHERE: Places = new Int32Array(0);

function toGlob(signs: readonly Token[], isPath: boolean): Glob {
  // Folders behind folders say nothing more, and at most two signs in a row may then stand for nothing.
  const tokens = signs.filter(({ kind }, at) => kind !== 'folders' || signs[at - 1]?.kind !== 'folders');
  const none = () => new Int32Array(Math.floor(tokens.length / BITS) + 1);
  const ofKind = (...kinds: Token['kind'][]) => {
    const places = none();
    for (const [at, { kind }] of tokens.entries()) if (kinds.includes(kind)) add(places, at);
    return places;
  };
  const literals = new Map<string, Places>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'literal') continue;
    const places = literals.get(token.character) ?? none();
    literals.set(token.character, places);
    add(places, at);
  }
  const folders = ofKind('folders');
  const ofAny = { passed: ofKind('one'), stays: ofKind('any', 'segment') };
  const ofSlash = isPath ? { passed: folders, stays: ofKind('any') } : ofAny;
  const optional = ofKind('any', 'segment', 'folders');
  return { literals, ofAny, ofSlash, folders, optional, end: tokens.length };
}

function add(places: Places, at: number): void {
  const word = Math.floor(at / BITS);
  places[word] = (places[word] ?? 0) | (1 << (at % BITS));
}

/** Whether the text, as far as it is looked at, matches. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const reached = new Int32Array(glob.optional.length);
  reached[0] = withSkipped(1, glob.optional[0] ?? 0);
  for (const character of text.slice(0, MAX_TEXT)) {
    if (!step(glob, reached, character)) return false;
  }
  return (((reached[Math.floor(glob.end / BITS)] ?? 0) >>> (glob.end % BITS)) & 1) === 1;
}

/** Moves the places on by a character; whether there are any left. */
function step(
  { literals, ofAny, ofSlash, folders, optional }: Glob,
  reached: Places,
  character: string,
): boolean {
  const { passed, stays } = character === '/' ? ofSlash : ofAny;
  const literal = literals.get(character) ?? NOWHERE;
  let [carry, left] = [0, 0];
  for (let at = 0; at < reached.length; at += 1) {
    const word = reached[at] ?? 0;
    const skips = optional[at] ?? 0;
    const moved = word & ((literal[at] ?? 0) | (passed[at] ?? 0));
    const entered = withSkipped((moved << 1) | carry | (word & (stays[at] ?? 0)), skips);
    carry = (moved | (entered & skips)) >>> (BITS - 1);
    // Inside a folder's name what follows cannot begin: nothing is skipped from there.
    const next = entered | (word & (folders[at] ?? 0));
    reached[at] = next;
    left |= next;
  }
  return left !== 0;
}

/** With the places behind what may stand for nothing: at most two in a row. */
function withSkipped(places: number, optional: number): number {
  const once = places | ((places & optional) << 1);
  return once | ((once & optional) << 1);
}
