/**
 * Recall while agents record as fast as the gateway accepts and a worker in the same process learns until its
 * queue is empty, beside the same recording without a worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { untilNone } from '../../../server/testing/eventually.ts';
import { standInSettings } from '../../model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../model/stand-in-model.ts';
import { corpus } from '../corpus.ts';
import type { Form } from '../databases.ts';
import type { LoadResult } from '../load.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { startLoad, startRecaller, startServer } from '../processes.ts';
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
/** So long it may be that no job ends. */
const STALLED_MS = 1_800_000;
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
    await untilNone('jobs', async () => (await server.usage()).jobs, STALLED_MS);
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
      failedJobs: after.failedJobs,
      cpuSeconds: (after.cpuMicroseconds - before.cpuMicroseconds) / 1_000_000,
    };
  } finally {
    await Promise.all([load.stop(), recaller.stop(), server.stop()]);
    await model.close();
  }
}
