/**
 * Reads what a text says in another writing: base64, hex, character codes, escapes of HTML, URLs and
 * programs, rot13, backwards. A model decodes them without being asked, so what they say is part of what the
 * text says. Decoded places stay where they are, so that a sentence of which one word is encoded is read as a
 * whole.
 */

/** Encodings within encodings are followed so far. */
const MAX_DEPTH = 3;
const MAX_FORMS = 12;
/** All forms together; what is longer than the first form allows is not read. */
const MAX_CHARACTERS = 600_000;
const MAX_READ = 262_144;

type Decode = (text: string) => string;

/**
 * The decoded variants of a text without the text itself, most direct first: none for plain text, at most
 * twelve, at most 600,000 characters together. Linear in the text's length.
 */
export function decodedForms(text: string): string[] {
  const read = text.slice(0, MAX_READ);
  const seen = new Set([read]);
  let budget = MAX_CHARACTERS;
  let level = [read];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const form of level.flatMap((one) => DECODERS.map((decode) => decode(one)))) {
      if (seen.has(form) || seen.size > MAX_FORMS || form.length > budget) continue;
      seen.add(form);
      next.push(form);
      budget -= form.length;
    }
    level = next;
  }
  seen.delete(read);
  return [...seen].filter((form) => form.trim() !== '');
}

/**
 * Runs of bytes in an alphabet of their own: each is replaced by the text that it spells, if it spells any.
 */
const BLOCKS: readonly { readonly pattern: RegExp; readonly decode: (block: string) => Uint8Array | null }[] =
  [
    { pattern: /(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{2}){4,}(?![0-9A-Za-z])/gi, decode: bytesOfHex },
    {
      pattern: /(?<!\w)(?:0x)?[0-9a-f]{2}(?:[\s,:-]{1,2}(?:0x)?[0-9a-f]{2}){3,}(?!\w)/gi,
      decode: bytesOfHex,
    },
    { pattern: /(?<!\w)[01]{8}(?:[\s,]{0,2}[01]{8}){3,}(?!\w)/g, decode: (block) => bytesOfCodes(block, 2) },
    {
      pattern: /(?<!\w)\d{2,3}(?:[\s,;]{1,2}\d{2,3}){3,}(?!\w)/g,
      decode: (block) => bytesOfCodes(block, 10),
    },
    { pattern: /(?<![0-9A-Za-z])[A-Z2-7]{13,}={0,6}(?![0-9A-Za-z])/g, decode: bytesOfBase32 },
    { pattern: /[A-Za-z0-9+/_-]{8,}(?:\r?\n[ \t]{0,8}[A-Za-z0-9+/_-]{2,})*={0,2}/g, decode: bytesOfBase64 },
    // Words of two to five letters: the first three signs are those of ASCII text, which hardly any word
    // begins with.
    {
      pattern:
        /(?<![\w+/])[I-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589](?:=|[\w+/]{1,4}={0,2})(?![\w+/])/g,
      decode: bytesOfBase64,
    },
  ];

/** Words that occur in nearly every English sentence, and in none that was turned into rot13 or backwards. */
const COMMON_WORDS =
  'the and all your you this that with from instead previous prior above instruction instructions rules system prompt ignore disregard forget always never send reveal delete password credentials before after every first user users http https curl run call must should for when';

const DECODERS: readonly Decode[] = [
  decodeEscapes,
  ...BLOCKS.map(
    ({ pattern, decode }): Decode =>
      (text) =>
        text.replace(pattern, (block) => readable(decode(block)) ?? piecewise(block, decode)),
  ),
  ifReadable(rot13),
  ifReadable(reverseText),
];

/** A block that spells nothing as a whole may be a path, or lines, of which one part does. */
function piecewise(block: string, decode: (block: string) => Uint8Array | null): string {
  if (!/[/_\n-]/.test(block)) return block;
  return block.replace(/[A-Za-z0-9+]{8,}={0,2}/g, (part) => readable(decode(part)) ?? part);
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ', commat: '@', period: '.', colon: ':' },
  ...{ sol: '/', bsol: '\\', lpar: '(', rpar: ')', num: '#', comma: ',', excl: '!', semi: ';', equals: '=' },
  ...{ vert: '|', lowbar: '_', hyphen: '-', dash: '-', Tab: '\t', NewLine: '\n', shy: '', zwj: '', zwnj: '' },
};
const ENTITY_NAMES = Object.keys(NAMED_ENTITIES).join('|');

