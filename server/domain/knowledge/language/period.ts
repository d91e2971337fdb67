/** The time that a question asks about, where it names one: memories that were stored then count for more. */

/** From `from` (inclusive) to `to` (exclusive), in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** Days are UTC's, and begin up to half a day earlier or later where people are. */
const TIME_ZONES = DAY / 2;
/** Longer queries hold material, whose dates ask for nothing. */
const LONGEST_QUESTION = 500;
/** The date of a task, as in "Refund the order of last year", is not when something was stored that it needs. */
const QUESTION =
  /\?|^\W*(?:what|when|where|which|who|whom|whose|why|how|did|does?|was|were|is|are|ha[sd]|have|remind|tell)\b/i;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTH = `(?<month>${MONTHS.join('|')})`;
const YEAR = '(?:,? (?<year>(?:19|20)\\d\\d))?';
const NTH = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

const ISO_DATE = /\b(?<year>(?:19|20)\d\d)-(?<month>\d\d)(?:-(?<day>\d\d))?\b/;
const DAY_OF_MONTH = new RegExp(`\\b(?:${NTH}(?: of)? ${MONTH}${YEAR}|${MONTH} ${NTH}\\b${YEAR})`);
/** After a preposition or before a year: "may" and "march" are verbs too. */
const WHOLE_MONTH = new RegExp(
  `\\b(?:in|of|during|since|until|before|after|by|early|late|last) ${MONTH}\\b${YEAR}|\\b${MONTH},? (?<year>(?:19|20)\\d\\d)\\b`,
);
const WHOLE_YEAR = /\b(?:in|of|during|since|until|before|after|by|early|late) (?<year>(?:19|20)\d\d)\b/;
const AGO = /\b(?<count>\d{1,3}|an?|two|three|four) (?<unit>day|week|month|year)s? ago\b/;
const SPAN = /\b(?<which>last|past|this|previous) (?<unit>week|month|year)\b/;
const NEAR_DAY = /\b(?<near>today|yesterday|last night)\b/;
const WEEKDAY = new RegExp(`\\b(?:last|on) (?<weekday>${DAYS.join('|')})\\b`);

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, two: 2, three: 3, four: 4 };

type Groups = Readonly<Record<string, string | undefined>>;

/** The first of these forms that a text has is read; what it leaves out is taken from `now` (milliseconds since 1970). */
const FORMS: readonly (readonly [RegExp, (groups: Groups, now: number) => Period | null])[] = [
  [ISO_DATE, ({ year, month, day }) => calendar(Number(year), Number(month) - 1, day)],
  [DAY_OF_MONTH, named],
  [WHOLE_MONTH, named],
  [WHOLE_YEAR, ({ year }) => ({ from: Date.UTC(Number(year), 0), to: Date.UTC(Number(year) + 1, 0) })],
  [AGO, ago],
  [SPAN, span],
  [NEAR_DAY, ({ near }, now) => dayOf(near === 'today' ? now : now - DAY)],
  [WEEKDAY, weekday],
];

/** The period that a question names in English, at `now`; null where it names none, or is no question. */
export function readPeriod(text: string, now: Date): Period | null {
  if (text.length > LONGEST_QUESTION || !QUESTION.test(text)) return null;
  const lower = text.toLowerCase();
  for (const [form, read] of FORMS) {
    const groups = form.exec(lower)?.groups;
    const period = groups === undefined ? null : read(groups, now.getTime());
    if (period !== null) return { from: period.from - TIME_ZONES, to: period.to + TIME_ZONES };
  }
  return null;
}

function dayOf(time: number): Period {
  const from = Math.floor(time / DAY) * DAY;
  return { from, to: from + DAY };
}

function calendar(year: number, month: number, day: string | undefined): Period | null {
  if (month < 0 || month > 11 || Number(day ?? 1) < 1 || Number(day ?? 1) > 31) return null;
  if (day === undefined) return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  return dayOf(Date.UTC(year, month, Number(day)));
}

/** Without a year, the last time that the month began. */
function named({ month = '', year, day }: Groups, now: number): Period | null {
  const number = MONTHS.indexOf(month);
  const current = new Date(now).getUTCFullYear();
  const latest = Date.UTC(current, number) <= now ? current : current - 1;
  return calendar(year === undefined ? latest : Number(year), number, day);
}

/** As inexact as its unit: half of one in each direction, and at least a day. */
function ago({ count = '', unit = '' }: Groups, now: number): Period {
  const days = UNIT_DAYS[unit] ?? 1;
  const at = now - (COUNTS[count] ?? Number(count)) * days * DAY;
  return { from: dayOf(at - (days * DAY) / 2).from, to: dayOf(at + (days * DAY) / 2).to };
}

/** Of the calendar, with weeks from Monday on; "the past week" ends now. */
function span({ which, unit = '' }: Groups, now: number): Period {
  if (which === 'past') return { from: now - (UNIT_DAYS[unit] ?? 1) * DAY, to: now };
  const back = which === 'this' ? 0 : 1;
  return { from: startOf(unit, now, back), to: back === 0 ? now : startOf(unit, now, 0) };
}

/** When the current week, month or year began, or one so many before it. */
function startOf(unit: string, now: number, back: number): number {
  const date = new Date(now);
  const year = date.getUTCFullYear();
  if (unit === 'year') return Date.UTC(year - back, 0);
  if (unit === 'month') return Date.UTC(year, date.getUTCMonth() - back);
  return dayOf(now).from - (((date.getUTCDay() + 6) % 7) + 7 * back) * DAY;
}

function weekday({ weekday: name = '' }: Groups, now: number): Period {
  const back = (new Date(now).getUTCDay() - DAYS.indexOf(name) + 7) % 7 || 7;
  return dayOf(now - back * DAY);
}
