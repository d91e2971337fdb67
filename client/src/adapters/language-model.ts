/**
 * Model calls by the interface of the Vercel AI SDK, which other frameworks use too. The call without a tool call ends the
 * run. What the model gives passes through untouched, streams part by part.
 */
import type { LanguageModelMiddleware } from 'ai';
import type { Caller } from '../options.ts';
import {
  type Conversation,
  type ConversationItem,
  conversationOf,
  joinedInstructions,
  type ModelAnswer,
  type RequestedTool,
  type TokenCounts,
} from './conversation.ts';
import { observedStream } from './observed-response.ts';
import type { CallHints, ModelCall, Retry } from './open-run.ts';
import { type AdapterOptions, RunWatch } from './run-watch.ts';

type Call = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0];
export type Params = Call['params'];
type Prompt = Params['prompt'];
type Part = Exclude<Prompt[number]['content'], string>[number];
export type GenerateResult = Awaited<ReturnType<Call['doGenerate']>>;
export type StreamResult = Awaited<ReturnType<Call['doStream']>>;
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Each> ? Each : never;

const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function itemOf(role: string, part: Part): ConversationItem[] {
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

function runOf(prompt: Prompt): Conversation | null {
  return conversationOf(
    prompt.flatMap((message) =>
      message.role === 'system' ? [] : message.content.flatMap((part: Part) => itemOf(message.role, part)),
    ),
  );
}

/** The first system message is the agent's own; what was learned goes below it. */
function withSystem(prompt: Prompt, learned: string): Prompt {
  if (learned === '') return prompt;
  const [first, ...rest] = prompt;
  if (first?.role !== 'system') return [{ role: 'system', content: learned }, ...prompt];
  return [{ ...first, content: joinedInstructions(first.content, learned) }, ...rest];
}

type Output = Extract<Part, { type: 'tool-result' }>['output'];

/** A tool's result with the rules of its call below it. */
function notedOutput(output: Output, note: string): Output {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { ...output, value: `${output.value}\n\n${note}` };
    case 'json':
      return { ...output, type: 'text', value: `${written(output.value)}\n\n${note}` };
    case 'error-json':
      return { ...output, type: 'error-text', value: `${written(output.value)}\n\n${note}` };
    case 'content':
      return { ...output, value: [...output.value, { type: 'text', text: note }] };
    default:
      return output;
  }
}

function withNotes(prompt: Prompt, notes: ModelCall['notes']): Prompt {
  if (notes.size === 0) return prompt;
  return prompt.map((message) => {
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) => {
      const note = part.type === 'tool-result' ? notes.get(part.toolCallId) : undefined;
      if (part.type !== 'tool-result' || note === undefined) return part;
      return { ...part, output: notedOutput(part.output, note) };
    });
    return { ...message, content };
  });
}

/** The longest answer that is recorded; what comes after it passes on to the agent alone. */
const MAX_ANSWER = 1_000_000;

/** Tokens are numbers in one version of the interface and counts by kind in another. */
function tokensOf(usage: GenerateResult['usage'] | undefined): TokenCounts | undefined {
  const total = (count: unknown) =>
    typeof count === 'object' && count !== null && 'total' in count ? count.total : count;
  const [input, output] = [total(usage?.inputTokens), total(usage?.outputTokens)];
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return { input_tokens: input, output_tokens: output };
}

/** Collects an answer from its parts, of a whole answer or of a stream. */
class AnswerReader {
  #text = '';
  readonly #calls: RequestedTool[] = [];
  #usage: TokenCounts | undefined;
  #model: string | undefined;
  isComplete = false;
  error: unknown = null;

  read(part: StreamPart | GenerateResult['content'][number]): void {
    if (part.type === 'text-delta') this.#add(part.delta);
    if (part.type === 'text') this.#add(part.text);
    // A tool that the provider runs is part of its answer.
    if (part.type === 'tool-call' && part.providerExecuted !== true) {
      const { toolCallId: id, toolName: name, input } = part;
      this.#calls.push({ kind: 'call', id, name, arguments: written(input) });
    }
    if (part.type === 'response-metadata') this.#model = part.modelId ?? this.#model;
    if (part.type === 'finish') this.finish(part.usage);
    if (part.type === 'error') this.error = part.error;
  }

  finish(usage: GenerateResult['usage'] | undefined, model?: string): void {
    this.isComplete = true;
    this.#usage = tokensOf(usage);
    this.#model = model ?? this.#model;
  }

