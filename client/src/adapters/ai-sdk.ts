/**
 * Vercel AI SDK: a middleware for `wrapLanguageModel`. It sees each step of generateText, streamText and agents.
 */
import type { LanguageModelMiddleware } from 'ai';
import { LanguageModelCalls } from './language-model.ts';
import type { AdapterOptions } from './run-watch.ts';

/** `wrapLanguageModel({ model, middleware: whetstoneMiddleware({ client }) })`. */
export function whetstoneMiddleware(options: AdapterOptions = {}): LanguageModelMiddleware {
  const calls = new LanguageModelCalls('vercel-ai-sdk', options);
  return {
    specificationVersion: 'v3',
    transformParams: ({ params, type, model }) =>
      // generateText makes its headers once for all steps of a run; streamText passes on what it was given.
      calls.begin(params, {
        identity: type === 'generate' ? params.headers : undefined,
        model: model.modelId,
      }),
    wrapGenerate: ({ doGenerate, params }) => calls.generate(params, doGenerate),
    wrapStream: ({ doStream, params }) => calls.stream(params, doStream),
  };
}
