/**
 * Characters that nobody sees: they hide words from a reader, break words apart for a filter, or carry a
 * message of their own. What Unicode calls ignorable is hidden unless an emoji is made with it or the script
 * around it needs it (UTS #51 and UAX #31). Used in the browser too, where such characters are drawn as
 * marks.
 */

/** A character that is not shown, as a half-open range of UTF-16 units. */
export interface HiddenCharacter {
  readonly start: number;
  readonly end: number;
  readonly codePoint: number;
  /** What the character is called, in lower case: "zero width space". */
  readonly label: string;
}

/**
 * Blank Braille and the marks of interlinear notes show nothing either, though Unicode does not call them
 * ignorable.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb]/v;

/** `[0-9#*]` and the flag letters are emoji only in keycaps and pairs, which `RGI_Emoji` knows. */
const EMOJI_PART = String.raw`[\p{Emoji}--[0-9#*]--\p{Regional_Indicator}](?:\p{Emoji_Modifier}|[\ufe0e\ufe0f]?)`;
/** Subdivision flags are those of `RGI_Emoji` alone: any other tags spell hidden text. */
const EMOJI = String.raw`[0-9#*]\ufe0f?\u20e3|\p{RGI_Emoji_Tag_Sequence}|${EMOJI_PART}(?:\u200d${EMOJI_PART})*`;
const EMOJI_OR_INVISIBLE = new RegExp(`(?:${EMOJI})|(?<hidden>${INVISIBLE.source})`, 'gv');

/** Letters that join their neighbours, where ZWNJ keeps two apart (UAX #31, rule A1). */
const JOINING_LETTER =
  /[[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Phags_Pa}]&&\p{L}]/v;
/** Scripts without blanks, whose words ZWSP divides. */
const UNSPACED_LETTER =
  /[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}]/v;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/v;
const MONGOLIAN_LETTER = /[\p{Script=Mongolian}&&\p{L}]/v;
const LETTER = /\p{L}/u;

const ZWSP = 0x200b;
const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const MONGOLIAN_SELECTORS: ReadonlySet<number> = new Set([0x180b, 0x180c, 0x180d, 0x180e, 0x180f]);
const DIRECTION_MARKS: ReadonlySet<number> = new Set([0x200e, 0x200f, 0x061c]);

/** Every hidden character of a text in order, in time linear in its length. */
export function findHiddenCharacters(text: string): HiddenCharacter[] {
  if (!INVISIBLE.test(text)) return [];
  const found: HiddenCharacter[] = [];
  for (const match of text.matchAll(EMOJI_OR_INVISIBLE)) {
    const hidden = match.groups?.hidden;
    if (hidden === undefined) continue;
    const codePoint = hidden.codePointAt(0) ?? 0;
    const start = match.index;
    const end = start + hidden.length;
    if (isNeeded(codePoint, characterBefore(text, start), characterAt(text, end))) continue;
    found.push({ start, end, codePoint, label: describePoint(codePoint) });
  }
  return found;
}

/** Whether the script of the neighbours is not written rightly without the character. */
function isNeeded(point: number, before: string, after: string): boolean {
  if (point === ZWNJ && JOINING_LETTER.test(before) && JOINING_LETTER.test(after)) return true;
  if (point === ZWNJ || point === ZWJ) return isNeededByConjunct(before, after);
  if (point === ZWSP) return UNSPACED_LETTER.test(before) && UNSPACED_LETTER.test(after);
  if (MONGOLIAN_SELECTORS.has(point)) return MONGOLIAN_LETTER.test(before);
  if (DIRECTION_MARKS.has(point)) return isBetweenDirections(before, after);
  return false;
}

/**
 * ZWJ and ZWNJ choose the form of a conjunct beside a virama (UAX #31, rules A2 and B; Bengali puts ZWJ
 * before it).
 */
function isNeededByConjunct(before: string, after: string): boolean {
  return isVirama(before) || (LETTER.test(before) && isVirama(after));
}

/**
 * Viramas are the characters of combining class 9, which no property escape names: normalisation sorts one
 * behind a mark of class 8 and before one of class 10.
 */
function isVirama(char: string): boolean {
  return char > '\u0900' && `a\u05b0${char}\u3099`.normalize('NFD') === `a\u3099${char}\u05b0`;
}

/**
 * Marks of direction stand where right-to-left text meets something else: one side is such text, no side
 * hides.
 */
function isBetweenDirections(before: string, after: string): boolean {
  if (INVISIBLE.test(before) || INVISIBLE.test(after)) return false;
  return RIGHT_TO_LEFT.test(before) !== RIGHT_TO_LEFT.test(after);
}

function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return index === 0 ? '' : characterAt(text, index - (isLowSurrogate && index > 1 ? 2 : 1));
}

const LABELS: ReadonlyMap<number, string> = new Map([
  [0x00ad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'arabic letter mark'],
  [0x115f, 'hangul choseong filler'],
  [0x1160, 'hangul jungseong filler'],
  [0x17b4, 'khmer inherent vowel aq'],
  [0x17b5, 'khmer inherent vowel aa'],
  [0x180e, 'mongolian vowel separator'],
  [ZWSP, 'zero width space'],
  [ZWNJ, 'zero width non-joiner'],
  [ZWJ, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2061, 'function application'],
  [0x2062, 'invisible times'],
  [0x2063, 'invisible separator'],
  [0x2064, 'invisible plus'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x2800, 'braille pattern blank'],
  [0x3164, 'hangul filler'],
  [0xfeff, 'zero width no-break space'],
  [0xffa0, 'halfwidth hangul filler'],
  [0xfff9, 'interlinear annotation anchor'],
  [0xfffa, 'interlinear annotation separator'],
  [0xfffb, 'interlinear annotation terminator'],
  [0xe0020, 'tag space'],
  [0xe007f, 'cancel tag'],
]);

function describePoint(point: number): string {
  const known = LABELS.get(point);
  if (known !== undefined) return known;
  if (point >= 0xfe00 && point <= 0xfe0f) return `variation selector ${point - 0xfe00 + 1}`;
  if (point >= 0xe0100 && point <= 0xe01ef) return `variation selector ${point - 0xe0100 + 17}`;
  if (point > 0xe0020 && point < 0xe007f) return `tag ${String.fromCodePoint(point - 0xe0000)}`;
  if (MONGOLIAN_SELECTORS.has(point)) return 'mongolian variation selector';
  return 'invisible character';
}
