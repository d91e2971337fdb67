// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * How countries print national phone numbers. Only groupings that are rarely anything else are listed: the
 * rest needs a word such as "phone" before it.
 */
import {
  type DigitRun,
  groupCount,
  groupEnd,
  groupSize,
  groupStart,
  jointBefore,
  sliceDigits,
  textBefore,
} from './digit-runs.ts';

/**
 * Group sizes, written as one number, to what the digits must look like. North America and Russia may have
 * their trunk digit before.
 */
const PRINTED: ReadonlyMap<number, RegExp> = new Map([
  [334, /^(?:[2-9]\d\d[2-9]\d{6}|0[1-9]\d{8})$/], // North America; South Africa, Thailand
  [1334, /^1[2-9]\d\d[2-9]\d{6}$/],
  [13322, /^[78][3-9]\d{9}$/], // Russia
  [22222, /^0[1-9]\d{8}$/], // France
  [344, /^(?:0[1-9]\d{9}|1[3-9]\d{9})$/], // Britain, Korea, Japan; China
  [244, /^0[1-9]\d{8}$/], // Japan, Australia
  [234, /^0[2-9]\d{7}$/], // Israel
  [333, /^0[1-9]\d{7}$/],
  [3322, /^0[1-9]\d{8}$/], // Switzerland, Turkey
  [3222, /^0[1-9]\d{7}$/], // Belgium
  [4222, /^0[1-9]\d{8}$/], // Belgium, Austria
  [424, /^0[1-9]\d{8}$/], // Japan
  [433, /^0[1-9]\d{8}$/], // Australia
  [434, /^0[1-9]\d{9}$/], // Britain
  [56, /^0[1-9]\d{9}$/], // Britain
  [533, /^0[1-9]\d{9}$/],
]);

/** Two groups are printed so only with a hyphen or slash between; with a blank they are any two numbers. */
const HYPHENATED: ReadonlyMap<number, RegExp> = new Map([
  [27, /^0[2-9]\d{7}$/], // Israel
  [37, /^0[1-9]\d{8}$/], // Israel, Germany
  [38, /^0[1-9]\d{9}$/], // India, Germany
  [47, /^0[1-9]\d{9}$/], // Germany
  [48, /^0[1-9]\d{10}$/],
]);

const MAX_GROUPS = 5;
const MAX_GROUP_SIZE = 8;

/** How many groups from `i` on make a number as some country prints it; 0 where none do. */
export function nationalWidth(run: DigitRun, i: number): number {
  const bracketed = opensWithArea(run, i);
  let shape = 0;
  let found = 0;
  for (let width = 1; width <= MAX_GROUPS && i + width <= groupCount(run); width++) {
    const size = groupSize(run, i + width - 1);
    if (size > MAX_GROUP_SIZE) break;
    shape = shape * 10 + size;
    if (width === 1) continue;
    const printed = bracketed ? hasNationalLength(run, i, width) : isPrinted(run, i, width, shape);
    if (printed && standsAlone(run, i, width)) found = width;
  }
  return found;
}

function isPrinted(run: DigitRun, i: number, width: number, shape: number): boolean {
  const format = PRINTED.get(shape) ?? HYPHENATED.get(shape);
  if (!format?.test(sliceDigits(run, i, i + width)) || hasLateBracket(run, i, width)) return false;
  return PRINTED.has(shape) || /^[-/]$/.test(jointBefore(run, i + 1));
}

/** Only an area code is bracketed; "301-318 (2023)" is a citation. */
function hasLateBracket(run: DigitRun, i: number, width: number): boolean {
  const first = groupSize(run, i) === 1 ? 2 : 1;
  for (let k = first; k < width; k++) if (jointBefore(run, i + k).includes('(')) return true;
  return false;
}

/** "(212) 555-0187", "(11) 91234-5678", "(0161) 496 0000": group `i` is an area code in brackets. */
function opensWithArea(run: DigitRun, i: number): boolean {
  const start = groupStart(run, i);
  if (run.text[start - 1] !== '(' || run.text[groupEnd(run, i)] !== ')') return false;
  const area = sliceDigits(run, i, i + 1);
  return /^(?:[1-9]\d{1,2}|0\d{1,4})$/.test(area) && !/[\w)\]]/.test(run.text[start - 2] ?? '');
}

function hasNationalLength(run: DigitRun, i: number, width: number): boolean {
  const total = sliceDigits(run, i, i + width).length;
  return total >= 9 && total <= 11;
}

/**
 * No further group is tied to the number: at its edges the run ends, or a blank stands where it has other
 * signs.
 */
function standsAlone(run: DigitRun, i: number, width: number): boolean {
  const before = i > 0 ? jointBefore(run, i) : '';
  const after = jointBefore(run, i + width);
  if (before.length !== 1 && after.length !== 1) return true;
  if (!hasSign(run, i, width)) return false;
  return isLooseEdge(before) && isLooseEdge(after);
}

function isLooseEdge(joint: string): boolean {
  return joint.length !== 1 || ' (/'.includes(joint);
}

function hasSign(run: DigitRun, i: number, width: number): boolean {
  for (let k = 1; k < width; k++) if (jointBefore(run, i + k).trim() !== '') return true;
  return false;
}

const NOUNS =
  `telephone tel téléphone tél telefon teléfono tlf tfno telefone telefono telefoon telepon mobil móvil mobiel cell cellular
  celular cellulare telemóvel rufnummer mobilnummer handy komórka telefonu fax whatsapp sms hotline helpline`.split(
    /\s+/,
  );

