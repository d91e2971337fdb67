/**
 * Made-up traffic: sessions of runs whose outcomes hang together, success rates that move, rewards that come late.
 * The truth is known, so that what the service says of it can be checked.
 */

/** How runs come; 1 run a session and no correlation are independent runs. */
type Traffic = {
  /** Mean number of runs of a session (geometric). */
  readonly length: number;
  /** Correlation of the outcomes within a session, from 0 below 1. */
  readonly correlation: number;
  /** The success rate of a run without the change, by its number. */
  readonly rate: (run: number) => number;
  /** After how many further runs a failure is reported; successes are at once. */
  readonly lateFailures: number;
};

const INDEPENDENT: Traffic = { length: 1, correlation: 0, rate: () => 0.5, lateFailures: 0 };
/** Runs over which a drifting rate moves from one end to the other, and a season passes. */
const DRIFT = 600;
const SEASON = 150;

/** The kinds of traffic, in the order of the tables. */
export const TRAFFIC = {
  independent: INDEPENDENT,
  'independent, at 0.1': { ...INDEPENDENT, rate: () => 0.1 },
  'independent, at 0.9': { ...INDEPENDENT, rate: () => 0.9 },
  'clustered, 5 runs': { ...INDEPENDENT, length: 5, correlation: 0.5 },
  'clustered, 10 runs': { ...INDEPENDENT, length: 10, correlation: 0.8 },
  'drift 0.9 to 0.5': { ...INDEPENDENT, rate: (run: number) => 0.9 - 0.4 * Math.min(1, run / DRIFT) },
  'drift 0.5 to 0.9': { ...INDEPENDENT, rate: (run: number) => 0.5 + 0.4 * Math.min(1, run / DRIFT) },
  season: { ...INDEPENDENT, rate: (run: number) => 0.5 + 0.3 * Math.sin((2 * Math.PI * run) / SEASON) },
  'failures 20 runs late': { ...INDEPENDENT, lateFailures: 20 },
  'failures 100 runs late': { ...INDEPENDENT, lateFailures: 100 },
  'clustered, failures late': { ...INDEPENDENT, length: 5, correlation: 0.5, lateFailures: 50 },
} as const satisfies Record<string, Traffic>;
export type TrafficName = keyof typeof TRAFFIC;
export const TRAFFIC_NAMES = Object.keys(TRAFFIC) as TrafficName[];

/** Sessions under way at once, where they have several runs. */
const OPEN = 5;

type Known = { runs: number; successes: number };

/** A run that is reported: its session and how it went. */
type Reported<Session> = { readonly session: Session; readonly success: boolean };

/**
 * A source of reports. Each call makes one run, of one of the open sessions, and answers with what is reported then;
 * `begin` opens a session and `rateIn` is its success rate in that run. Outcomes of a session are Beta-binomial, drawn as
 * Pólya's urn: after n outcomes with k successes the next succeeds with (rate·s + k)/(s + n), s = 1/correlation − 1,
 * which gives any two of them that correlation.
 */
export function makeRuns<Session>(
  { length, correlation, rate, lateFailures }: Traffic,
  random: () => number,
  begin: () => Session,
): (rateIn: (session: Session, usual: number) => number) => Reported<Session>[] {
  const open: ({ session: Session } & Known)[] = [];
  const waiting: (Reported<Session> & { due: number })[] = [];
  const places = length > 1 ? OPEN : 1;
  let run = 0;
  return (rateIn) => {
    const place = Math.floor(random() * places);
    const current = open[place] ?? { session: begin(), runs: 0, successes: 0 };
    const chance = chanceOf(current, rateIn(current.session, rate(run)), correlation);
    const success = random() < chance;
    current.runs += 1;
    current.successes += Number(success);
    open[place] = random() * length < 1 ? { session: begin(), runs: 0, successes: 0 } : current;
    const reported = { session: current.session, success };
    const now: Reported<Session>[] = [];
    if (success || lateFailures === 0) now.push(reported);
    else waiting.push({ ...reported, due: run + lateFailures });
    for (let next = waiting[0]; next !== undefined && next.due <= run; next = waiting[0]) {
      now.push(next);
      waiting.shift();
    }
    run += 1;
    return now;
  };
}

function chanceOf({ runs, successes }: Known, rate: number, correlation: number): number {
  if (correlation === 0) return rate;
  const weight = 1 / correlation - 1;
  return (rate * weight + successes) / (weight + runs);
}
