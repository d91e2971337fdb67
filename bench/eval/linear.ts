/**
 * Whether anybody can hold the process up with a text: redaction and safety scan of four megabytes, and the import of
 * the longest document, each on the worst inputs known for it.
 */
import { findInjections } from '../../server/domain/safety/injection/find-injections.ts';
import { redact } from '../../server/domain/safety/redact.ts';
import { scanText } from '../../server/domain/safety/scan.ts';
import { worstInputs } from '../../server/domain/safety/worst-inputs.ts';
import { parseSkillMd } from '../../server/domain/skills/skill-md/parse.ts';
import { type Context, type Figure, progress, type Section } from './section.ts';
import { breathe, type Growth, time, timeGrowth } from './stopwatch.ts';
import { textTable } from './text-table.ts';
import { worstDocuments } from './worst-documents.ts';

const TARGET_MS = 1000;
const SHOWN = 10;

/** Four times the text must take about four times as long; quadratic time would make it sixteen. */
const GROWTH_TARGET = 8;

const UNTIL_TARGET = { enough: TARGET_MS, attempts: 3 };

/** Milliseconds for one worst input of the safety patterns. */
interface SafetyTiming {
  input: string;
  redaction: number;
  scan: number;
  /** All injection patterns on the whole text, which the scan itself bounds, and how that grew from a quarter of it. */
  injections: number;
  growth: number;
}

function timeSafety(input: string, text: string): SafetyTiming {
  const { milliseconds: injections, growth } = timeGrowth(findInjections, text);
  return {
    input,
    redaction: time(() => redact(text), UNTIL_TARGET),
    scan: time(() => scanText(text), UNTIL_TARGET),
    injections,
    growth,
  };
}

async function timeAllSafety(context: Context): Promise<SafetyTiming[]> {
  const tick = progress(context, 'worst inputs of 4 MB', [...worstInputs(1)].length);
  const timings: SafetyTiming[] = [];
  for (const [input, text] of worstInputs()) {
    timings.push(timeSafety(input, text));
    tick();
    context.ending.throwIfAborted();
    await breathe();
  }
  return timings;
}

/** Reading one worst document. */
interface ReadTiming extends Growth {
  input: string;
}

async function timeReading(context: Context): Promise<ReadTiming[]> {
  const documents = [...worstDocuments()];
  const tick = progress(context, 'worst documents', documents.length);
  const timings: ReadTiming[] = [];
  for (const [input, text] of documents) {
    timings.push({ input, ...timeGrowth(parseSkillMd, text) });
    tick();
    context.ending.throwIfAborted();
    await breathe();
  }
  return timings;
}

const milliseconds = (value: number) => value.toFixed(0);
const factor = (value: number) => (value === 0 ? '–' : value.toFixed(1));

function printSafety({ say }: Context, timings: readonly SafetyTiming[]): void {
  const worst = ({ redaction, scan, injections }: SafetyTiming) => Math.max(redaction, scan, injections);
  const rows = timings.toSorted((a, b) => worst(b) - worst(a)).slice(0, SHOWN);
  say(`\nThe dearest of ${timings.length} worst inputs, 4 MB each, in ms`);
  say(
    textTable(
      ['input', 'redaction', 'safety scan', 'all injection patterns', 'growth from 1 to 4 MB'],
      rows.map(({ input, redaction, scan, injections, growth }) => [
        input,
        ...[redaction, scan, injections].map(milliseconds),
        factor(growth),
      ]),
    ),
  );
}

function printReading({ say }: Context, timings: readonly ReadTiming[]): void {
  const rows = timings.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN);
  say(`\nThe dearest of ${timings.length} worst documents, 200,000 characters each, in ms`);
  say(
    textTable(
      ['document', 'reading', 'growth from 50,000'],
      rows.map((row) => [row.input, milliseconds(row.milliseconds), factor(row.growth)]),
    ),
  );
}

const most = (values: readonly number[]) => Math.max(...values);
const at = (value: number): NonNullable<Figure['target']> => ({ at: 'most', value });

function safetyFigures(timings: readonly SafetyTiming[]): Figure[] {
  const redaction = most(timings.map((timing) => timing.redaction));
  const scan = most(timings.map((timing) => timing.scan));
  const growth = most(timings.map((timing) => timing.growth));
  return [
    { what: 'slowest redaction of 4 MB', measured: redaction, target: at(TARGET_MS), unit: 'ms' },
    { what: 'slowest safety scan of 4 MB', measured: scan, target: at(TARGET_MS), unit: 'ms' },
    {
      what: 'growth of injection patterns, 1 to 4 MB',
      measured: growth,
      target: at(GROWTH_TARGET),
      unit: 'factor',
    },
  ];
}

function readingFigures(timings: readonly ReadTiming[]): Figure[] {
  const read = most(timings.map((timing) => timing.milliseconds));
  const growth = most(timings.map((timing) => timing.growth));
  return [
    { what: 'slowest reading of a SKILL.md', measured: read, unit: 'ms' },
    {
      what: 'growth of reading, 50,000 to 200,000',
      measured: growth,
      target: at(GROWTH_TARGET),
      unit: 'factor',
    },
  ];
}

export const linear: Section = async (context) => {
  const safety = await timeAllSafety(context);
  const reading = await timeReading(context);
  printSafety(context, safety);
  printReading(context, reading);
  context.keep('linear', { safety, reading });
  return [...safetyFigures(safety), ...readingFigures(reading)];
};