/** Words, in several languages, after which digits are a phone number. */
const SAID_TO_BE_PHONE = new RegExp(
  [
    `(?:(?:\\b|_|[a-z])(?:phones?|mobile)|(?:\\b|_)(?:${NOUNS.join('|')}))(?:[ _-]?(?:number|no|nr|num|nummer|numarası|#))?(?: (?:is|was|at|on|ist|lautet|es|est|é|è|to))?[^\\w\\n]{0,4}$`,
    '\\b(?:call|ring|dial|text|phone)(?: (?:me|us|him|her|them|back|now))?(?: (?:at|on))?[^\\w\\n]{0,3}$',
    '\\b(?:my|his|her|their|our|your) (?:\\w{1,12} ){0,2}number(?: is)?\\W{0,3}$',
    '(?:电话|電話|手机|手機|号码|號碼|携帯|전화|휴대폰|тел|телефон|мобильный|هاتف|الهاتف|جوال|موبايل|تلفون|फ़ोन|फोन|मोबाइल|điện thoại|sđt)(?: (?:nomor|number|नंबर|số|رقم))?[^\\d\\n]{0,4}$',
  ].join('|'),
  'i',
);

const DATE = /^(?:(?:19|20)\d\d[-./ ]?[01]\d[-./ ]?[0-3]\d|[0-3]?\d[-./ ][01]?\d[-./ ](?:19|20)\d\d)/;

/**
 * Whether the first `width` groups of a run follow a word for phone, with 7 to 15 digits in groups of at most
 * 12.
 */
export function isSaidToBePhone(run: DigitRun, width: number): boolean {
  const total = sliceDigits(run, 0, width).length;
  if (total < 7 || total > 15 || width < groupCount(run)) return false;
  if (DATE.test(run.text.slice(groupStart(run, 0), groupEnd(run, width - 1)))) return false;
  return SAID_TO_BE_PHONE.test(textBefore(run, 0, 40));
}

// Country calling codes and how long their national numbers are, so that `+` and digits count as a phone
// number only where such a number can exist. The numbering library that was tried costs about 7 µs a number,
// more than a second for four megabytes of them; this table answers the one question asked of it. Source:
// ITU-T E.164 and national plans.

/** `code:shortest-longest` national (significant) number; a single figure where all are equal. */
const PLANS = `1:10 7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:6-11 40:9 41:9 43:7-13 44:9-10 45:8
46:7-10 47:8 48:9 49:6-13 51:8-9 52:10-11 53:8 54:10-11 55:10-11 56:9 57:10 58:10 60:8-10 61:9 62:8-12 63:8-10 64:8-10
65:8 66:8-9 81:9-10 82:8-11 84:8-10 86:9-11 90:10 91:10 92:9-10 93:9 94:9 95:7-10 98:10 211:9 212:9 213:8-9 216:8
218:8-9 220:7 221:9 222:8 223:8 224:9 225:10 226:8 227:8 228:8 229:8-10 230:7-8 231:7-9 232:8 233:9 234:8-10 235:8
236:8 237:8-9 238:7 239:7 240:9 241:7-8 242:9 243:7-9 244:9 245:7-9 248:7 249:9 250:9 251:9 252:7-9 253:8 254:9
255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:7-10 264:8-9 265:7-9 266:8 267:7-8 268:8 269:7 290:5 291:7 297:7
298:6 299:6 350:8 351:9 352:6-9 353:7-9 354:7-9 355:8-9 356:8 357:8 358:6-11 359:8-9 370:8 371:8 372:7-8 373:8
374:8 375:9 376:6-9 377:8-9 378:6-10 380:9 381:8-9 382:8 383:8 385:8-9 386:8 387:8 389:8 420:9 421:9 423:7-9 500:5
501:7 502:8 503:8 504:8 505:8 506:8 507:7-8 508:6-9 509:8 590:9 591:8 592:7 593:8-9 594:9 595:8-9 596:9 597:6-7
598:7-8 599:7-8 670:7-8 672:6 673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7 679:7 680:7 681:6 682:5 683:4-7 685:5-7
686:5-8 687:6 688:5-7 689:8 690:4-7 691:7 692:7 800:8 808:8 850:8-10 852:8 853:8 855:8-9 856:8-10 870:9 878:12
880:8-10 881:8-9 882:7-12 883:7-12 886:8-9 888:11 960:7 961:7-8 962:8-9 963:8-9 964:8-10 965:8 966:9 967:7-9 968:8
970:8-9 971:8-9 972:8-9 973:8 974:8 975:8 976:8 977:8-10 979:9 992:9 993:8 994:9 995:9 996:9 998:9`;

interface Plan {
  readonly shortest: number;
  readonly longest: number;
}

const PLAN_OF: ReadonlyMap<string, Plan> = new Map(
  PLANS.split(/\s+/).map((entry) => {
    const [code = '', range = ''] = entry.split(':');
    const [shortest = range, longest = shortest] = range.split('-');
    return [code, { shortest: Number(shortest), longest: Number(longest) }] as const;
  }),
);

/** E.164: at most 15 digits, calling code included. */
const MAX_DIGITS = 15;

/** Whether digits are a calling code by themselves, as when a separator follows them. */
export function isCallingCode(digits: string): boolean {
  return PLAN_OF.has(digits);
}

/**
 * Whether digits that begin with a calling code (no `+`) can be a phone number. A trunk zero after the code,
 * as in "+44 (0)20", is passed over.
 */
export function isInternationalNumber(digits: string): boolean {
  for (let length = 1; length <= 3; length++) {
    const plan = PLAN_OF.get(digits.slice(0, length));
    if (!plan) continue;
    const national = digits.length - length;
    const written = digits[length] === '0' ? national - 1 : national;
    const fits = (n: number) => n >= plan.shortest && n <= plan.longest;
    return digits.length <= MAX_DIGITS + 1 && (fits(national) || fits(written));
  }
  return false;
}
