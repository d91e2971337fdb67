/**
 * Claude Agent SDK: its `query` with hooks that tell the agent before each prompt what is known, and before a call of a tool which
 * rules apply to it. What becomes of the run
 * is read from the messages, which pass on to their reader untouched.
 */

import { type Context, currentContext, runInContext } from '../context.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { blocksCall } from '../recall.ts';
import { type ConversationItem, conversationOf, recentItems, type TokenCounts } from './conversation.ts';
import type { ModelCall } from './open-run.ts';
import { type AdapterOptions, RunWatch } from './run-watch.ts';

type Messages = AsyncGenerator<unknown, void>;

/** What the hook answers; the SDK adds the text to the prompt's context. */
interface HookAnswer {
  hookSpecificOutput?: {
    hookEventName: 'UserPromptSubmit' | 'PreToolUse';
    additionalContext: string;
    /** Where a rule blocks, the SDK asks a person to allow the call. */
    permissionDecision?: 'ask';
    permissionDecisionReason?: string;
  };
}
type Hook = (input: unknown) => Promise<HookAnswer>;

/** Prompts that nobody asks: notes of the system, and the first look at an event that comes again as a prompt. */
const NOT_ASKED: readonly unknown[] = ['system', 'poll_event'];

const optionsOf = (given: object): JsonObject => objectOf('options' in given ? given.options : undefined);

/** The same query with one more hook at each of these events, after those that it has. */
function withHooks<Given extends object>(given: Given, added: Record<string, Hook>): Given {
  const options = optionsOf(given);
  const hooks = objectOf(options.hooks);
  const all = Object.entries(added).map(([event, hook]) => {
    const own: unknown[] = Array.isArray(hooks[event]) ? hooks[event] : [];
    return [event, [...own, { hooks: [hook] }]];
  });
  return { ...given, options: { ...options, hooks: { ...hooks, ...Object.fromEntries(all) } } };
}

/** The gateway looks at no more of a session's recalls. */
const MAX_SHOWN = 10;

/** The runs of one query: with a prompt that is a text it is one, with a stream of prompts one for each. */
class QueryRuns {
  readonly #watch: RunWatch;
  readonly #options: JsonObject;
  readonly #context: Context = currentContext();
  #call: ModelCall | null = null;
  #items: ConversationItem[] = [];
  #model: string | undefined;
  /** The recalls whose instructions stand in the conversation. */
  #shown: string[] = [];

  constructor(watch: RunWatch, options: JsonObject) {
    this.#watch = watch;
    this.#options = options;
  }

