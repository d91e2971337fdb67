/** Agents on the Vercel AI SDK, in its current major version and in the one before: whole answers and streams. */
import * as currentOpenai from '@ai-sdk/openai';
import * as current from 'ai';
import * as previousOpenai from 'ai-sdk-openai3';
import * as previous from 'ai6';
import { z } from 'zod';
import { whetstoneMiddleware } from '../../src/adapters/ai-sdk.ts';
import type { Whetstone } from '../../src/index.ts';

// What the adapters are tested with: agents as people write them, with an adapter and without.

/** Runs an agent on a task; with the client it learns, without one it is what it was before. */
export type Agent = (
  baseURL: string,
  task: string,
  client: Whetstone | null,
  more?: CallOptions,
) => Promise<unknown>;

/** What is said with one call of the AI SDK. */
interface CallOptions {
  providerOptions?: Record<string, Record<string, string>>;
}

export const SYSTEM = 'You help with orders.';

type Sdk = Pick<
  typeof current,
  'generateText' | 'streamText' | 'stepCountIs' | 'tool' | 'wrapLanguageModel'
> &
  Pick<typeof currentOpenai, 'createOpenAI'>;

// The same functions under the same names; their types differ in what no agent here looks at.
const before: object = { ...previous, ...previousOpenai };
const VERSIONS: { name: string; sdk: Sdk }[] = [
  { name: 'the Vercel AI SDK 7', sdk: { ...current, ...currentOpenai } },
  { name: 'the Vercel AI SDK 6', sdk: before as Sdk },
];

function optionsOf(
  sdk: Sdk,
  baseURL: string,
  task: string,
  client: Whetstone | null,
  more: CallOptions = {},
) {
  const model = sdk.createOpenAI({ baseURL, apiKey: 'x' }).chat('m');
  const getOrder = sdk.tool({
    inputSchema: z.object({ order: z.string() }),
    execute: async () => 'shipped',
  });
  return {
    model:
      client === null ? model : sdk.wrapLanguageModel({ model, middleware: whetstoneMiddleware({ client }) }),
    system: SYSTEM,
    prompt: task,
    tools: { get_order: getOrder },
    stopWhen: sdk.stepCountIs(5),
    maxRetries: 0,
    ...more,
  };
}

const whole =
  (sdk: Sdk): Agent =>
  async (...given) => {
    const { text, finishReason, steps } = await sdk.generateText(optionsOf(sdk, ...given));
    return {
      text,
      finishReason,
      steps: steps.map(({ toolCalls, toolResults }) => ({ toolCalls, toolResults })),
    };
  };

const streamed =
  (sdk: Sdk): Agent =>
  async (...given) => {
    const parts: unknown[] = [];
    const errors: unknown[] = [];
    const { fullStream } = sdk.streamText({
      ...optionsOf(sdk, ...given),
      onError: ({ error }) => void errors.push(error),
    });
    // The SDK makes up ids and times of its own; the rest must be the same.
    for await (const part of fullStream) {
      if (part.type === 'text-delta' || part.type === 'tool-call' || part.type === 'tool-result')
        parts.push(part);
    }
    if (errors.length > 0) throw errors[0];
    return parts;
  };

export const AI_SDK_AGENTS = VERSIONS.flatMap(({ name, sdk }) => [
  { name, agent: whole(sdk) },
  { name: `${name}, streamed`, agent: streamed(sdk) },
]);
