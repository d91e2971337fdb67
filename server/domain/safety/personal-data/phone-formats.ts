/**
 * How countries print national phone numbers. Only groupings that are rarely anything else are listed: the rest needs
 * a word such as "phone" before it.
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

/** Group sizes, written as one number, to what the digits must look like. North America and Russia may have their trunk digit before. */
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

/** No further group is tied to the number: at its edges the run ends, or a blank stands where it has other signs. */
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
  'telephone tel téléphone tél telefon teléfono telefone telefono mobil móvil cell cellular celular'
    .split(' ')
    .concat('cellulare handy fax whatsapp sms hotline helpline'.split(' '));

/** Words, in several languages, after which digits are a phone number. */
const SAID_TO_BE_PHONE = new RegExp(
  [
    `(?:(?:\\b|_|[a-z])(?:phones?|mobile)|(?:\\b|_)(?:${NOUNS.join('|')}))(?:[ _-]?(?:number|no|nr|num|nummer|#))?(?: (?:is|was|at|on))?[^\\w\\n]{0,4}$`,
    '\\b(?:call|ring|dial|text|phone)(?: (?:me|us|him|her|them|back|now))?(?: (?:at|on))?[^\\w\\n]{0,3}$',
    '\\b(?:my|his|her|their|our|your) (?:\\w{1,12} ){0,2}number(?: is)?\\W{0,3}$',
    '(?:电话|電話|手机|手機|号码|號碼|携帯|전화|휴대폰|тел|телефон)[^\\d\\n]{0,4}$',
  ].join('|'),
  'i',
);

const DATE = /^(?:(?:19|20)\d\d[-./ ]?[01]\d[-./ ]?[0-3]\d|[0-3]?\d[-./ ][01]?\d[-./ ](?:19|20)\d\d)/;

/** Whether the first `width` groups of a run follow a word for phone, with 7 to 15 digits in groups of at most 12. */
export function isSaidToBePhone(run: DigitRun, width: number): boolean {
  const total = sliceDigits(run, 0, width).length;
  if (total < 7 || total > 15 || width < groupCount(run)) return false;
  if (DATE.test(run.text.slice(groupStart(run, 0), groupEnd(run, width - 1)))) return false;
  return SAID_TO_BE_PHONE.test(textBefore(run, 0, 40));
}