  answer(): ModelAnswer {
    return { text: this.#text, calls: this.#calls, usage: this.#usage, model: this.#model };
  }

  #add(text: string): void {
    if (this.#text.length < MAX_ANSWER) this.#text += text;
  }
}

/** What the SDK waits before it tries again, at least and at most, unless the service says how long. */
const RETRY: Retry = { fromMs: 300, untilMs: 60_000 };

/** The SDK tries again after errors that say so, and after no other. */
function retryOf(error: unknown): Retry | null {
  const { isRetryable, responseHeaders } = (error ?? {}) as {
    isRetryable?: unknown;
    responseHeaders?: Record<string, string> | undefined;
  };
  if (isRetryable !== true) return null;
  const precise = Number.parseFloat(responseHeaders?.['retry-after-ms'] ?? '');
  const asked = Number.isNaN(precise)
    ? Number(responseHeaders?.['retry-after'] ?? Number.NaN) * 1000
    : precise;
  return asked >= 0 && asked < 60_000 ? { fromMs: asked * 0.9, untilMs: asked + RETRY.untilMs } : RETRY;
}

function reportFailure(call: ModelCall, error: unknown, signal: AbortSignal | undefined): void {
  const isAbort = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
  if (signal?.aborted === true || isAbort) call.aborted(error);
  else call.failed(error, retryOf(error));
}

function followed(
  { stream }: StreamResult,
  watch: RunWatch,
  call: ModelCall,
  signal: AbortSignal | undefined,
) {
  const reader = new AnswerReader();
  return observedStream<StreamPart>(stream, {
    guard: (work) => watch.guard(work),
    asks: () => call.asks(),
    chunk(part) {
      reader.read(part);
      // A tool may run before its answer is over.
      if (part.type === 'tool-call') call.calls(reader.answer().calls);
      // The SDK reads ahead and cancels nothing: that the agent has left is known by the silence alone.
      call.rests(() => reader.answer());
    },
    end(how, error) {
      if (reader.error !== null || how === 'broken') reportFailure(call, reader.error ?? error, signal);
      else if (reader.isComplete || how === 'whole') call.answered(reader.answer());
      else if (signal?.aborted === true) call.aborted(signal.reason);
      else call.stopped(reader.answer());
    },
  });
}

/** `providerOptions: { whetstone: { user, session } }`, which the model's own provider does not look at. */
function callerOf({ providerOptions }: Params): Caller {
  const { user, session } = providerOptions?.whetstone ?? {};
  return {
    ...(typeof user === 'string' ? { user } : {}),
    ...(typeof session === 'string' ? { session } : {}),
  };
}

/** What tells a call of a framework from one that looks the same, beside what its parameters say. */
type ModelCallHints = Pick<CallHints, 'identity' | 'model'>;

/** Follows the calls of language models, for one adapter. */
export class LanguageModelCalls {
  readonly #watch: RunWatch;
  /** The call that parameters belong to: its beginning and its end share them. */
  readonly #calls = new WeakMap<Params, ModelCall>();

  constructor(framework: string, options: AdapterOptions) {
    this.#watch = new RunWatch(framework, options);
  }

  /** Begins a call. Returns the parameters to call the model with, which {@link generate} or {@link stream} takes. */
  async begin(params: Params, signs: ModelCallHints): Promise<Params> {
    const run = await this.#watch.guarded(() => runOf(params.prompt), null);
    const hasText = (text: string) =>
      JSON.stringify(params.prompt).includes(JSON.stringify(text).slice(1, -1));
    const caller = callerOf(params);
    const call = await this.#watch.begin(run, { ...signs, signal: params.abortSignal, caller, hasText });
    if (call === null) return params;
    const changed = await this.#watch.guarded(
      () => ({
        ...params,
        prompt: withSystem(withNotes(params.prompt, call.notes), call.instructions),
      }),
      params,
    );
    this.#calls.set(changed, call);
    return changed;
  }

  /** The model's whole answer to a call that {@link begin} began. */
  async generate(params: Params, ask: () => PromiseLike<GenerateResult>): Promise<GenerateResult> {
    const result = await this.#asked(params, ask);
    this.#watch.guard(() => {
      const reader = new AnswerReader();
      for (const part of result.content) reader.read(part);
      reader.finish(result.usage, result.response?.modelId);
      this.#calls.get(params)?.answered(reader.answer());
    });
    return result;
  }

  /** The model's answer as a stream, the same way. */
  async stream(params: Params, ask: () => PromiseLike<StreamResult>): Promise<StreamResult> {
    const result = await this.#asked(params, ask);
    const call = this.#calls.get(params);
    if (call === undefined) return result;
    return { ...result, stream: followed(result, this.#watch, call, params.abortSignal) };
  }

  async #asked<Result>(params: Params, ask: () => PromiseLike<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      const call = this.#calls.get(params);
      if (call !== undefined) this.#watch.guard(() => reportFailure(call, error, params.abortSignal));
      throw error;
    }
  }
}
