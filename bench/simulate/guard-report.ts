/** The table of `npm run simulate` on canaries with guardrails: what is promoted, and what is held. */
import { z } from 'zod';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import { binomialInterval } from './cells.ts';
import { GUARD_CELLS, type GuardTally, type GuardTask } from './guard-cells.ts';
import { runAll } from './run-all.ts';
import type { Task } from './thread.ts';

const count = () => z.number();
const tallySchema = z.object({
  ...{ runs: count(), promoted: count(), held: count(), undecided: count(), episodes: count() },
});

const CANARIES_A_TASK = 250;
/** In how many canaries an interval may ever miss: what is at its margin may be promoted so often. */
const ALLOWED = 0.1;

type Report = {
  readonly canaries: number;
  readonly seed: number;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly say: (text: string) => void;
};

/** Prints the table; false where a candidate at a margin, or beyond it, is promoted more often than allowed. */
export async function reportGuard({ canaries, seed, floor, bounds, say }: Report): Promise<boolean> {
  const tasks = GUARD_CELLS.map((_, cell) =>
    Array.from({ length: Math.ceil(canaries / CANARIES_A_TASK) }, (_part, part): Task => {
      const size = Math.min(CANARIES_A_TASK, canaries - part * CANARIES_A_TASK);
      const guard: GuardTask = { cell, canaries: size, seed: seed * 2 ** 32 + part, floor, bounds };
      return { guard };
    }),
  );
  const answers = await runAll(tasks.flat(), (answer): GuardTally => tallySchema.parse(answer));
  say('\nwith guardrails duration:0.2,tool_errors:0.05 and the rule for cheaper candidates, in %\n');
  say(`${''.padEnd(44)}          promoted        held   undecided  episodes`);
  let holds = true;
  for (const [index, cell] of GUARD_CELLS.entries()) {
    const tally = together(answers.splice(0, tasks[index]?.length ?? 0));
    const [low, high] = binomialInterval(tally);
    if (cell.name !== 'equal' && cell.unwanted) holds &&= low <= ALLOWED;
    const percent = (share: number) => (share * 100).toFixed(1);
    const columns = [
      `${percent(tally.promoted / tally.runs)} [${percent(low)}–${percent(high)}]`.padStart(18),
      percent(tally.held / tally.runs).padStart(11),
      percent(tally.undecided / tally.runs).padStart(11),
      (tally.episodes / tally.runs).toFixed(0).padStart(9),
    ];
    say(`${cell.name.padEnd(44)}${columns.join(' ')}`);
  }
  return holds;
}

function together(parts: readonly GuardTally[]): GuardTally {
  const sum = (of: (part: GuardTally) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    runs: sum(({ runs }) => runs),
    promoted: sum(({ promoted }) => promoted),
    held: sum(({ held }) => held),
    undecided: sum(({ undecided }) => undecided),
    episodes: sum(({ episodes }) => episodes),
  };
}