const ESCAPE = new RegExp(
  [
    String.raw`(?<bytes>(?:%[0-9a-f]{2})+|(?:=[0-9A-F]{2})+|(?:\\x[0-9a-f]{2})+)`,
    String.raw`(?:\\u|%u)(?<unit>[0-9a-f]{4})`,
    String.raw`(?:\\u\{|(?<!\w)u\+|&#x)(?<point>[0-9a-f]{2,6})(?:\}|;|\s(?=u\+))?`,
    String.raw`&#(?<decimal>\d{1,7});?`,
    `&(?<name>${ENTITY_NAMES});`,
    String.raw`\\(?<octal>[0-3][0-7]{2})`,
    String.raw`(?<softBreak>=\r?\n)`,
  ].join('|'),
  'gi',
);

/** Escapes of HTML, URLs, mails (quoted-printable) and programs. */
function decodeEscapes(text: string): string {
  if (!/[%=\\&]|u\+/i.test(text)) return text;
  return text.replace(ESCAPE, (written, ...rest) => {
    const groups: Readonly<Record<string, string | undefined>> = rest.at(-1);
    const { bytes, unit, point, decimal, name, octal } = groups;
    const hex = unit ?? point;
    if (bytes !== undefined) return utf8(bytesOfHex(bytes.replace(/[%=\\x]/gi, ''))) ?? written;
    if (hex !== undefined) return decodeCharacter(hex, 16, written);
    if (decimal !== undefined) return decodeCharacter(decimal, 10, written);
    if (octal !== undefined) return decodeCharacter(octal, 8, written);
    return name === undefined ? '' : (NAMED_ENTITIES[name] ?? NAMED_ENTITIES[name.toLowerCase()] ?? written);
  });
}

function decodeCharacter(digits: string, base: number, written: string): string {
  const point = Number.parseInt(digits, base);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written;
}

function bytesOfHex(block: string): Uint8Array | null {
  const digits = block.replace(/0x/gi, '').replace(/[^0-9a-f]/gi, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function bytesOfCodes(block: string, base: number): Uint8Array | null {
  const codes = (base === 2 ? block.match(/[01]{8}/g) : block.match(/\d+/g)) ?? [];
  const values = codes.map((code) => Number.parseInt(code, base));
  return values.every((value) => value < 256) ? Uint8Array.from(values) : null;
}

function bytesOfBase32(block: string): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const char of block.replaceAll('=', '')) {
    buffer = ((buffer << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/**
 * The first letters of text in base64: a byte that UTF-8 begins a character with, or the zero behind the first
 * one of UTF-16. Half of all words have others.
 */
const TEXT_IN_BASE64 = /^(?:[A-Za-fw-z0-9]|.[AQgw][A-D])/;

function bytesOfBase64(block: string): Uint8Array | null {
  const letters = block.replace(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!TEXT_IN_BASE64.test(letters)) return null;
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  try {
    const decoded = atob(whole);
    // Nearly every long word comes here: a loop takes a third of the time of `Uint8Array.from`.
    const bytes = new Uint8Array(decoded.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
    return bytes;
  } catch {
    return null;
  }
}

const UTF8 = new TextDecoder('utf-8');
const UTF16 = new TextDecoder('utf-16le');

function utf8(bytes: Uint8Array | null): string | null {
  if (bytes === null || hasStrayByte(bytes)) return null;
  const text = UTF8.decode(bytes);
  return text.includes('\ufffd') ? null : text;
}

/** Whether bytes cannot be UTF-8, as of most long words that are no base64: the decoder takes longer to say so. */
function hasStrayByte(bytes: Uint8Array): boolean {
  let following = 0;
  for (const byte of bytes) {
    const follows = byte >= 0x80 && byte < 0xc0;
    if (follows !== following > 0) return true;
    if (follows) following -= 1;
    else if (byte >= 0xc0) following = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  }
  return following > 0;
}

/** Fewer bytes than these are text by chance too, in which letters beyond ASCII stand side by side. */
const LEAST_BEYOND_ASCII = 12;

/**
 * Bytes as text where they are text that somebody could have written; encoded commands are UTF-16 on one
 * system.
 */
function readable(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length < 2) return null;
  const isWide = bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0;
  if (!isWide && bytes.some((byte) => byte < 9)) return null;
  const text = isWide ? UTF16.decode(bytes) : utf8(bytes);
  if (text === null || /[^\P{C}\t\n\r\p{Cf}]/u.test(text)) return null;
  if (bytes.length < LEAST_BEYOND_ASCII && /[^\0-\x7f]/.test(text)) return null;
  const letters = text.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0;
  return letters * 2 >= text.length ? text : null;
}

/** Reads a text by `decode` where a common word results; the words are looked for as they stand before. */
function ifReadable(decode: Decode): Decode {
  const words = COMMON_WORDS.split(' ').map(decode).join('|');
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'i');
  return (text) => (pattern.test(text) ? decode(text) : text);
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
  });
}

function reverseText(text: string): string {
  return [...text].reverse().join('');
}
