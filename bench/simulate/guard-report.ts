/** The table of `npm run simulate` on canaries with guardrails: what is promoted, and what is held. */
import { z } from 'zod';
import { binomialInterval } from './cells.ts';
import { GUARD_CELLS, GUARDED, type GuardTally, type GuardTask } from './guard-cells.ts';
import { runAll } from './run-all.ts';
import type { Task } from './thread.ts';

const count = () => z.number();
const endsSchema = z.object({ promoted: count(), held: count(), undecided: count(), episodes: count() });
const tallySchema = z.object({ runs: count(), posterior: endsSchema, calibrated: endsSchema });

const CANARIES_A_TASK = 250;
/** In how many canaries an interval may ever miss: what is at its margin may be promoted so often. */
const ALLOWED = 0.1;

type Report = Pick<GuardTask, 'seed' | 'floor' | 'bounds' | 'boundaries'> & {
  readonly canaries: number;
  readonly say: (text: string) => void;
};

/** Prints the table; false where a candidate at a margin, or beyond it, is promoted more often than allowed. */
export async function reportGuard({ canaries, seed, say, ...setup }: Report): Promise<boolean> {
  const tasks = GUARD_CELLS.map((_, cell) =>
    Array.from({ length: Math.ceil(canaries / CANARIES_A_TASK) }, (_part, part): Task => {
      const size = Math.min(CANARIES_A_TASK, canaries - part * CANARIES_A_TASK);
      return { guard: { ...setup, cell, canaries: size, seed: seed * 2 ** 32 + part } };
    }),
  );
  const answers = await runAll(tasks.flat(), (answer): GuardTally => tallySchema.parse(answer));
  say('\nwith guardrails duration:0.2,tool_errors:0.05 and the rule for cheaper candidates: promoted, held,');
  say('undecided at the maximum, in %, and episodes; by the posterior rule, and by the calibrated one\n');
  let holds = true;
  for (const [index, cell] of GUARD_CELLS.entries()) {
    const tally = together(answers.splice(0, tasks[index]?.length ?? 0));
    // Equal candidates that cost the same are the rule's own business.
    if (cell.unwanted && !cell.name.startsWith('equal'))
      holds &&= GUARDED.every((rule) => lowest(tally, rule) <= ALLOWED);
    say(`${cell.name.padEnd(48)}${GUARDED.map((rule) => columns(tally, rule)).join('   ')}`);
  }
  return holds;
}

function lowest(tally: GuardTally, rule: (typeof GUARDED)[number]): number {
  return binomialInterval({ runs: tally.runs, ...tally[rule] })[0];
}

function columns({ runs, ...of }: GuardTally, rule: (typeof GUARDED)[number]): string {
  const { promoted, held, undecided, episodes } = of[rule];
  const [low, high] = binomialInterval({ runs, ...of[rule] });
  const percent = (share: number) => (share * 100).toFixed(1);
  return [
    `${percent(promoted / runs)} [${percent(low)}–${percent(high)}]`.padStart(18),
    percent(held / runs).padStart(6),
    percent(undecided / runs).padStart(6),
    (episodes / runs).toFixed(0).padStart(5),
  ].join(' ');
}

function together(parts: readonly GuardTally[]): GuardTally {
  const sumOf = (rule: (typeof GUARDED)[number]) => {
    const sum = (key: 'promoted' | 'held' | 'undecided' | 'episodes') =>
      parts.reduce((total, part) => total + part[rule][key], 0);
    return {
      promoted: sum('promoted'),
      held: sum('held'),
      undecided: sum('undecided'),
      episodes: sum('episodes'),
    };
  };
  const runs = parts.reduce((total, part) => total + part.runs, 0);
  return { runs, posterior: sumOf('posterior'), calibrated: sumOf('calibrated') };
}
