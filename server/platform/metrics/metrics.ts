/**
 * The service's metrics, by the names, labels and buckets that operators rely on. None has a tenant label:
 * metrics are open to anyone who can reach the port.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { PoolUse } from '../db/postgresql-adapter.ts';

/**
 * The metric label of an episode's framework. Callers choose the text, and metrics are open to anyone who
 * reaches the port, so only names that are known become labels: what one tenant sends is neither shown to
 * others nor makes series without end.
 */

/** Frameworks by the names that their instrumentations and our clients give them. */
const KNOWN = [
  'ag2',
  'agno',
  'ai-sdk',
  'anthropic',
  'autogen',
  'bedrock',
  'beeai',
  'claude-agent-sdk',
  'claude-code',
  'codex',
  'crewai',
  'cursor',
  'dify',
  'dspy',
  'function',
  'gemini-cli',
  'google-adk',
  'google-genai',
  'google-generativeai',
  'groq',
  'guardrails',
  'haystack',
  'instructor',
  'langchain',
  'langflow',
  'langgraph',
  'letta',
  'litellm',
  'llama-index',
  'llamaindex',
  'mastra',
  'mcp',
  'mistralai',
  'n8n',
  'ollama',
  'openai',
  'openai-agents',
  'opencode',
  'portkey',
  'pydantic-ai',
  'semantic-kernel',
  'smolagents',
  'spring-ai',
  'strands',
  'strands-agents',
  'together',
  'vercel',
  'vercel-ai-sdk',
  'vertexai',
];

/** What stands for an episode without a framework, and for one whose framework is not known. */
const ABSENT = 'unknown';
const OTHER = 'other';

const spelled = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.]+/g, '-');

/**
 * The label of a framework: its name where that is known or one of `more`, however it is spelled; else
 * `other`.
 */
export function frameworkLabel(more: readonly string[]): (framework: string | null) => string {
  const known = new Set([...KNOWN, ...more.map(spelled)]);
  return (framework) => {
    if (framework === null || framework === '') return ABSENT;
    const name = spelled(framework);
    return known.has(name) ? name : OTHER;
  };
}

function httpMetrics(registers: Registry[]) {
  return {
    httpSeconds: new Histogram({
      name: 'service_http_seconds',
      help: 'Seconds from the first byte of a request to the end of its reply',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    recalls: new Counter({ name: 'service_recalls_total', help: 'Recalls answered', registers }),
    recallsUnrecorded: new Counter({
      name: 'service_recalls_unrecorded_total',
      help: 'Recalls answered without a record, because the database took no writes',
      registers,
    }),
    recallSkills: new Histogram({
      name: 'service_recall_skills',
      help: 'Skills injected in a recall',
      buckets: [0, 1, 2, 3, 5, 8],
      registers,
    }),
    authFailures: new Counter({
      name: 'service_auth_failures_total',
      help: 'Failed sign-ins and wrong credentials',
      labelNames: ['kind'] as const,
      registers,
    }),
    episodes: new Counter({
      name: 'service_episodes_total',
      help: 'Episodes recorded',
      labelNames: ['outcome', 'framework'] as const,
      registers,
    }),
    unreadTranscripts: new Counter({
      name: 'service_unread_transcripts_total',
      help: 'Transcripts of coding tools in which the client found no run',
      labelNames: ['framework'] as const,
      registers,
    }),
  };
}

function learningMetrics(registers: Registry[]) {
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    jobsEnqueued: counter('service_jobs_enqueued_total', 'Jobs enqueued', ['kind']),
    jobs: counter('service_jobs_total', 'Job runs by how they ended', ['kind', 'status']),
    jobClaimSeconds: new Histogram({
      name: 'service_job_claim_seconds',
      help: 'Seconds for which a worker looks for its next jobs, each time',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    llmCalls: counter('service_llm_calls_total', 'Calls of the learning model', ['purpose']),
    llmFailures: counter('service_llm_failures_total', 'Questions that the learning model did not answer', [
      'cause',
    ]),
    llmTokens: counter('service_llm_tokens_total', 'Tokens of the learning model', ['purpose', 'kind']),
    changesets: counter('service_changesets_total', 'Changesets by the status they took', [
      'source',
      'status',
    ]),
    experiments: counter('service_experiments_total', 'Canaries ended', ['verdict']),
    evolutions: counter('service_evolutions_total', 'Evolutions ended', ['result']),
  };
}

/** What the process holds at the moment. Metrics of the queue are the same in every process. */
function stateMetrics(registers: Registry[]) {
  return {
    jobsWaiting: new Gauge({
      name: 'service_jobs_waiting',
      help: 'Jobs that no worker has begun, due or not, in the whole installation',
      labelNames: ['kind'] as const,
      registers,
    }),
    jobsOldest: new Gauge({
      name: 'service_jobs_oldest_seconds',
      help: 'Seconds for which the waiting job that is due longest has been due, in the whole installation',
      labelNames: ['kind'] as const,
      registers,
    }),
    jobsRunning: new Gauge({
      name: 'service_jobs_running',
      help: 'Jobs that a worker holds, by its host and process, in the whole installation',
      labelNames: ['kind', 'worker'] as const,
      registers,
    }),
    embeddingsOutdated: new Gauge({
      name: 'service_embeddings_outdated_texts',
      help: 'Texts that have a vector of the model before and none of the configured one yet',
      registers,
    }),
    knowledgeBytes: new Gauge({
      name: 'service_knowledge_cache_bytes',
      help: 'Bytes of the knowledge kept in memory, by estimate',
      registers,
    }),
    knowledgeEvictions: new Counter({
      name: 'service_knowledge_cache_evictions_total',
      help: 'Cached knowledge entries evicted to make room',
      registers,
    }),
  };
}

/** The pool of connections for the database client; workers' own connections to the queue are beside it. */
function poolMetrics(registers: Registry[], poolUse: () => PoolUse | null): void {
  const gauge = (name: string, help: string, read: (use: PoolUse) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const use = poolUse();
        if (use === null) this.remove();
        else this.set(read(use));
      },
    });
  gauge('service_db_pool_connections_max', 'Connections that the pool may open', ({ max }) => max);
  gauge('service_db_pool_pending_requests', 'Callers that wait for a connection', ({ pending }) => pending);
  new Gauge({
    name: 'service_db_pool_connections',
    help: 'Open connections of the pool',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const use = poolUse();
      if (use === null) return;
      this.set({ state: 'idle' }, use.idle);
      this.set({ state: 'used' }, use.used);
    },
  });
}

