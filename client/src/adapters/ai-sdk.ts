/**
 * Vercel AI SDK: a middleware for `wrapLanguageModel`. It sees each step of generateText, streamText and
 * agents; the step without a tool call ends the run. What the model gives passes through untouched, streams
 * part by part.
 */
import type { LanguageModelMiddleware } from 'ai';
import { type Conversation, type Item, joinedInstructions, toConversation } from './conversation.ts';
import { type AdapterOptions, RunWatch } from './run-watch.ts';

type Call = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0];
type Params = Call['params'];
type Prompt = Params['prompt'];
type Part = Exclude<Prompt[number]['content'], string>[number];
type Streamed = Awaited<ReturnType<Call['doStream']>>;
type StreamPart = Streamed['stream'] extends ReadableStream<infer Each> ? Each : never;

const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function toItems(role: string, part: Part): Item[] {
  switch (part.type) {
    case 'text':
      return [{ kind: 'message', role, text: part.text }];
    case 'tool-call':
      return [{ kind: 'call', id: part.toolCallId, name: part.toolName, arguments: written(part.input) }];
    case 'tool-result': {
      const { type } = part.output;
      const value = 'value' in part.output ? part.output.value : part.output.reason;
      const isError = type === 'error-text' || type === 'error-json' || type === 'execution-denied';
      return [{ kind: 'result', id: part.toolCallId, text: written(value), isError }];
    }
    default:
      return [];
  }
}

function readConversation(prompt: Prompt): Conversation | null {
  return toConversation(
    prompt.flatMap((message) =>
      message.role === 'system' ? [] : message.content.flatMap((part: Part) => toItems(message.role, part)),
    ),
  );
}

/** The first system message is the agent's own; what was learned goes below it. */
function withSystem(prompt: Prompt, learned: string): Prompt {
  const [first, ...rest] = prompt;
  if (first?.role !== 'system') return [{ role: 'system', content: learned }, ...prompt];
  return [{ ...first, content: joinedInstructions(first.content, learned) }, ...rest];
}

/** The longest answer that is recorded; what comes after it passes on to the agent alone. */
const MAX_ANSWER = 1_000_000;

/** Follows the parts of a stream: the text so far, and whether the step goes on with tools. */
class StreamReader {
  text = '';
  goesOn = false;
  error: unknown = null;

  read(part: StreamPart): void {
    if (part.type === 'text-delta' && this.text.length < MAX_ANSWER) this.text += part.delta;
    if (part.type === 'tool-call' && part.providerExecuted !== true) this.goesOn = true;
    if (part.type === 'error') this.error = part.error;
  }
}

function watched(stream: Streamed['stream'], watch: RunWatch, end: (reader: StreamReader) => void) {
  const reader = new StreamReader();
  return stream.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        controller.enqueue(part);
        void watch.guarded(() => reader.read(part), undefined);
      },
      flush: () => end(reader),
    }),
  );
}

/** `wrapLanguageModel({ model, middleware: whetstoneMiddleware({ client }) })`. */
export function whetstoneMiddleware(options: AdapterOptions = {}): LanguageModelMiddleware {
  const watch = new RunWatch('vercel-ai-sdk', options);
  const runIn = ({ prompt }: Params) => watch.guarded(() => readConversation(prompt), null);

  async function failed(params: Params, error: unknown): Promise<never> {
    await watch.ended(await runIn(params), '', error);
    throw error;
  }

  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const { instructions } = await watch.recall(await runIn(params));
      if (instructions === '') return params;
      return await watch.guarded(
        () => ({ ...params, prompt: withSystem(params.prompt, instructions) }),
        params,
      );
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate().then(undefined, (error: unknown) => failed(params, error));
      await watch.guarded(async () => {
        const goesOn = result.content.some(
          (part) => part.type === 'tool-call' && part.providerExecuted !== true,
        );
        const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
        if (!goesOn) await watch.ended(await runIn(params), texts.join(''));
      }, undefined);
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream().then(undefined, (error: unknown) => failed(params, error));
      const run = await runIn(params);
      const stream = watched(result.stream, watch, ({ goesOn, text, error }) => {
        if (!goesOn) void watch.ended(run, text, error);
      });
      return { ...result, stream };
    },
  };
}
