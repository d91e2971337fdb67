/** The runtime in which a history is written: its own time and chance, and settings that need no model. */
import { seededRandom } from '../../domain/seeded-random.ts';
import type { Config } from '../../platform/config/config.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { createRuntime, idFactory, type Runtime } from '../../platform/runtime.ts';

/** A moment, in milliseconds, that the writer of the history moves on. */
export interface Moment {
  at: number;
}

/** Never reached by any count. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The same database seen at `moment`. Nothing that happens there asks a model or an embeddings endpoint, is
 * counted among the gateway's real traffic, or enqueues a job: what is to be learned is part of the history.
 */
export function pastRuntime(present: Runtime, moment: Moment, seed: number): Runtime {
  const { config, db, log } = present;
  const clock = () => new Date(moment.at);
  const random = seededRandom(seed);
  return createRuntime({
    ...{ db, log, clock, random },
    config: pastConfig(config),
    newId: idFactory(clock, random),
    metrics: createMetrics(config.server.metricFrameworks),
  });
}

function pastConfig(config: Config): Config {
  const { recall, learning, canary, governance } = config;
  return {
    ...config,
    model: { ...config.model, provider: 'none' },
    embeddings: { ...config.embeddings, url: null },
    // A twentieth of so few sessions would say nothing.
    recall: { ...recall, minScore: 0.12, minMemoryScore: 0.12, maxSkills: 3, holdoutRate: 0.2 },
    learning: {
      ...learning,
      ...{ reflectEveryEpisodes: NEVER, reflectMinToolCalls: NEVER, reflectOnFailure: false },
      curateEveryEpisodes: NEVER,
    },
    governance: {
      ...governance,
      ...{ autoApproveLowRisk: true, autoApproveMediumRisk: false, autoApproveMinEvalScore: 0.7 },
      autoApproveMemories: true,
    },
    // The planted effects are large, so that a few runs decide.
    canary: {
      ...{ ...canary, enabled: true, rule: 'posterior', floor: 0.25 },
      ...{ minSamples: 12, threshold: 0.95, maxSamples: 100 },
    },
  };
}
