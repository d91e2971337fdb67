/**
 * Mastra: an input processor. Before each step of an agent it stands in for the step's model, so that it sees
 * every model the agent has, its errors and its streams.
 */
import { type GenerateResult, LanguageModelCalls, type Params, type StreamResult } from './language-model.ts';
import type { AdapterOptions } from './run-watch.ts';

/** What Mastra gives a processor before a step, as far as it is used here. */
interface Step<Model> {
  model: Model;
  /** An object that all steps of a run share, and no other run's. */
  state?: object;
}

interface LanguageModel {
  modelId?: string;
  doGenerate(params: Params): PromiseLike<GenerateResult>;
  doStream(params: Params): PromiseLike<StreamResult>;
}

function isLanguageModel(model: unknown): model is LanguageModel {
  return (
    typeof model === 'object' &&
    model !== null &&
    'doGenerate' in model &&
    typeof model.doGenerate === 'function' &&
    'doStream' in model &&
    typeof model.doStream === 'function'
  );
}

function followedModel<Model extends LanguageModel>(
  model: Model,
  calls: LanguageModelCalls,
  identity: object | undefined,
): Model {
  const signs = { identity, model: model.modelId };
  const methods: LanguageModel = {
    async doGenerate(params) {
      const changed = await calls.begin(params, signs);
      return await calls.generate(changed, () => model.doGenerate(changed));
    },
    async doStream(params) {
      const changed = await calls.begin(params, signs);
      return await calls.stream(changed, () => model.doStream(changed));
    },
  };
  return new Proxy(model, {
    get(target, name) {
      if (name === 'doGenerate' || name === 'doStream') return methods[name];
      // Private fields are those of the model itself.
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** `new Agent({ …, inputProcessors: [whetstoneProcessor({ client })] })`. */
export function whetstoneProcessor(options: AdapterOptions = {}) {
  const calls = new LanguageModelCalls('mastra', options);
  return {
    id: 'whetstone' as const,
    processInputStep<Model>({ model, state }: Step<Model>): { model: Model } {
      return { model: isLanguageModel(model) ? followedModel(model, calls, state) : model };
    },
  };
}
