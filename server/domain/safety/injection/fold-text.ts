/**
 * Brings a text into the form in which phrases are looked for: lower case, one blank between words, no
 * accents, no invisible characters, look-alikes resolved. Disguise changes how a phrase is written, not how
 * it folds. Every folded character remembers where it came from, so that a match can be shown in the
 * original.
 */
import { isAlphanumericCode, isDigitCode } from '../char-class.ts';
import { LOOKALIKES, lookalikeSymbol, STAND_IN_CODES } from './lookalikes.ts';

/**
 * A folded text. It begins and ends with a blank; `origins[i]` is the index that its character `i` was made
 * from.
 */
export interface FoldedText {
  readonly text: string;
  readonly origins: Int32Array;
}

export interface FoldOptions {
  /**
   * Replace letters of other scripts, and figures and signs within words, by the Latin letters they pass for.
   */
  readonly lookalikes: boolean;
  /** Write the blank at which a clause ends as {@link CLAUSE_END}, for patterns that look at what follows. */
  readonly clauses?: boolean;
}

/** The blank after a full stop, a comma and the like. */
export const CLAUSE_END = ';';

interface Writer {
  readonly clauses: boolean;
  readonly codes: Uint16Array;
  readonly origins: Int32Array;
  length: number;
  /** Where the current word began in `codes`, and whether it has letters and stand-ins for letters. */
  wordStart: number;
  hasLetter: boolean;
  hasStandIn: boolean;
}

const BLANK = 32;
const END = CLAUSE_END.charCodeAt(0);
const LETTER_L = 108;
const LETTER_I = 105;

/** A compatibility form that expands to more than this is cut: none that spells a phrase does. */
const MAX_EXPANSION = 4;

const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u;
const HAS_ACCENTS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const WORD = /[\p{L}\p{N}]/u;
const ENDS_CLAUSE = /[.!?;:,\n\r…。！？；：，、।۔؟؛،\u2028\u2029]/u;
const ASCII_ENDS = new Set([...'.!?;:,\n\r'].map((sign) => sign.charCodeAt(0)));

/** A text, and each of its sentences, is looked at for several things, one after the other. */
const MOST_RECENT = 16;
/** Longer ones are not kept in memory. */
const MAX_RECENT = 2000;
const recent = new Map<string, FoldedText>();

/**
 * Folds a text in time linear in its length. "l" becomes "i", as "I", "1" and "|" do; `foldPattern` does the
 * same.
 */
export function foldText(text: string, options: FoldOptions): FoldedText {
  if (!options.lookalikes || options.clauses !== true || text.length > MAX_RECENT)
    return foldWhole(text, options);
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (recent.size >= MOST_RECENT) recent.clear();
  const folded = foldWhole(text, options);
  recent.set(text, folded);
  return folded;
}

function foldWhole(text: string, options: FoldOptions): FoldedText {
  const writer = newWriter(text, options.clauses);
  writeBlank(writer, 0);
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point < 128) writeAscii(writer, text, i, options.lookalikes);
    else writeFolded(writer, foldPoint(point, options.lookalikes), i);
    if (point > 0xffff) i++;
  }
  writeBlank(writer, text.length);
  return finish(writer);
}

/**
 * The same text without blanks, for phrases spelt apart or written together, and for scripts without blanks.
 */
export function withoutBlanks(folded: FoldedText): FoldedText {
  const writer = newWriter(folded.text, false);
  for (let i = 0; i < folded.text.length; i++) {
    const code = folded.text.charCodeAt(i);
    if (code !== BLANK && code !== END) write(writer, code, folded.origins[i] ?? 0);
  }
  return finish(writer);
}

/** Folds the letters of a pattern as a text's letters are folded; its syntax has none of them. */
export function foldPattern(source: string): string {
  return source
    .normalize('NFC')
    .replace(/[^\0-\x7f]/g, (char) => foldLetter(char))
    .replaceAll('l', 'i');
}

function newWriter(text: string, clauses = false): Writer {
  const capacity = (/[^\0-\x7f]/.test(text) ? text.length * MAX_EXPANSION : text.length) + 2;
  return {
    clauses,
    codes: new Uint16Array(capacity),
    origins: new Int32Array(capacity),
    length: 0,
    wordStart: 0,
    hasLetter: false,
    hasStandIn: false,
  };
}

