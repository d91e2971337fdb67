/** The second table of `npm run simulate`: how often the intervals of a skill's worth miss the truth. */
import { z } from 'zod';
import { binomialInterval } from './cells.ts';
import { LIFT_CELLS, type LiftTally, type LiftTask } from './lift-cells.ts';
import { runAll } from './run-all.ts';
import type { Task } from './thread.ts';

/** A usual holdback and the highest, with about as many sessions held back. */
const SETTINGS = [
  { holdback: 0.05, runs: 8000 },
  { holdback: 0.2, runs: 2000 },
];
/** The share of libraries in which the interval may ever miss. */
const ALLOWED = 0.1;
const LIBRARIES_A_TASK = 25;

const count = () => z.number();
const tallySchema = z.object({
  ...{ estimates: count(), missed: count(), durationMissed: count(), missedAtEnd: count() },
  first: z.object({ libraries: count(), accused: count(), width: count(), share: count() }),
});

type Row = { cell: number; holdback: number; tasks: Task[] };

function toRow(cell: number, { holdback, runs }: (typeof SETTINGS)[number], libraries: number, seed: number) {
  const tasks = Array.from({ length: Math.ceil(libraries / LIBRARIES_A_TASK) }, (_, part) => {
    const size = Math.min(LIBRARIES_A_TASK, libraries - part * LIBRARIES_A_TASK);
    const lift: LiftTask = { cell, libraries: size, seed: seed * 2 ** 32 + part, holdback, runs };
    return { lift };
  });
  return { cell, holdback, tasks };
}

function together(parts: readonly LiftTally[]): LiftTally {
  const sum = (of: (part: LiftTally) => number) => parts.reduce((total, part) => total + of(part), 0);
  const libraries = sum(({ first }) => first.libraries);
  const mean = (of: (first: LiftTally['first']) => number) =>
    sum(({ first }) => of(first) * first.libraries) / libraries;
  return {
    estimates: sum(({ estimates }) => estimates),
    missed: sum(({ missed }) => missed),
    durationMissed: sum(({ durationMissed }) => durationMissed),
    missedAtEnd: sum(({ missedAtEnd }) => missedAtEnd),
    first: {
      libraries,
      accused: sum(({ first }) => first.accused),
      width: mean(({ width }) => width),
      share: mean(({ share }) => share),
    },
  };
}

/** Above what is allowed, and by more than the chance of a short simulation. */
function exceeds(missed: number, estimates: number): boolean {
  return binomialInterval({ runs: estimates, promoted: missed, episodes: 0 })[0] > ALLOWED;
}

/** Prints the table; false where an interval that may be read at any time misses more often than it says. */
export async function reportLift({
  libraries,
  seed,
  say,
}: {
  libraries: number;
  seed: number;
  say: (text: string) => void;
}): Promise<boolean> {
  const rows: Row[] = SETTINGS.flatMap((setting) =>
    LIFT_CELLS.map((_, cell) => toRow(cell, setting, libraries, seed)),
  );
  const answers = await runAll(
    rows.flatMap(({ tasks }) => tasks),
    (answer): LiftTally => tallySchema.parse(answer),
  );
  say(
    `\nworth of skills: intervals at 90 % that missed the truth, in %, over ${libraries} libraries a cell\n`,
  );
  const heads = ['at any look', 'of durations', '90 %, at the end', 'first said to hurt', '± points', 'held'];
  say(`${''.padEnd(46)}${heads.map((head) => head.padStart(19)).join('')}`);
  let covered = true;
  for (const { cell, holdback, tasks } of rows) {
    const tally = together(answers.splice(0, tasks.length));
    covered &&= !exceeds(tally.missed, tally.estimates) && !exceeds(tally.durationMissed, tally.estimates);
    say(`${`${holdback} ${LIFT_CELLS[cell]?.name}`.padEnd(46)}${columns(tally)}`);
  }
  return covered;
}

function columns({ estimates, missed, durationMissed, missedAtEnd, first }: LiftTally): string {
  const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(1);
  const cells = [
    percent(missed, estimates),
    percent(durationMissed, estimates),
    percent(missedAtEnd, estimates),
    percent(first.accused, first.libraries),
    (100 * first.width).toFixed(0),
    first.share.toFixed(0),
  ];
  return cells.map((cell) => cell.padStart(19)).join('');
}