/** The replica that reads may go to; absent where none is configured. */
function replicaMetrics(registers: Registry[], replicaUse: Database['replicaUse']): void {
  if (replicaUse() === null) return;
  new Gauge({
    name: 'service_replica_lag_seconds',
    help: 'Seconds for which the replica has lacked something that the primary has',
    registers,
    collect() {
      this.set(replicaUse()?.lagSeconds ?? 0);
    },
  });
  new Counter({
    name: 'service_replica_reads_total',
    help: 'Statements of reads that may go to the replica, by where they went',
    labelNames: ['from'] as const,
    registers,
    collect() {
      const { replica = 0, primary = 0 } = replicaUse()?.statements ?? {};
      this.reset();
      this.inc({ from: 'replica' }, replica);
      this.inc({ from: 'primary' }, primary);
    },
  });
}

/** Prometheus gives up after some seconds, and the other metrics are needed most while the database is silent. */
const READY_WITHIN_MS = 2000;

/** Whether the database answers and takes writes, as it is asked at each scrape. */
function readyMetric(registers: Registry[], ping: () => Promise<void>): void {
  new Gauge({
    name: 'service_ready',
    help: '1 where the database answers this process and takes writes, else 0',
    registers,
    async collect() {
      const answers = ping().then(
        () => true,
        () => false,
      );
      this.set((await Promise.race([answers, sleep(READY_WITHIN_MS, false, { ref: false })])) ? 1 : 0);
    },
  });
}

/** Every metric of one process, and the registry that prints them. */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Makes the metrics on a registry of their own; `frameworks` are labels beside those that are known anyway,
 * `database` is the one that they tell of.
 */
export function createMetrics(
  frameworks: readonly string[] = [],
  database: Pick<Database, 'ping' | 'poolUse' | 'replicaUse'> | null = null,
) {
  const registry = new Registry();
  const registers = [registry];
  if (database !== null) {
    poolMetrics(registers, database.poolUse);
    replicaMetrics(registers, database.replicaUse);
    readyMetric(registers, database.ping);
  }
  return {
    registry,
    ...httpMetrics(registers),
    ...learningMetrics(registers),
    ...stateMetrics(registers),
    frameworkLabel: frameworkLabel(frameworks),
  };
}
