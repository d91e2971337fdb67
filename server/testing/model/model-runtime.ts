/** A runtime whose learning model is a stand-in, for tests of what calls the model. */
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { Environment } from '../../platform/config/config.ts';
import type { Dialect } from '../../platform/db/migrations.ts';
import { DIALECTS } from '../database/test-database.ts';
import { openTestRuntime, type TestRuntime } from '../test-runtime.ts';
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
 * Describes `tests` once per engine, each with a stand-in and a runtime that asks it. What a test programmed is forgotten after
 * it; calls and counts stay.
 */
export function describeWithModel(name: string, tests: StandInTests, settings: Environment = {}): void {
  describeWithStandIn(name, tests, (model) => ({ ...standInSettings(model), ...settings }));
}

/** Tests with a runtime and the stand-in that it asks. */
export type StandInTests = (runtime: () => TestRuntime, model: () => StandInModel, dialect: Dialect) => void;

/** As {@link describeWithModel}, with the settings under which the stand-in is asked for any purpose. */
export function describeWithStandIn(
  name: string,
  tests: StandInTests,
  settingsOf: (model: StandInModel) => Environment,
): void {
  describe.each(DIALECTS)(`${name} (%s)`, (dialect) => {
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
