/**
 * Insights over few and over many episodes: what they show are maintained sums, so a hundred times the episodes must not cost more.
 * Episodes are recorded through the interface, so that the sums are those of the service.
 */
import type { Dialect } from '../../server/platform/db/migrations.ts';
import { corpus } from '../corpus.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { startServer } from '../processes.ts';

const FEW = 2000;
const BATCH = 1000;
const SKILLS = 20;

export interface InsightsResult {
  dialect: Dialect;
  few: { episodes: number; p50: number };
  many: { episodes: number; p50: number };
  /** Of the medians: many to few. */
  ratio: number;
}

interface InsightsRun {
  databaseUrl: string;
  quick: boolean;
  say: (text: string) => void;
}

/** Records for two agents and reads their insights in turns; times in milliseconds. */
export async function insightsScenario(
  dialect: Dialect,
  { databaseUrl, quick, say }: InsightsRun,
): Promise<InsightsResult> {
  const many = quick ? FEW * 10 : FEW * 100;
  const server = await startServer('gateway', databaseUrl, {
    settings: { SERVICE_EMBEDDED_WORKER: 'false' },
  });
  try {
    for (const agent of ['few', 'many']) {
      await loadKnowledge(server.url, { agent, skills: SKILLS, memories: 0 });
    }
    await record(server.url, 'few', FEW);
    await record(server.url, 'many', many);
    say(`  ${dialect} insights: ${FEW} and ${many} episodes are recorded`);
    const rounds = quick ? 50 : 300;
    await readInTurns(server.url, 20);
    const times = await readInTurns(server.url, rounds);
    const [fewer, more] = [median(times.few), median(times.many)];
    return {
      dialect,
      few: { episodes: FEW, p50: fewer },
      many: { episodes: many, p50: more },
      ratio: more / fewer,
    };
  } finally {
    await server.stop();
  }
}

/** A line for people. */
export function insightsLine({ dialect, few, many, ratio }: InsightsResult): string {
  const part = ({ episodes, p50 }: InsightsResult['few']) => `${p50.toFixed(2)} ms at ${episodes} episodes`;
  return `${dialect} insights: ${part(few)}, ${part(many)}: ${ratio.toFixed(2)} times`;
}

async function record(url: string, agent: string, episodes: number): Promise<void> {
  const text = corpus(5);
  const names = Array.from({ length: SKILLS }, (_, index) => text.skill(index).name);
  for (let at = 0; at < episodes; at += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => ({
      scope: { agent_id: agent },
      task: 'One of many',
      outcome: index % 3 === 0 ? 'failure' : 'success',
      skills_loaded: [names[index % SKILLS]],
    }));
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(batch) };
    const reply = await fetch(`${url}/v1/episodes:batch`, sent);
    if (!reply.ok) throw new Error(`recording answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  }
}

async function readInTurns(url: string, rounds: number): Promise<Record<'few' | 'many', number[]>> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const agent of ['few', 'many'] as const) {
      const start = performance.now();
      const reply = await fetch(`${url}/v1/agents/${agent}/insights`);
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`insights answered ${reply.status}`);
      times[agent].push(performance.now() - start);
    }
  }
  return times;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
