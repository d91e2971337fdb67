/**
 * A stand-in for `query` of the Claude Agent SDK, whose real one brings a program of 360 MB. It has the documented interface
 * and the messages that version 0.3.330 was seen to give; its model is an OpenAI-compatible one.
 */
import OpenAI from 'openai';

interface HookInput {
  hook_event_name: 'UserPromptSubmit';
  session_id: string;
  prompt: string;
  source: 'sdk' | 'system';
}

interface HookOutput {
  hookSpecificOutput?: { hookEventName: 'UserPromptSubmit'; additionalContext?: string };
}

interface Tool {
  name: string;
  run(): Promise<string>;
}

/** The SDK's options, and in `standIn` what its model and its tools are. */
export interface Options {
  model: string;
  systemPrompt: string;
  maxTurns?: number;
  abortController?: AbortController;
  hooks?: {
    UserPromptSubmit?: {
      hooks: ((input: HookInput, id: undefined, more: { signal: AbortSignal }) => Promise<HookOutput>)[];
    }[];
  };
  standIn: { baseURL: string; maxRetries: number; tools: Tool[] };
}

interface Given {
  prompt: string | AsyncIterable<{ text: string; source?: 'system' }>;
  options: Options;
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; tool_use_id: string; content: { type: 'text'; text: string }[]; is_error?: true };

interface Usage {
  input_tokens: number;
  cache_read_input_tokens: number;
  output_tokens: number;
}

export type Message =
  | { type: 'system'; subtype: 'init'; session_id: string }
  | {
      type: 'assistant' | 'user';
      message: { role: string; model?: string; content: Block[] };
      parent_tool_use_id: string | null;
      error?: 'unknown';
      session_id: string;
    }
  | {
      type: 'result';
      subtype: 'success' | 'error_max_turns' | 'error_during_execution';
      is_error: boolean;
      result?: string;
      errors?: string[];
      usage: Usage;
      session_id: string;
    };

const SESSION = 'session-1';
const NO_USAGE: Usage = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };

const said = (type: 'assistant' | 'user', content: Block[], model?: string) => ({
  type,
  message: { role: type, content, ...(model === undefined ? {} : { model }) },
  parent_tool_use_id: null,
  session_id: SESSION,
});

/** What hooks add to the context of a prompt. */
async function contextOf(prompt: string, source: 'sdk' | 'system', { hooks }: Options): Promise<string> {
  const input: HookInput = { hook_event_name: 'UserPromptSubmit', session_id: SESSION, prompt, source };
  const { signal } = new AbortController();
  const all = (hooks?.UserPromptSubmit ?? []).flatMap((matcher) => matcher.hooks);
  const outputs = await Promise.all(all.map((hook) => hook(input, undefined, { signal })));
  return outputs
    .flatMap(({ hookSpecificOutput }) => hookSpecificOutput?.additionalContext ?? [])
    .map((text) => `\n\n${text}`)
    .join('');
}

async function runTool({ standIn }: Options, id: string, name: string): Promise<Block> {
  const base = { type: 'tool_result' as const, tool_use_id: id };
  const content = (text: string) => [{ type: 'text' as const, text }];
  try {
    return {
      ...base,
      content: content((await standIn.tools.find((tool) => tool.name === name)?.run()) ?? ''),
    };
  } catch (error) {
    return { ...base, content: content(String(error)), is_error: true };
  }
}

/** One answer of the model; what it cost is added to `usage`. */
async function askModel(messages: OpenAI.ChatCompletionMessageParam[], options: Options, usage: Usage) {
  const { model, abortController, standIn } = options;
  const openai = new OpenAI({ baseURL: standIn.baseURL, apiKey: 'x', maxRetries: standIn.maxRetries });
  const tools = standIn.tools.map(({ name }) => ({
    type: 'function' as const,
    function: { name, parameters: { type: 'object', properties: {} } },
  }));
  const answer = await openai.chat.completions.create(
    { model, messages, ...(tools.length === 0 ? {} : { tools }) },
    { signal: abortController?.signal ?? null },
  );
  // Part of what a prompt costs is read from the cache.
  usage.input_tokens += (answer.usage?.prompt_tokens ?? 0) - 1;
  usage.cache_read_input_tokens += 1;
  usage.output_tokens += answer.usage?.completion_tokens ?? 0;
  const message = answer.choices[0]?.message;
  if (message === undefined) throw new Error('no answer');
  messages.push(message);
  const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? call : []));
  return { text: message.content ?? '', calls, model: answer.model };
}

/** The turns of the model for one prompt, and the result. */
async function* answerPrompt(
  messages: OpenAI.ChatCompletionMessageParam[],
  options: Options,
): AsyncGenerator<Message, void> {
  const usage = { ...NO_USAGE };
  const base = { type: 'result' as const, usage, session_id: SESSION };
  for (let turn = 1; turn <= (options.maxTurns ?? 100); turn += 1) {
    const { text, calls, model } = await askModel(messages, options, usage);
    if (text !== '') yield said('assistant', [{ type: 'text', text }], model);
    for (const { id, function: asked } of calls) {
      const input: unknown = JSON.parse(asked.arguments);
      yield said('assistant', [{ type: 'tool_use', id, name: asked.name, input }], model);
      const result = await runTool(options, id, asked.name);
      yield said('user', [result]);
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
    }
    if (calls.length === 0) return yield { ...base, subtype: 'success', is_error: false, result: text };
  }
  const errors = [`Reached maximum number of turns (${options.maxTurns})`];
  yield { ...base, subtype: 'error_max_turns', is_error: true, errors };
  throw new Error(`Claude Code returned an error result: ${errors[0]}`);
}

/** A model that fails is told as a message and as a result, and thrown. */
function* failure(error: unknown, { abortController }: Options): Generator<Message, void> {
  if (abortController?.signal.aborted === true) throw new Error('Claude Code process aborted by user');
  const result = `API Error: ${error instanceof Error ? error.message : String(error)}`;
  yield { ...said('assistant', [{ type: 'text', text: result }], '<synthetic>'), error: 'unknown' };
  const base = { type: 'result' as const, usage: NO_USAGE, session_id: SESSION };
  yield { ...base, subtype: 'success', is_error: true, result };
  throw new Error(`Claude Code returned an error result: ${result}`);
}

async function* prompts(prompt: Given['prompt']) {
  if (typeof prompt === 'string') yield { text: prompt };
  else yield* prompt;
}

async function* messagesOf({ prompt, options }: Given): AsyncGenerator<Message, void> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: options.systemPrompt }];
  for await (const { text, source = 'sdk' } of prompts(prompt)) {
    const context = await contextOf(text, source, options);
    messages.push({ role: 'user', content: text + context });
    yield { type: 'system', subtype: 'init', session_id: SESSION };
    try {
      yield* answerPrompt(messages, options);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('Claude Code')) throw error;
      yield* failure(error, options);
    }
  }
}

/** The messages, and a method beside them, as the SDK has many. */
export function query(
  given: Given,
): AsyncGenerator<Message, void> & { supportedModels(): Promise<string[]> } {
  return Object.assign(messagesOf(given), { supportedModels: async () => [given.options.model] });
}
