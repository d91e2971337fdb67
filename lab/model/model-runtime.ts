/** A runtime whose learning model is a stand-in, for tests of what calls the model. */
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { Principal } from '../../server/domain/principal.ts';
import type { JobContext } from '../../server/jobs/index.ts';
import { embedKnowledge } from '../../server/knowledge/embedding/index.ts';
import type { Environment } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../../server/platform/runtime.ts';
import { DIALECTS, ONE_DIALECT } from '../../server/testing/database/dialects.ts';
import { jobContext } from '../../server/testing/jobs/reflect-job.ts';
import { openTestRuntime, type TestRuntime } from '../../server/testing/test-runtime.ts';
import { type StandInModel, startStandInModel } from './stand-in-model.ts';

/** The credential that the service sends to a stand-in. */
export const STAND_IN_KEY = 'stand-in-key-that-no-log-may-show';

/** The settings under which the service asks a stand-in. */
export function standInSettings({ url }: Pick<StandInModel, 'url'>): Record<string, string> {
  return {
    SERVICE_LLM_PROVIDER: 'openai',
    SERVICE_LLM_BASE_URL: url,
    SERVICE_LLM_API_KEY: STAND_IN_KEY,
    SERVICE_LLM_MODEL: 'stand-in',
  };
}

/**
 * Describes `tests` once per engine, each with a stand-in and a runtime that asks it. What a test programmed
 * is forgotten after it; calls and counts stay.
 */
export function describeWithModel(name: string, tests: StandInTests, settings: Environment = {}): void {
  describeWithStandIn(name, tests, (model) => ({ ...standInSettings(model), ...settings }));
}

/** As {@link describeWithModel}, on {@link ONE_DIALECT}: see `describeOnOne`. */
export function describeWithModelOnOne(name: string, tests: StandInTests, settings: Environment = {}): void {
  describeWithStandIn(name, tests, (model) => ({ ...standInSettings(model), ...settings }), [ONE_DIALECT]);
}

/** Tests with a runtime and the stand-in that it asks. */
type StandInTests = (runtime: () => TestRuntime, model: () => StandInModel, dialect: Dialect) => void;

/** As {@link describeWithModel}, with the settings under which the stand-in is asked for any purpose. */
function describeWithStandIn(
  name: string,
  tests: StandInTests,
  settingsOf: (model: StandInModel) => Environment,
  dialects: readonly Dialect[] = DIALECTS,
): void {
  describe.each(dialects)(`${name} (%s)`, (dialect) => {
    let [runtime, model]: [TestRuntime | undefined, StandInModel | undefined] = [undefined, undefined];
    beforeAll(async () => {
      model = await startStandInModel();
      runtime = await openTestRuntime(dialect, settingsOf(model));
    });
    afterEach(() => model?.reset());
    afterAll(async () => {
      await runtime?.dispose();
      await model?.close();
    });
    const opened = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('runtime and model are opened before each suite');
      return value;
    };
    tests(
      () => opened(runtime),
      () => opened(model),
      dialect,
    );
  });
}

// A runtime whose embeddings come from a stand-in that knows a few meanings, and embed jobs in a test's
// hands.

/** The credential that the service sends to the stand-in. */
export const EMBEDDINGS_KEY = 'embeddings-key-that-no-log-may-show';

/** Words that mean the same, each group an axis of its own. */
const MEANINGS = [
  ['kubernetes', 'cluster', 'rollout', 'orchestrator', 'ship', 'pods'],
  ['invoice', 'invoices', 'supplier', 'bill', 'vendor'],
  ['vegetarian', 'meat', 'steak', 'eats'],
  ['morning', 'early', 'dawn', 'sunrise'],
];

/**
 * A text's vector: along the axes of what it is about; one that is about none of them has an axis of its own.
 */
export function textVector(text: string): number[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const axes = MEANINGS.map((group) => (group.some((word) => words.has(word)) ? 1 : 0));
  return [...axes, axes.some((axis) => axis > 0) ? 0.1 : 1];
}

/** The settings under which the service takes its vectors from a stand-in. */
const embeddingsSettings = ({ url }: StandInModel) => ({
  SERVICE_EMBEDDINGS_URL: url,
  SERVICE_EMBEDDINGS_MODEL: 'meanings-1',
  SERVICE_EMBEDDINGS_API_KEY: EMBEDDINGS_KEY,
  SERVICE_EMBEDDINGS_TIMEOUT_MS: '5000',
  SERVICE_HOLDOUT_RATE: '0',
});

/**
 * Describes `tests` once per engine, each with a stand-in and a runtime that takes its vectors from it. What
 * a test programmed is forgotten after it; calls stay.
 */
export function describeWithEmbeddings(
  name: string,
  tests: StandInTests,
  settings: Environment = {},
  dialects: readonly Dialect[] = DIALECTS,
): void {
  const withMeanings: StandInTests = (runtime, model, dialect) => {
    beforeEach(() => model().embed(textVector));
    tests(runtime, model, dialect);
  };
  const settingsOf = (model: StandInModel) => ({ ...embeddingsSettings(model), ...settings });
  describeWithStandIn(name, withMeanings, settingsOf, dialects);
}

/** As {@link describeWithEmbeddings}, on {@link ONE_DIALECT}: see `describeOnOne`. */
export function describeWithEmbeddingsOnOne(
  name: string,
  tests: StandInTests,
  settings: Environment = {},
): void {
  describeWithEmbeddings(name, tests, settings, [ONE_DIALECT]);
}

/** Runs one embed job of the default agent. */
export async function embed(
  runtime: Runtime,
  { tenant }: Principal,
  context: Partial<JobContext> = {},
): Promise<void> {
  const job = { id: 'job_1', kind: 'embed', tenant, agentId: 'default', skillId: null } as const;
  await embedKnowledge(runtime, { ...job, attempt: 1 }, jobContext(runtime, context));
}

/** What vectors a tenant has: noun, id and model of each. */
export async function storedVectors({ db }: Runtime, { tenant }: Principal): Promise<string[]> {
  const rows = await clientOf(db.read).embedding.findMany({ where: { tenant } });
  return rows
    .map(({ noun, ownerId, model, dimensions }) => `${noun} ${ownerId} ${model} ${dimensions}`)
    .sort();
}

/**
 * Another process on the same database, with an embeddings model of its own. Close its database afterwards.
 */
export function processWithModel(runtime: Runtime, model: string): Runtime {
  const { config, log, metrics, clock, random, newId } = runtime;
  const changed = { ...config, embeddings: { ...config.embeddings, model } };
  const db = openDatabase(config.database);
  return createRuntime({ config: changed, log, metrics, clock, random, newId, db });
}
