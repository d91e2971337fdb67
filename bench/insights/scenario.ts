/**
 * Insights over few and over many episodes: what they show are maintained sums, so a hundred times the
 * episodes must not cost more. Episodes are recorded through the interface, so that the sums are those of the
 * service.
 */
import { z } from 'zod';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { proposeChangesets, reviewChangeset } from '../../server/skills/changesets/index.ts';
import { besideServer, WHO } from '../beside-server.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { startServer } from '../processes.ts';

// Puts a change of a skill on trial, as a reviewer would what was learned. What is learned comes from jobs
// and a model, so this goes to the use cases; the bounds are so wide that the canary outlives the
// measurement.

/** Starts a canary on a skill that has been used. */
async function startCanary(databaseUrl: string, agentId: string, skill: string): Promise<void> {
  const settings = { SERVICE_CANARY_THRESHOLD: '0.999999', SERVICE_CANARY_MAX_SAMPLES: '1000000' };
  await besideServer(databaseUrl, settings, async (runtime) => {
    const [changeset] = await proposeChangesets(runtime, WHO.tenant, {
      ...{ agentId, rationale: 'To be measured.', source: 'reflection', episodeIds: ['ep_1'] },
      ...{ proposedBy: 'system:reflection', evalScore: null, baselineScore: null },
      ops: [{ op: 'set_description', skill, description: 'Another description of what it is for' }],
    });
    if (changeset === undefined) throw new Error('the proposal was dropped');
    const review = { id: changeset.id, approve: true, comment: null };
    const { status } = await reviewChangeset(runtime, WHO, review);
    if (status !== 'canary') throw new Error(`approved, the changeset is ${status}`);
  });
}

const FEW = 2000;
const BATCH = 1000;
const SKILLS = 20;
/** One run in so many was served by a recall, which gives it an arm. */
const RECALLED = 100;

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
    for (const [agent, episodes] of [
      ['few', FEW],
      ['many', many],
    ] as const) {
      const names = await skillNames(server.url, agent);
      await record(server.url, { agent, names, episodes: BATCH });
      await startCanary(databaseUrl, agent, names[0] ?? '');
      await record(server.url, { agent, names, episodes: episodes - BATCH });
    }
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

async function skillNames(url: string, agent: string): Promise<string[]> {
  const skills = await (await fetch(`${url}/v1/skills?agent_id=${agent}`)).json();
  return z
    .array(z.object({ name: z.string() }))
    .parse(skills)
    .map(({ name }) => name);
}

interface Runs {
  agent: string;
  names: string[];
  episodes: number;
}

async function record(url: string, { agent, names, episodes }: Runs): Promise<void> {
  for (let at = 0; at < episodes; at += BATCH) {
    const recalls = await Promise.all(
      Array.from({ length: BATCH / RECALLED }, () => recallId(url, agent, names[0] ?? '')),
    );
    const batch = Array.from({ length: BATCH }, (_, index) => ({
      scope: { agent_id: agent },
      task: 'One of many',
      outcome: index % 3 === 0 ? 'failure' : 'success',
      skills_loaded: [names[index % SKILLS]],
      recall_id: recalls[index],
    }));
    const reply = await post(`${url}/v1/episodes:batch`, batch);
    await reply.arrayBuffer();
  }
}

async function recallId(url: string, agent: string, query: string): Promise<string> {
  const reply = await post(`${url}/v1/recall`, { query, scope: { agent_id: agent } });
  return z.object({ recall_id: z.string() }).parse(await reply.json()).recall_id;
}

async function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

async function readInTurns(url: string, rounds: number): Promise<Record<'few' | 'many', number[]>> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const agent of ['few', 'many'] as const) {
      const start = performance.now();
      const reply = await fetch(`${url}/v1/agents/${agent}/insights`);
      if (!reply.ok) throw new Error(`insights answered ${reply.status}`);
      requireCanary(await reply.json());
      times[agent].push(performance.now() - start);
    }
  }
  return times;
}

/** Throws unless a running canary is among what was answered: without, the figures would say little. */
function requireCanary(insights: unknown): void {
  const { experiments } = z
    .object({ experiments: z.array(z.object({ status: z.string() })) })
    .parse(insights);
  if (experiments.every(({ status }) => status !== 'running')) throw new Error('no canary is running');
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