  /** Called before a prompt. The SDK calls from anywhere: what holds here is what held for the query. */
  readonly hook: Hook = async (input) => {
    const { prompt, source } = objectOf(input);
    if (typeof prompt !== 'string' || NOT_ASKED.includes(source)) return {};
    const known = await this.#watch.guarded(
      () => runInContext(this.#context, async () => await this.#begin(prompt)),
      '',
    );
    if (known === '') return {};
    return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: known } };
  };

  /** Called before a call of a tool. */
  readonly beforeTool: Hook = async (input) => {
    const { tool_name: name, tool_input: given } = objectOf(input);
    const run = this.#call;
    if (run === null || typeof name !== 'string') return {};
    const last = this.#items.findLast((item) => item.kind === 'result');
    const lastError = last?.isError === true ? last.text : null;
    const shown = await this.#watch.beforeTool(run, { name, arguments: given, lastError });
    const { instructions: known } = shown;
    if (known === '') return {};
    const ask = { permissionDecision: 'ask', permissionDecisionReason: known } as const;
    return {
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', additionalContext: known },
        ...(blocksCall(shown) ? ask : {}),
      },
    };
  };

  /** Called before the SDK summarizes the conversation: what was shown in it is shown again. */
  readonly forget: Hook = () => {
    this.#shown = [];
    return Promise.resolve({});
  };

  read(message: unknown): void {
    if (this.#call === null || !isObject(message)) return;
    const result = resultOf(message);
    if (result === null) {
      const { items, model } = itemsOf(message);
      if (items.length === 0) return;
      this.#items.push(...items);
      this.#model = model ?? this.#model;
      this.#tellItems(this.#call, this.#items);
      this.#call.rests();
      return;
    }
    const call = this.#call;
    this.#call = null;
    if (result.ending === 'failed') {
      call.failed(new Error(result.error), null);
      return;
    }
    const { before, text } = splitAnswer(this.#items);
    this.#tellItems(call, before);
    const answer = { text: result.text ?? text, calls: [], usage: result.usage, model: this.#model };
    if (result.ending === 'answered') call.answered(answer);
    else call.stopped(answer);
  }

  asks(): void {
    this.#call?.asks();
  }

  /** The messages end without a result: their reader left, or the SDK failed. */
  end(error: unknown): void {
    const call = this.#call;
    this.#call = null;
    if (call === null) return;
    const { abortController } = this.#options;
    const isAborted = abortController instanceof AbortController && abortController.signal.aborted;
    if (error !== null) {
      if (isAborted) call.aborted(error);
      else call.failed(error, null);
      return;
    }
    const { before, text } = splitAnswer(this.#items);
    this.#tellItems(call, before);
    call.stopped({ text, calls: [], model: this.#model });
  }

  async #begin(prompt: string): Promise<string> {
    // A prompt that comes before the result of the one before it: that run is over as far as anybody tells.
    this.end(null);
    const items: ConversationItem[] = [
      ...recentItems(this.#items),
      { kind: 'message', role: 'user', text: prompt },
    ];
    const { abortController, model, systemPrompt } = this.#options;
    const given = JSON.stringify([prompt, systemPrompt]);
    const call = await this.#watch.begin(conversationOf(items), {
      identity: items,
      signal: abortController instanceof AbortController ? abortController.signal : undefined,
      model: typeof model === 'string' ? model : undefined,
      shown: this.#shown,
      hasText: (text) => given.includes(JSON.stringify(text).slice(1, -1)),
    });
    this.#call = call;
    this.#items = items;
    this.#model = undefined;
    const { instructions = '', recallId = null } = call ?? {};
    if (instructions !== '' && recallId !== null) {
      this.#shown = [...this.#shown, recallId].slice(-MAX_SHOWN);
    }
    return instructions;
  }

  #tellItems(call: ModelCall, items: readonly ConversationItem[]): void {
    const conversation = conversationOf(items);
    if (conversation !== null) call.continued(conversation);
  }
}

/** The texts at the end are the answer; what is before them is how the agent came to it. */
function splitAnswer(items: readonly ConversationItem[]): { before: ConversationItem[]; text: string } {
  const isOfAnswer = (item: ConversationItem) => item.kind === 'message' && item.role === 'assistant';
  const end = items.findLastIndex((item) => !isOfAnswer(item)) + 1;
  const texts = items.slice(end).flatMap((item) => (item.kind === 'message' ? item.text : []));
  return { before: items.slice(0, end), text: texts.join('\n\n') };
}

/** The same messages with the same methods beside them, seen as they are read. */
function observedMessages<Running extends Messages>(
  running: Running,
  runs: QueryRuns,
  watch: RunWatch,
): Running {
  const observer: Messages = {
    async next() {
      watch.guard(() => runs.asks());
      try {
        const step = await running.next();
        watch.guard(() => (step.done === true ? runs.end(null) : runs.read(step.value)));
        return step;
      } catch (error) {
        watch.guard(() => runs.end(error));
        throw error;
      }
    },
    async return() {
      watch.guard(() => runs.end(null));
      return await running.return();
    },
    async throw(error) {
      watch.guard(() => runs.end(error));
      return await running.throw(error);
    },
    [Symbol.asyncIterator]: () => same,
    async [Symbol.asyncDispose]() {
      await observer.return();
    },
  };
  const same = new Proxy(running, {
    get(target, name) {
      if (name in observer) return Reflect.get(observer, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return same;
}

/**
 * `const query = whetstoneQuery(sdk.query, { client })`: the SDK's `query`, whose runs learn. A run goes from a prompt to
 * its result.
 */
export function whetstoneQuery<Given extends object, Running extends Messages>(
  query: (given: Given) => Running,
  options: AdapterOptions = {},
): (given: Given) => Running {
  const watch = new RunWatch('claude-agent-sdk', options);
  return (given) => {
    const runs = new QueryRuns(watch, optionsOf(given));
    return observedMessages(
      query(
        withHooks(given, {
          UserPromptSubmit: runs.hook,
          PreToolUse: runs.beforeTool,
          PreCompact: runs.forget,
        }),
      ),
      runs,
      watch,
    );
  };
}

const blocksOf = (content: unknown): JsonObject[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? content.filter(isObject)
      : [];

const textOf = (content: unknown): string =>
  blocksOf(content)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join('\n');

function itemOf(role: string, block: JsonObject): ConversationItem[] {
  const { type, id, name, input, tool_use_id, text } = block;
  if (type === 'text' && role === 'assistant' && typeof text === 'string')
    return [{ kind: 'message', role, text }];
  if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string')
    return [{ kind: 'call', id, name, arguments: JSON.stringify(input ?? {}) }];
  if (type === 'tool_result' && typeof tool_use_id === 'string')
    return [
      { kind: 'result', id: tool_use_id, text: textOf(block.content), isError: block.is_error === true },
    ];
  return [];
}

/** What the agent said and did. What its subagents did is theirs: the run has what they answered. */
function itemsOf(told: JsonObject): { items: ConversationItem[]; model?: string } {
  const { type, message, parent_tool_use_id } = told;
  const isKnown = type === 'assistant' || type === 'user';
  // An error of the model's service comes as a message too, which nobody said.
  const isAgents = typeof parent_tool_use_id !== 'string' && typeof told.error !== 'string';
  if (!isKnown || !isAgents || !isObject(message)) return { items: [] };
  const items = blocksOf(message.content).flatMap((block) => itemOf(type, block));
  return { items, ...(typeof message.model === 'string' ? { model: message.model } : {}) };
}

type AgentResult = { text: string | null; usage: TokenCounts | undefined } & (
  | { ending: 'answered' | 'stopped' }
  | { ending: 'failed'; error: string }
);

/** All that was read, from the cache too. */
function tokensOf(usage: unknown): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0);
  const input =
    count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens');
  const output = count('output_tokens');
  return input + output === 0 ? undefined : { input_tokens: input, output_tokens: output };
}

/** The result at the end of a run; null for any other message. A limit (turns, cost) stops a run: that is no error. */
function resultOf(message: JsonObject): AgentResult | null {
  if (message.type !== 'result') return null;
  const { subtype, result, errors, is_error } = message;
  const text = typeof result === 'string' ? result : null;
  const told = { text, usage: tokensOf(message.usage) };
  if (typeof subtype === 'string' && subtype.startsWith('error_max_')) return { ...told, ending: 'stopped' };
  if (subtype === 'success' && is_error !== true) return { ...told, ending: 'answered' };
  const said = Array.isArray(errors) ? errors.filter((each) => typeof each === 'string').join('; ') : '';
  return { ...told, ending: 'failed', error: said || text || String(subtype) };
}
