/** The tables of `npm run simulate`: what is simulated, what is printed of it, and the bounds that must hold. */
import { beta, type Interval, quantile } from '../../server/domain/measurement/beta.ts';
import type { CanaryRule } from '../../server/domain/skills/canary/rules.ts';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import { computeInPool, type Task } from '../../server/platform/thread-pool.ts';
import { addCanaries, type CanaryTally, type CanaryTask, simulateCanaries } from './canary-run.ts';
import { addLifts, type LiftTally, type LiftTask, simulateLifts } from './lift-run.ts';
import { TRAFFIC, TRAFFIC_NAMES } from './traffic.ts';

export const FLOOR = 0.1;
export const BOUNDS: CanaryBounds = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const RULES = ['posterior', 'calibrated'] as const satisfies readonly CanaryRule[];

type Cell = Pick<CanaryTask, 'traffic' | 'lift'>;

/** In the order of the table: candidates that are no better, then such as are, and such as usual changes are. */
const CANARY_CELLS: readonly Cell[] = [
  ...TRAFFIC_NAMES.map((traffic) => ({ traffic, lift: 0 })),
  ...(['independent', 'clustered, 5 runs', 'season', 'failures 100 runs late'] as const).map((traffic) => ({
    ...{ traffic, lift: 0.1 },
  })),
  { traffic: 'independent', lift: -0.2 },
  { traffic: 'independent', lift: 'usual' },
];

/** The calibrated rule finds 10 points more than 0.5 in this share of canaries. */
const LEAST_POWER = 0.6;
/** The share of false promotions that calibration and its own noise may lead to. */
const ACCEPTED = 0.055;
/** In how many cases a 90 % interval may miss. */
const MISSED = 0.1;

/** The exact 95 % interval of a share (Clopper and Pearson, 1934). */
export function shareInterval(count: number, all: number): Interval {
  const low = count === 0 ? 0 : quantile(beta(count, all - count + 1), 0.025);
  const high = count === all ? 1 : quantile(beta(count + 1, all - count), 0.975);
  return [low, high];
}

/** Above what is allowed, and by more than the chance of a short simulation. */
const isAbove = (count: number, all: number, allowed: number) =>
  all > 0 && shareInterval(count, all)[0] > allowed;

/** What a cell's canaries break, in words; empty where all holds. */
export function brokenByCanaries({ traffic, lift }: Cell, rule: CanaryRule, tally: CanaryTally): string[] {
  const { all, promoted } = tally;
  const broken: string[] = [];
  const share = promoted.ended / all.ended;
  const isFalse = typeof lift === 'number' && lift <= 0;
  if (
    rule === 'calibrated' &&
    isFalse &&
    share > ACCEPTED &&
    isAbove(promoted.ended, all.ended, 1 - BOUNDS.threshold)
  )
    broken.push(`promotes ${percent(share)} % that are no better`);
  const isPowered = rule === 'calibrated' && traffic === 'independent' && lift === 0.1;
  if (isPowered && shareInterval(promoted.ended, all.ended)[1] < LEAST_POWER)
    broken.push(`finds 10 points in ${percent(share)} %`);
  if (isAbove(all.missed, all.ended, MISSED)) broken.push('the interval for any time misses at the end');
  if (isAbove(promoted.missed, promoted.ended, MISSED)) broken.push('it misses among the promoted');
  return broken;
}

/** What a cell's lifts break. */
export function brokenByLifts({ agents, everMissed, missed }: LiftTally): string[] {
  return [
    ...(isAbove(everMissed, agents, MISSED) ? ['the interval for any time misses'] : []),
    ...(isAbove(missed, agents, MISSED) ? ['the 90 % interval misses at the end'] : []),
  ];
}

/** With few in the holdout, as by default, and with many. */
const LIFT_CELLS = TRAFFIC_NAMES.flatMap((traffic) => [
  { traffic, lift: 0, holdout: 0.2 },
  ...(traffic === 'independent' || traffic === 'clustered, 5 runs'
    ? [
        { traffic, lift: 0, holdout: 0.05 },
        { traffic, lift: 0.1, holdout: 0.2 },
      ]
    : []),
]);
const LIFT_SESSIONS = 1000;

export type Report = {
  /** Canaries of a cell; of longer sessions, and of agents with a lift, fewer. */
  readonly runs: number;
  readonly seed: number;
  /** c of the calibrated rule. */
  readonly boundary: number;
  readonly say: (text: string) => void;
};

const RUNS_A_TASK = 250;
const LIFTS = 4;

/** Computes all of `inputs` in the threads of the pool; the results are in their order. */
export const inThreads = <Input, Result>(task: Task<[Input], Result>, inputs: readonly Input[]) =>
  Promise.all(inputs.map((input) => computeInPool(task, [input])));

const CANARIES = { script: 'lab/simulate/canary-run.ts', run: simulateCanaries };
const LIFT_RUNS = { script: 'lab/simulate/lift-run.ts', run: simulateLifts };