/** To make one takes longer than to decode a sentence. */
const DECODER = new TextDecoder('utf-16le');

function finish({ codes, origins, length }: Writer): FoldedText {
  const text = DECODER.decode(codes.subarray(0, length));
  return { text, origins: origins.subarray(0, length) };
}

function writeAscii(writer: Writer, text: string, index: number, lookalikes: boolean): void {
  const code = text.charCodeAt(index);
  if (isAlphanumericCode(code)) {
    const isDigit = isDigitCode(code);
    const lower = isDigit ? code : code | 32;
    if (isDigit) writer.hasStandIn = lookalikes || writer.hasStandIn;
    else writer.hasLetter = true;
    write(writer, lower === LETTER_L ? LETTER_I : lower, index);
  } else if (lookalikes && isSignWithinWord(text, index)) {
    writer.hasStandIn = true;
    write(writer, code, index);
  } else {
    writeBlank(writer, index, ASCII_ENDS.has(code));
  }
}

/** `@`, `$`, `!` and `|` pass for letters only between letters. */
function isSignWithinWord(text: string, index: number): boolean {
  if (!STAND_IN_CODES.has(text.charCodeAt(index))) return false;
  return isLowerCase(text.charCodeAt(index - 1)) && isLowerCase(text.charCodeAt(index + 1));
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** The folds of the first 65,536 characters that were met so far, without and with look-alikes resolved. */
const KNOWN_FOLDS = [new Map<number, string>(), new Map<number, string>()] as const;

/** What a character beyond ASCII folds to: nothing, a blank, or letters and figures. */
function foldPoint(point: number, lookalikes: boolean): string {
  const folds = KNOWN_FOLDS[lookalikes ? 1 : 0];
  const known = folds.get(point);
  if (known !== undefined) return known;
  const fold = computeFold(point, lookalikes);
  if (point <= 0xffff) folds.set(point, fold);
  return fold;
}

function computeFold(point: number, lookalikes: boolean): string {
  const symbol = lookalikeSymbol(point);
  if (symbol) return symbol;
  const char = String.fromCodePoint(point);
  if (INVISIBLE.test(char)) return '';
  let fold = '';
  for (const part of char.normalize('NFKC')) {
    const letter = foldLetter(part);
    fold += WORD.test(letter) ? (lookalikes && LOOKALIKES.get(letter)) || letter : foldBlank(part);
  }
  return fold.slice(0, MAX_EXPANSION).replaceAll('l', 'i');
}

function foldBlank(sign: string): string {
  return ENDS_CLAUSE.test(sign) ? CLAUSE_END : ' ';
}

function foldLetter(char: string): string {
  const lower = char.toLowerCase();
  return HAS_ACCENTS.test(lower) ? lower.normalize('NFD').replace(/\p{Mn}/gu, '') : lower;
}

function writeFolded(writer: Writer, fold: string, index: number): void {
  for (let k = 0; k < fold.length; k++) {
    const code = fold.charCodeAt(k);
    if (code === BLANK || code === END) {
      writeBlank(writer, index, code === END);
    } else {
      writer.hasLetter = true;
      write(writer, code, index);
    }
  }
}

function write(writer: Writer, code: number, index: number): void {
  writer.codes[writer.length] = code;
  writer.origins[writer.length] = index;
  writer.length++;
}

/** Ends the current word, if there is one; of several blanks one that ends a clause stays. */
function writeBlank(writer: Writer, index: number, endsClause = false): void {
  if (writer.hasLetter && writer.hasStandIn) resolveStandIns(writer);
  writer.hasLetter = false;
  writer.hasStandIn = false;
  const last = writer.length === 0 ? undefined : writer.codes[writer.length - 1];
  const blank = endsClause && writer.clauses ? END : BLANK;
  if (last !== BLANK && last !== END) write(writer, blank, index);
  else if (blank === END) writer.codes[writer.length - 1] = END;
  writer.wordStart = writer.length;
}

/**
 * A word of letters and figures is read with the letters that the figures pass for; a plain number stays one.
 */
function resolveStandIns(writer: Writer): void {
  for (let i = writer.wordStart; i < writer.length; i++) {
    const code = writer.codes[i] ?? BLANK;
    writer.codes[i] = STAND_IN_CODES.get(code) ?? code;
  }
}
