/**
 * Recall while agents record as fast as the gateway accepts and a worker in the same process learns until its
 * queue is empty, beside the same recording without a worker; and what an episode costs with and without the
 * job that it enqueues.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { standInSettings } from '../../server/testing/model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../server/testing/model/stand-in-model.ts';
import { corpus } from '../corpus.ts';
import type { Form } from '../databases.ts';
import type { LoadResult } from '../load.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { type MeasuredServer, startLoad, startRecaller, startServer } from '../processes.ts';
import { episode, type LoadRequest } from '../scenarios.ts';

// A learning model that answers at once and teaches something with every run: the most work that a worker can
// be given.

const FORGET_MS = 1000;

/** Starts it. What it was asked is forgotten, as ten thousand transcripts would fill the memory. */
async function startTeachingModel(): Promise<StandInModel> {
  const model = await startStandInModel();
  const text = corpus(41);
  let count = 0;
  model.answer('reflect', () => {
    count += 1;
    const lesson = {
      skill: null,
      section: 'steps',
      content: text.words(14),
      issue: '',
      keywords: [],
      episodes: [],
    };
    return {
      summary: text.words(20),
      tags: [],
      lessons: count % 4 === 0 ? [lesson] : [],
      memories: count % 10 === 0 ? [{ kind: 'lesson', content: text.words(14), user_specific: false }] : [],
    };
  });
  model.answer('curate', () => {
    count += 1;
    const rule = { content: text.words(14), section: 'steps', issue: '', keywords: [] };
    const skill = { name: `learned-${count}`, description: text.words(12), tags: [], bullets: [rule] };
    return { rationale: 'The runs failed.', ops: [{ op: 'create_skill', ...skill }] };
  });
  model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'it helps' });
  const forget = setInterval(() => model.calls.splice(0), FORGET_MS);
  return {
    ...model,
    close() {
      clearInterval(forget);
      return model.close();
    },
  };
}

/** How much is recorded. */
interface Amount {
  episodes: number;
  agents: number;
}

/** Recall over some time. */
export interface Tail {
  recalls: number;
  p50: number;
  p99: number;
  highest: number;
}

/** One run: recall while episodes are recorded, and while what is left in the queue is worked off. */
export interface Learned {
  recording: Tail;
  draining: Tail | null;
  /** Both together. */
  whole: Tail;
  recordedPerSecond: number;
  recordingSeconds: number;
  drainingSeconds: number;
  failedJobs: number;
  cpuSeconds: number;
}

const CONNECTIONS = 16;
const RECALLS_PER_SECOND = 50;
const BODIES = 1000;
const DRAIN_DEADLINE_MS = 1_800_000;
/** What one of the agents knows from the beginning. */
const KNOWLEDGE = { memories: 200, skills: 50 };

function recordings({ agents }: Amount): LoadRequest[] {
  const text = corpus(17);
  return Array.from({ length: BODIES }, (_, index) => ({
    path: '/v1/episodes',
    body: JSON.stringify({
      ...episode(text),
      outcome: 'failure',
      scope: { agent_id: `agent-${index % agents}` },
    }),
  }));
}

function recalls({ agents }: Amount): string[] {
  const text = corpus(23);
  return Array.from({ length: BODIES }, (_, index) =>
    JSON.stringify({ query: text.task(), scope: { agent_id: `agent-${index % agents}`, user_id: 'u-1' } }),
  );
}

function summarizeTail(latencies: readonly number[]): Tail {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { recalls: sorted.length, p50: at(0.5), p99: at(0.99), highest: sorted.at(-1) ?? 0 };
}

async function untilDrained(server: MeasuredServer): Promise<number> {
  const deadline = Date.now() + DRAIN_DEADLINE_MS;
  for (;;) {
    const { jobs, failedJobs } = await server.usage();
    if (jobs === 0) return failedJobs;
    if (Date.now() > deadline) throw new Error(`${jobs} jobs are left`);
    await sleep(500);
  }
}

function sound(result: LoadResult): LoadResult {
  if (result.failed > 0) throw new Error(`${result.failed} episodes were refused`);
  return result;
}

/** Records everything on a fresh database, with or without a worker, and recalls all the while. */
export async function measureLearning(url: string, amount: Amount, form: Form): Promise<Learned> {
  const model = await startTeachingModel();
  const settings = {
    ...standInSettings(model),
    SERVICE_REFLECT_DEBOUNCE_SECONDS: '1',
    SERVICE_DAILY_TOKEN_BUDGET: '0',
  };
  const server = await startServer(form, url, { settings });
  const [load, recaller] = [startLoad(), startRecaller()];
  try {
    await loadKnowledge(server.url, { agent: 'agent-0', ...KNOWLEDGE });
    const before = await server.usage();
    recaller.start({ url: server.url, bodies: recalls(amount), perSecond: RECALLS_PER_SECOND });
    await sleep(2000);
    await recaller.lap();
    const order = {
      url: server.url,
      requests: recordings(amount),
      connections: CONNECTIONS,
    };
    const { perSecond } = sound(await load.run({ ...order, amount: amount.episodes }));
    const recording = await recaller.lap();
    const drainStarted = performance.now();
    const failedJobs = await untilDrained(server);
    const draining = await recaller.lap();
    const after = await server.usage();
    const failed = recording.failed + draining.failed;
    if (failed > 0) throw new Error(`${failed} recalls failed`);
    return {
      recording: summarizeTail(recording.latencies),
      draining: form === 'learning' ? summarizeTail(draining.latencies) : null,
      whole: summarizeTail([...recording.latencies, ...draining.latencies]),
      recordedPerSecond: perSecond,
      recordingSeconds: amount.episodes / perSecond,
      drainingSeconds: (performance.now() - drainStarted) / 1000,
      failedJobs,
      cpuSeconds: (after.cpuMicroseconds - before.cpuMicroseconds) / 1_000_000,
    };
  } finally {
    await Promise.all([load.stop(), recaller.stop(), server.stop()]);
    await model.close();
  }
}

/** Microseconds of CPU an episode, where each one enqueues a job and where none does. */
export interface RecordCost {
  enqueued: number[];
  alone: number[];
}

const NEVER = '1000000';
const QUIET = {
  SERVICE_REFLECT_ON_FAILURE: 'false',
  SERVICE_REFLECT_MIN_TOOL_CALLS: NEVER,
  SERVICE_REFLECT_EVERY_N_EPISODES: NEVER,
  SERVICE_CURATE_EVERY_N_EPISODES: NEVER,
};

/** Records the same episodes on two gateways in turn, one of which never enqueues. */
export async function measureRecordCost(
  urls: { enqueued: string; alone: string },
  amount: Amount & { rounds: number },
): Promise<RecordCost> {
  const load = startLoad();
  const servers = {
    enqueued: await startServer('gateway', urls.enqueued),
    alone: await startServer('gateway', urls.alone, { settings: QUIET }),
  };
  const costs: RecordCost = { enqueued: [], alone: [] };
  try {
    for (let round = 0; round <= amount.rounds; round += 1) {
      for (const which of ['enqueued', 'alone'] as const) {
        const server = servers[which];
        const order = { url: server.url, requests: recordings(amount), connections: 4 };
        const before = await server.usage();
        sound(await load.run({ ...order, amount: amount.episodes }));
        const after = await server.usage();
        const cost = (after.cpuMicroseconds - before.cpuMicroseconds) / amount.episodes;
        // The first round warms up.
        if (round > 0) costs[which].push(cost);
      }
    }
    return costs;
  } finally {
    await Promise.all([load.stop(), servers.enqueued.stop(), servers.alone.stop()]);
  }
}
