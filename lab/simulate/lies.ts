/**
 * What share of the sessions has to lie until a canary ends as the liar wants. A liar holds the agent's key: it knows
 * the arm that it was served, and reports success under the one that shall win and failure under the other. However
 * many runs it records, a recall is credited once and a session is one unit, so each session counts once here.
 */
import { CANARY_RULES } from '../../server/domain/skills/canary/rules.ts';
import { type CanaryTask, simulateCanaries } from './canary-run.ts';
import { inThreads, type Report } from './report.ts';

/** What the candidate truly gains, and which text shall win. */
const AIMS = [
  { name: 'promote a candidate that is no better', lift: 0, liesFor: 'candidate' },
  { name: 'promote one that is worse by 20 points', lift: -0.2, liesFor: 'candidate' },
  { name: 'sink one that is better by 20 points', lift: 0.2, liesFor: 'incumbent' },
] as const satisfies readonly (Pick<CanaryTask, 'lift' | 'liesFor'> & { name: string })[];

/** More sessions than that are the majority, and need no lies. */
const MOST_PERCENT = 60;

export type LieTask = Omit<CanaryTask, 'lies' | 'traffic'>;

/** In what share of canaries the liar has its way with `lies` of the sessions. */
function reachedShare(task: LieTask, lies: number): number {
  const { all, promoted } = simulateCanaries({ ...task, traffic: 'independent', lies });
  const share = promoted.ended / all.ended;
  return task.liesFor === 'candidate' ? share : 1 - share;
}

/** The least share of lying sessions, in percent, with which half of the canaries end as the liar wants; by bisection. */
export function neededShare(task: LieTask): number {
  let [low, high] = [0, MOST_PERCENT];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reachedShare(task, middle / 100) >= 0.5) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Prints the least share of sessions with which half of the canaries end as the liar wants, by aim and rule. */
export async function reportLies({
  runs,
  say,
  ...setup
}: Report & Pick<LieTask, 'floor' | 'bounds'>): Promise<void> {
  const canaries = Math.ceil(runs / 10);
  const tasks = AIMS.flatMap(({ lift, liesFor }) =>
    CANARY_RULES.map((rule): LieTask => ({ ...setup, canaries, rule, lift, liesFor })),
  );
  const shares = await inThreads({ script: 'lab/simulate/lies.ts', run: neededShare }, tasks);
  say('\nshare of the sessions that has to lie for half of the canaries to end as the liar wants, in %\n');
  say(`${''.padEnd(42)}${CANARY_RULES.map((rule) => rule.padStart(12)).join('')}`);
  for (const { name } of AIMS) {
    const own = shares.splice(0, CANARY_RULES.length);
    say(`${name.padEnd(42)}${own.map((share) => String(share).padStart(12)).join('')}`);
  }
}
