/**
 * The scenario `holdback`: what a recall costs where a skill is held back in 5 % of the sessions, beside the same
 * without. All of them are served by one process, in turns: two processes with equal settings differ by more than
 * what is looked for. A second one without shows what is left of that.
 */
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import type { Databases } from '../databases.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { measure, type Spread, spread } from '../measure.ts';
import { type MeasuredServer, startLoad, startServer } from '../processes.ts';
import { LARGE, posts, type Scenario, UNIQUE } from '../scenarios.ts';

const RATES = { without: '0', 'with 5 %': '0.05', 'without, again': '0' };
const ROUNDS = 60;
const QUICK_ROUNDS = 3;
const AIM = 1.03;

/** CPU of a recall as a share of that of the first server, in each round. */
export interface HoldbackResult {
  dialect: Dialect;
  /** `interval` is that of the median, 95 %. */
  ratios: { name: string; ratio: Spread; interval: [number, number] }[];
}

/** Recalls of sessions that each come once. */
function scenarioOf(form: string): Scenario {
  const requests = posts('/v1/recall', (text) => ({
    query: text.task(),
    session_id: UNIQUE,
    scope: { agent_id: LARGE.agent, user_id: 'u-1' },
  }));
  return { name: form, form, requests };
}

/** Measures on one kind of database, one request at a time. */
export async function holdbackScenario(
  dialect: Dialect,
  databases: Databases,
  { quick, say }: { quick: boolean; say: (text: string) => void },
): Promise<HoldbackResult> {
  const load = startLoad();
  let server: MeasuredServer | undefined;
  try {
    const settings = { BENCH_HOLDBACK_RATES: Object.values(RATES).join() };
    const started = await startServer('holdback', await databases.url('holdback'), { settings });
    server = started;
    await loadKnowledge(started.url, LARGE);
    const names = Object.keys(RATES);
    const servers = new Map(
      names.map((name, place) => [name, { ...started, url: started.urls[place] ?? '' }]),
    );
    const samples = await measure({
      scenarios: names.map(scenarioOf),
      ...{ servers, load, rounds: quick ? QUICK_ROUNDS : ROUNDS, seconds: 1, connections: [1] },
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, cpuMicrosecondsPerRequest: cpu }) =>
        say(`  ${dialect} holdback: ${scenario}, ${cpu.toFixed(0)} µs`),
    });
    const costs = (name: string) =>
      samples.filter(({ scenario }) => scenario === name).map((sample) => sample.cpuMicrosecondsPerRequest);
    const base = costs('without');
    const ratios = ['with 5 %', 'without, again'].map((name) => {
      const found = costs(name).map((cost, round) => cost / (base[round] ?? cost));
      return { name, ratio: spread(found), interval: intervalOfMedian(found) };
    });
    return { dialect, ratios };
  } finally {
    await load.stop();
    await server?.stop();
  }
}

/** By the ranks between which the median of a sample lies in 95 %, in the limit of many (binomial, 1/2). */
function intervalOfMedian(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (1.96 * Math.sqrt(values.length)) / 2;
  const at = (rank: number) => sorted[Math.min(values.length - 1, Math.max(0, rank))] ?? 0;
  const middle = (values.length - 1) / 2;
  return [at(Math.floor(middle - half)), at(Math.ceil(middle + half))];
}

/** What was measured, for a person. */
export function holdbackLines({ dialect, ratios }: HoldbackResult): string {
  return ratios
    .map(
      ({ name, ratio, interval: [low, high] }) =>
        `${dialect}: recall ${name} / without: ${ratio.median.toFixed(3)}× (95 % sure: ${low.toFixed(3)} to ${high.toFixed(3)}${name === 'with 5 %' ? `; aim ${AIM}×` : ''})`,
    )
    .join('\n');
}
