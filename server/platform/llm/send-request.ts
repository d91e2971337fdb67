/** One request to the endpoint, in the dialect that it understands, metered whatever comes of it. */
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ReasoningEffort } from 'openai/resources/shared';
import type { Purpose } from '../../domain/learning/answers.ts';
import { errorFields } from '../log/log.ts';
import type { Runtime } from '../runtime.ts';
import type { Budget } from './budget.ts';
import type { Dialect } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';
import { type CallOutcome, redactWords } from './outcome.ts';
import { type CallUsage, type Reply, readErrorText, readReply, readUsage } from './read-reply.ts';
import { usageStore } from './usage-store.ts';

/** The question's text, or what makes it as long as there is room, in characters. */
export type PromptText = string | ((characters: number) => string);

/** What is asked, in no particular form yet. `schema` is the JSON Schema of the answer. */
export interface Prompt extends UsageOwner {
  system: string;
  user: PromptText;
  /** After an unusable answer, that answer and what was wrong with it. */
  turns: { role: 'user' | 'assistant'; content: string }[];
  schema: Record<string, unknown>;
}

interface RequestOptions {
  dialect: Dialect;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Characters of a token, at the least: English and JSON have about four, other scripts fewer. */
const TOKEN_CHARACTERS = 3;

/** Tokens that chat templates put around the messages. */
const TEMPLATE_TOKENS = 64;

/** The share of the context that is left to the answer, and the least and the most of it in tokens. */
const ANSWER_SHARE = 0.35;
const ANSWER_TOKENS = { least: 512, most: 4096 };

/** Most characters of a prompt where the context's length is not known. */
const UNBOUNDED = 10_000_000;

const toTokens = (characters: number): number => Math.ceil(characters / TOKEN_CHARACTERS) + TEMPLATE_TOKENS;

const ORDER = 'Answer with one JSON object and nothing else. It must fit this JSON Schema:';

/** The instructions, with the answer's schema where the endpoint is not given it in any other way. */
function instructions({ system, schema, purpose }: Omit<Prompt, 'user'>, { form }: Dialect): string {
  if (form === 'json_schema' || form === 'tool') return system;
  return `${system}\n\n${ORDER}\n${JSON.stringify({ title: purpose, ...schema })}`;
}

/** Tokens that are set aside for the answer in a context. */
function reservedTokens(context: number): number {
  return Math.min(ANSWER_TOKENS.most, Math.max(ANSWER_TOKENS.least, Math.floor(context * ANSWER_SHARE)));
}

/** Characters that there is room for beside the instructions, the form and the answer. */
export function materialRoom(prompt: Omit<Prompt, 'user'>, dialect: Dialect): number {
  if (dialect.context === null) return UNBOUNDED;
  const others = prompt.turns.reduce(
    (sum, { content }) => sum + content.length,
    instructions(prompt, dialect).length,
  );
  const isInForm = dialect.form === 'json_schema' || dialect.form === 'tool';
  const form = isInForm ? JSON.stringify(prompt.schema).length : 0;
  const room = dialect.context - reservedTokens(dialect.context) - TEMPLATE_TOKENS;
  return Math.max(0, room * TOKEN_CHARACTERS - others - form);
}

function userText({ user, ...prompt }: Prompt, dialect: Dialect): string {
  return typeof user === 'string' ? user : user(materialRoom(prompt, dialect));
}

function toMessages(prompt: Prompt, dialect: Dialect): ChatCompletionMessageParam[] {
  const system = instructions(prompt, dialect);
  const user = userText(prompt, dialect);
  if (dialect.system)
    return [{ role: 'system', content: system }, { role: 'user', content: user }, ...prompt.turns];
  return [{ role: 'user', content: `${system}\n\n${user}` }, ...prompt.turns];
}

/** Tokens of a prompt, estimated, and the most that its answer may have; null where no bound is sent. */
export function answerTokens(
  maxTokens: number,
  prompt: Prompt,
  dialect: Dialect,
): { prompt: number; answer: number | null } {
  const length = toMessages(prompt, dialect).reduce((sum, { content }) => sum + String(content).length, 0);
  const used = toTokens(length);
  const { context } = dialect;
  // A small model may go on without end: in a short context an answer that needs more is none.
  const most = context === null ? maxTokens : Math.max(ANSWER_TOKENS.most, Math.floor(context / 4));
  const room = context === null ? maxTokens : Math.max(1, Math.min(most, context - used));
  const answer = Math.min(maxTokens, dialect.maxAnswer ?? maxTokens, room);
  return { prompt: used, answer: dialect.bound === null ? null : answer };
}

function answerForm({ purpose, schema }: Prompt, { form }: Dialect) {
  switch (form) {
    case 'json_schema':
      return { response_format: { type: form, json_schema: { name: purpose, strict: true, schema } } };
    case 'json_object':
      return { response_format: { type: form } };
    case 'tool': {
      const tool = { name: purpose, description: 'Gives the answer', parameters: schema };
      return {
        tools: [{ type: 'function' as const, function: tool }],
        tool_choice: { type: 'function' as const, function: { name: purpose } },
      };
    }
    case 'text':
      return {};
    default:
      return form satisfies never;
  }
}

function toBody(
  { config }: Runtime,
  { model }: Endpoint,
  prompt: Prompt,
  dialect: Dialect,
): ChatCompletionCreateParamsNonStreaming {
  const { maxTokens, effort, extraBody } = config.model;
  const { answer } = answerTokens(maxTokens, prompt, dialect);
  return {
    model,
    messages: toMessages(prompt, dialect),
    ...(dialect.bound === null || answer === null ? {} : { [dialect.bound]: answer }),
    ...(dialect.effort ? { reasoning_effort: effort as ReasoningEffort } : {}),
    ...answerForm(prompt, dialect),
    ...extraBody,
  };
}

/** Characters of a message that are quoted when it is no chat completion. */
const EXCERPT = 80;

function describeReply(received: unknown, apiKey: string | null): string {
  if (typeof received !== 'string') {
    const words = redactWords(readErrorText(received), apiKey);
    return `the endpoint does not answer with a chat completion${words === '' ? '' : `: ${words}`}`;
  }
  if (/^\s*<(!doctype|html|head|body)/i.test(received))
    return 'the endpoint answers with an HTML page, not a chat completion: is the base address right?';
  return `the endpoint does not answer in JSON: ${received.trim().slice(0, EXCERPT)}`;
}

const NO_USAGE: CallUsage = { input: 0, output: 0, estimated: false };

/** What a call must have cost where the endpoint states nothing. */
function estimateUsage(body: ChatCompletionCreateParamsNonStreaming, reply: Reply | null): CallUsage {
  const count = (characters: number) => Math.ceil(characters / 4);
  const sent = body.messages.reduce((sum, { content }) => sum + String(content).length, 0);
  const received = reply?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0;
  return { input: count(sent), output: count(received), estimated: true };
}

/** Sends one request and meters it. Throws only the signal's reason, and errors that are not the endpoint's. */
export async function sendRequest(
  runtime: Runtime,
  endpoint: Endpoint,
  prompt: Prompt,
  { dialect, timeoutMs, signal }: RequestOptions,
): Promise<CallOutcome> {
  const meter = (usage: CallUsage) => meterCall(runtime, endpoint.budget, prompt, usage);
  const body = toBody(runtime, endpoint, prompt, dialect);
  const posted = await endpoint.post(body, { timeoutMs, signal, now: runtime.clock() });
  if ('outcome' in posted) {
    if (posted.sent) await meter(NO_USAGE);
    signal?.throwIfAborted();
    return posted.outcome;
  }
  const { received } = posted;
  const reply = readReply(received);
  const usage = readUsage(received) ?? (reply === null ? NO_USAGE : estimateUsage(body, reply));
  await meter(usage);
  if (reply === null)
    return { kind: 'transientError', reason: describeReply(received, runtime.config.model.apiKey) };
  return { kind: 'answered', reply, usage };
}

// Meters what a call cost: in the usage rows, against the budget and in the metrics, whether or not its answer is of use.

interface UsageOwner {
  tenant: string;
  purpose: Purpose;
}

/** Meters one call. A failure to write it down is logged and costs no answer. */
async function meterCall(
  { db, log, metrics }: Runtime,
  budget: Budget,
  { tenant, purpose }: UsageOwner,
  usage: CallUsage,
): Promise<void> {
  metrics.llmCalls.inc({ purpose });
  metrics.llmTokens.inc({ purpose, kind: 'input' }, usage.input);
  metrics.llmTokens.inc({ purpose, kind: 'output' }, usage.output);
  try {
    await budget.use(tenant, usage.input + usage.output, (day) =>
      db.write((tx) => usageStore(tx, tenant).addCall(day, purpose, usage)),
    );
  } catch (error) {
    log.error('usage.meter_failed', { purpose, tenant, ...usage, ...errorFields(error) });
  }
}
