/**
 * Whether anybody can block the process with a text: redaction and safety scan of four megabytes, and the
 * import of the longest document, each on the worst inputs known for it. No database takes part.
 */
import { findInjections } from '../../../server/domain/safety/injection/find-injections.ts';
import { redact } from '../../../server/domain/safety/redact.ts';
import { scanText } from '../../../server/domain/safety/scan.ts';
import { parseSkillMd } from '../../../server/domain/skills/skill-md/parse.ts';
import { WORST_INPUT_LENGTH, worstInputs } from '../../../server/testing/samples/worst-inputs.ts';
import { textTable } from '../../text-table.ts';
import { worstDocuments } from './worst-documents.ts';

/**
 * Milliseconds of a computation as on an idle machine: the smaller of wall and CPU time, as others may hold the
 * processor while a clock runs and the collector may use several at once.
 */
function timeOnce(work: () => unknown): number {
  const start = performance.now();
  const cpu = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** Milliseconds that `work` takes: the first attempt within `enough`, else the best of `attempts`. */
function time(work: () => unknown, { enough, attempts }: { enough: number; attempts: number }): number {
  let best = timeOnce(work);
  for (let attempt = 1; attempt < attempts && best > enough; attempt += 1) {
    best = Math.min(best, timeOnce(work));
  }
  return best;
}

/**
 * How many times as long a whole text takes as its first quarter: 4 where time is linear, 16 where it is
 * quadratic.
 */
interface Growth {
  milliseconds: number;
  growth: number;
}

/** Below this a time is mostly noise, and growth is given as 0. */
const NOISE_MS = 200;
const SUSPICIOUS = 5;
const ATTEMPTS = 4;

/** Times `work` on a text and on its first quarter; growth that looks too large is measured again. */
function timeGrowth(work: (text: string) => unknown, text: string): Growth {
  const quarter = text.slice(0, text.length / 4);
  let part = timeOnce(() => work(quarter));
  let whole = timeOnce(() => work(text));
  for (let attempt = 1; attempt < ATTEMPTS && whole > NOISE_MS && whole / part > SUSPICIOUS; attempt += 1) {
    part = Math.min(
      part,
      timeOnce(() => work(quarter)),
    );
    whole = Math.min(
      whole,
      timeOnce(() => work(text)),
    );
  }
  return { milliseconds: whole, growth: whole < NOISE_MS ? 0 : whole / part };
}

/** Lets signals and timers through between two long computations. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const SLOWEST_MS = 1000;
/** Four times the text takes about four times as long; quadratic time would make it sixteen. */
const LARGEST_GROWTH = 8;
const UNTIL_FAST = { enough: SLOWEST_MS, attempts: 3 };
const SHOWN = 10;
const QUICK_LENGTH = 250_000;
const SAY_EVERY_MS = 3000;

type Say = (text: string) => void;

/** Milliseconds for one worst input of the safety patterns. */
interface SafetyTiming {
  input: string;
  redaction: number;
  scan: number;
  /** All injection patterns on the whole text, which the scan itself bounds, and how that grew from a quarter of it. */
  injections: number;
  growth: number;
}

/** Reading one worst document. */
interface ReadTiming extends Growth {
  input: string;
}

export interface LinearResult {
  length: number;
  safety: SafetyTiming[];
  reading: ReadTiming[];
}

function timeSafety(input: string, text: string): SafetyTiming {
  const { milliseconds: injections, growth } = timeGrowth(findInjections, text);
  return {
    input,
    redaction: time(() => redact(text), UNTIL_FAST),
    scan: time(() => scanText(text), UNTIL_FAST),
    injections,
    growth,
  };
}

/** Times every text, one after the other, and says every few seconds how far it is. */
async function timeAll<Timing>(
  texts: Iterable<readonly [input: string, text: string]>,
  timeOne: (input: string, text: string) => Timing,
  say: Say,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  let last = performance.now();
  for (const [input, text] of texts) {
    timings.push(timeOne(input, text));
    await breathe();
    if (performance.now() - last < SAY_EVERY_MS) continue;
    last = performance.now();
    say(`  linear: ${timings.length} worst texts timed`);
  }
  return timings;
}

/** Times all worst inputs; a quick round takes shorter ones. */
export async function linearScenario({ quick }: { quick: boolean }, say: Say): Promise<LinearResult> {
  const inputs = quick ? worstInputs(QUICK_LENGTH) : worstInputs();
  const length = quick ? QUICK_LENGTH : WORST_INPUT_LENGTH;
  const safety = await timeAll(inputs, timeSafety, say);
  const readOne = (input: string, text: string) => ({ input, ...timeGrowth(parseSkillMd, text) });
  return { length, safety, reading: await timeAll(worstDocuments(), readOne, say) };
}

const milliseconds = (value: number) => value.toFixed(0);
const factor = (value: number) => (value === 0 ? '–' : value.toFixed(1));
const slowestPart = ({ redaction, scan, injections }: SafetyTiming) => Math.max(redaction, scan, injections);

function safetyTable(timings: readonly SafetyTiming[]): string {
  const rows = timings.toSorted((a, b) => slowestPart(b) - slowestPart(a)).slice(0, SHOWN);
  return textTable(
    ['input', 'redaction', 'safety scan', 'all injection patterns', 'growth from a quarter'],
    rows.map(({ input, redaction, scan, injections, growth }) => [
      input,
      ...[redaction, scan, injections].map(milliseconds),
      factor(growth),
    ]),
  );
}

function readingTable(timings: readonly ReadTiming[]): string {
  const rows = timings.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN);
  return textTable(
    ['document', 'reading', 'growth from a quarter'],
    rows.map((row) => [row.input, milliseconds(row.milliseconds), factor(row.growth)]),
  );
}

function aimLine(what: string, values: readonly number[], aim: number, unit: string): string {
  const measured = Math.max(...values);
  return `${measured.toFixed(1)}${unit} (aim ${aim}${unit})  ${what}${measured > aim ? '  ← above' : ''}`;
}

/** The slowest texts as tables, and the worst figures beside their aims. */
export function linearLines({ length, safety, reading }: LinearResult): string {
  const growths = [...safety, ...reading].map(({ growth }) => growth);
  return [
    `\nThe slowest of ${safety.length} worst inputs, ${length / 1e6} MB each, in ms`,
    safetyTable(safety),
    `\nThe slowest of ${reading.length} worst documents, 200,000 characters each, in ms`,
    readingTable(reading),
    '',
    aimLine(
      'slowest redaction',
      safety.map(({ redaction }) => redaction),
      SLOWEST_MS,
      ' ms',
    ),
    aimLine(
      'slowest safety scan',
      safety.map(({ scan }) => scan),
      SLOWEST_MS,
      ' ms',
    ),
    aimLine('growth from a quarter of a text to all of it', growths, LARGEST_GROWTH, '×'),
  ].join('\n');
}