/** A cell's runs in tasks, small enough to share out evenly, each with a seed of its own. */
function inTasks<Input>(runs: number, seed: number, toTask: (size: number, seed: number) => Input): Input[] {
  return Array.from({ length: Math.ceil(runs / RUNS_A_TASK) }, (_, part) =>
    toTask(Math.min(RUNS_A_TASK, runs - part * RUNS_A_TASK), seed * 2 ** 32 + part),
  );
}

const percent = (share: number) => (Number.isNaN(share) ? '–' : (share * 100).toFixed(1));

/** Prints canaries by cell and rule; answers with what is broken. */
export async function reportCanaries({ runs, seed, boundary, say }: Report): Promise<string[]> {
  const rows = CANARY_CELLS.flatMap((cell, index) =>
    RULES.map((rule) => {
      const canaries = Math.ceil(runs / TRAFFIC[cell.traffic].length);
      const setup = {
        ...cell,
        lies: 0,
        liesFor: 'candidate' as const,
        rule,
        floor: FLOOR,
        bounds: BOUNDS,
        boundary,
      };
      const toTask = (size: number, own: number): CanaryTask => ({ ...setup, canaries: size, seed: own });
      return { cell, rule, tasks: inTasks(canaries, seed + index, toTask) };
    }),
  );
  const answers = await inThreads(
    CANARIES,
    rows.flatMap(({ tasks }) => tasks),
  );
  say(
    '\ncanaries: promoted in % [95 % interval] and runs; then in % how often the interval of the effect for any time and',
  );
  say(
    'the posterior interval miss the truth, at the end and among the promoted; and there the mean effect in points\n',
  );
  const heads = [
    'promoted',
    'runs',
    'any time',
    'posterior',
    'any time',
    'posterior',
    'true',
    'shrunken',
    'plain',
  ];
  say(`${''.padEnd(44)}${heads.map((head, at) => head.padStart(at === 0 ? 19 : 10)).join('')}`);
  const broken: string[] = [];
  for (const { cell, rule, tasks } of rows) {
    const tally = addCanaries(answers.splice(0, tasks.length));
    const lift = cell.lift === 'usual' ? 'usual' : `${cell.lift > 0 ? '+' : ''}${cell.lift * 100}`;
    const name = `${lift} ${cell.traffic}`;
    say(`${`${name}`.padEnd(33)}${rule.padEnd(11)}${canaryColumns(tally)}`);
    broken.push(...brokenByCanaries(cell, rule, tally).map((what) => `${name}, ${rule}: ${what}`));
  }
  return broken;
}

function canaryColumns({ episodes, all, promoted }: CanaryTally): string {
  const [low, high] = shareInterval(promoted.ended, all.ended);
  const of = (part: number, whole: { ended: number }) => percent(part / whole.ended);
  return [
    `${of(promoted.ended, all)} [${percent(low)}–${percent(high)}]`.padStart(19),
    ...[
      (episodes / all.ended).toFixed(0),
      ...[of(all.missed, all), of(all.missedPosterior, all)],
      ...[of(promoted.missed, promoted), of(promoted.missedPosterior, promoted)],
      ...[of(promoted.truth, promoted), of(promoted.shrunken, promoted), of(promoted.plain, promoted)],
    ].map((text) => text.padStart(10)),
  ].join('');
}

/** Prints lifts by cell; answers with what is broken. */
export async function reportLifts({ runs, seed, say }: Omit<Report, 'boundary'>): Promise<string[]> {
  const rows = LIFT_CELLS.map((cell, index) => {
    const agents = Math.ceil(runs / LIFTS / TRAFFIC[cell.traffic].length);
    const toTask = (size: number, own: number): LiftTask => ({
      ...cell,
      sessions: LIFT_SESSIONS,
      agents: size,
      seed: own,
    });
    return { cell, tasks: inTasks(agents, seed + index, toTask) };
  });
  const answers = await inThreads(
    LIFT_RUNS,
    rows.flatMap(({ tasks }) => tasks),
  );
  say(
    `\nlift over ${LIFT_SESSIONS} sessions: in % how often the interval for any time ever misses the truth, how often the`,
  );
  say('90 % interval misses it at the end, and how often either excludes 0 there\n');
  const heads = ['ever missed', '90 % missed', 'clear', 'significant'];
  say(`${''.padEnd(44)}${heads.map((head) => head.padStart(14)).join('')}`);
  const broken: string[] = [];
  for (const { cell, tasks } of rows) {
    const tally = addLifts(answers.splice(0, tasks.length));
    const name = `${cell.lift > 0 ? '+10' : '0'} ${cell.traffic}, ${cell.holdout * 100} % held out`;
    const { agents, everMissed, missed, clear, significant } = tally;
    const shares = [everMissed, missed, clear, significant].map((part) =>
      percent(part / agents).padStart(14),
    );
    say(`${name.padEnd(44)}${shares.join('')}`);
    broken.push(...brokenByLifts(tally).map((what) => `${name}: ${what}`));
  }
  return broken;
}
