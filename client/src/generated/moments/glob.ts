// Copied from server/domain/moments by scripts/generate-client.mjs; do not edit.
/**
 * Globs of triggers: `*` stands for any characters, `?` for one, every other character for itself. In a path `*` and `?`
 * end at a slash, `**` does not, and `**` with a slash behind it stands for any folders, also none. Matching tries each character against a set of
 * places in the glob, so the steps are at most its length times that of the text, whatever a rule says.
 */

/** Longest glob, in characters. */
export const MAX_GLOB = 200;

/** So many characters of a text are looked at. */
export const MAX_TEXT = 4000;

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' | 'any' | 'segment' | 'folders' };

export interface Glob {
  readonly tokens: readonly Token[];
  /** Whether `?` and `segment` end at a slash. */
  readonly isPath: boolean;
}

/** A glob that has to match the whole text; with `anywhere` a part of it. */
export function compileGlob(glob: string, anywhere = false): Glob {
  const around = anywhere ? '*' : '';
  const tokens = [...`${around}${glob}${around}`.matchAll(/\*+|[^*]/gsu)].map(([sign]) => readSign(sign));
  return { tokens, isPath: false };
}

function readSign(sign: string): Token {
  if (sign.startsWith('*')) return { kind: 'any' };
  return sign === '?' ? { kind: 'one' } : { kind: 'literal', character: sign };
}

/** A glob of paths. One that does not begin with a slash matches from the beginning of any folder's name on. */
export function compilePathGlob(glob: string): Glob {
  const rooted = toSlashes(glob).replace(/^(?!\/|\*\*)/, '**/');
  const signs = rooted.matchAll(/(?<=^|\/)\*\*+\/|\*+|[^*]/gsu);
  return { tokens: Array.from(signs, ([sign]) => readPathSign(sign)), isPath: true };
}

function readPathSign(sign: string): Token {
  if (sign.length > 1 && sign.endsWith('/')) return { kind: 'folders' };
  return sign === '*' ? { kind: 'segment' } : readSign(sign);
}

export function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Whether the text, as far as it is looked at, matches. `count` is called once for each step. */
export function matchesGlob({ tokens, isPath }: Glob, text: string, count: () => void = () => {}): boolean {
  let places = new Places(tokens);
  let next = new Places(tokens);
  places.enter(0);
  for (const character of text.slice(0, MAX_TEXT)) {
    if (places.reached.length === 0) return false;
    for (const place of places.reached) {
      count();
      next.step(place, character, isPath && character === '/');
    }
    [places, next] = [next, places];
    next.clear();
  }
  return places.has(tokens.length);
}

/** The places in a glob up to which what was read so far matches. */
class Places {
  readonly #tokens: readonly Token[];
  readonly #isReached: Uint8Array;
  readonly reached: number[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#isReached = new Uint8Array(tokens.length + 1);
  }

  has(place: number): boolean {
    return this.#isReached[place] === 1;
  }

  clear(): void {
    for (const place of this.reached) this.#isReached[place] = 0;
    this.reached.length = 0;
  }

  /** Adds a place, and those behind what may stand for nothing. */
  enter(from: number): void {
    for (let place = from; !this.has(place); place += 1) {
      this.#add(place);
      const kind = this.#tokens[place]?.kind;
      if (kind !== 'any' && kind !== 'segment' && kind !== 'folders') return;
    }
  }

  /** Adds the places that a character leads to from another one. */
  step(place: number, character: string, isSlash: boolean): void {
    const token = this.#tokens[place];
    switch (token?.kind) {
      case 'literal':
        if (token.character === character) this.enter(place + 1);
        return;
      case 'one':
        if (!isSlash) this.enter(place + 1);
        return;
      case 'any':
        this.enter(place);
        return;
      case 'segment':
        if (!isSlash) this.enter(place);
        return;
      case 'folders':
        // Inside a folder's name what follows cannot begin.
        if (!this.has(place)) this.#add(place);
        if (isSlash) this.enter(place + 1);
        return;
      default:
    }
  }

  #add(place: number): void {
    this.#isReached[place] = 1;
    this.reached.push(place);
  }
}
