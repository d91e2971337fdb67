/**
 * The scenario `holdback`: what a recall costs where a skill is held back in 5 % of the sessions, beside the same
 * without. A second server without shows how far two equal ones differ.
 */
import type { Dialect } from '../../server/platform/db/migrations.ts';
import type { Databases } from '../databases.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { measure, type Spread, spread } from '../measure.ts';
import { type MeasuredServer, startLoad, startServer } from '../processes.ts';
import { LARGE, posts, type Scenario, UNIQUE } from '../scenarios.ts';

const RATES = { without: '0', 'with 5 %': '0.05', 'without, again': '0' };
const ROUNDS = 25;
const QUICK_ROUNDS = 3;
const AIM = 1.03;

/** CPU of a recall as a share of that of the first server, in each round. */
export interface HoldbackResult {
  dialect: Dialect;
  ratios: { name: string; ratio: Spread; quartiles: [number, number] }[];
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
  const servers = new Map<string, MeasuredServer>();
  const load = startLoad();
  try {
    for (const [name, rate] of Object.entries(RATES)) {
      const url = await databases.url(`holdback_${servers.size}`);
      const server = await startServer('gateway', url, { settings: { SERVICE_SKILL_HOLDBACK_RATE: rate } });
      servers.set(name, server);
      await loadKnowledge(server.url, LARGE);
    }
    const samples = await measure({
      scenarios: Object.keys(RATES).map(scenarioOf),
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
      const sorted = found.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
      return { name, ratio: spread(found), quartiles: [at(0.25), at(0.75)] as [number, number] };
    });
    return { dialect, ratios };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** What was measured, for a person. */
export function holdbackLines({ dialect, ratios }: HoldbackResult): string {
  return ratios
    .map(
      ({ name, ratio, quartiles: [low, high] }) =>
        `${dialect}: recall ${name} / without: ${ratio.median.toFixed(3)}× (middle half ${low.toFixed(3)} to ${high.toFixed(3)}${name === 'with 5 %' ? `; aim ${AIM}×` : ''})`,
    )
    .join('\n');
}
