/** One request to the endpoint, in the form that it understands, counted whatever comes of it. */
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ReasoningEffort } from 'openai/resources/shared';
import type { Purpose } from '../../domain/learning/answers.ts';
import { errorFields } from '../log/log.ts';
import type { Runtime } from '../runtime.ts';
import type { Budget } from './budget.ts';
import type { Capabilities } from './capabilities.ts';
import type { Endpoint } from './endpoint.ts';
import type { CallOutcome } from './outcome.ts';
import { type CallUsage, readReply, readUsage } from './read-reply.ts';
import { usageStore } from './usage-store.ts';

/** What is asked, in no particular form yet. `form` is the JSON Schema of the answer. */
export interface Prompt extends UsageOwner {
  system: string;
  /** The question, and after an unusable answer that answer and what was wrong with it. */
  turns: { role: 'user' | 'assistant'; content: string }[];
  form: Record<string, unknown>;
}

interface RequestOptions {
  capabilities: Capabilities;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

function toMessages(
  { system, turns, form, purpose }: Prompt,
  { schema }: Capabilities,
): ChatCompletionMessageParam[] {
  if (schema) return [{ role: 'system', content: system }, ...turns];
  const responseSchema = JSON.stringify({ title: purpose, ...form });
  const order = 'Answer with one JSON object and nothing else. It must fit this JSON Schema:';
  return [{ role: 'system', content: `${system}\n\n${order}\n${responseSchema}` }, ...turns];
}

function toBody(
  { config }: Runtime,
  { model }: Endpoint,
  prompt: Prompt,
  capabilities: Capabilities,
): ChatCompletionCreateParamsNonStreaming {
  const { maxTokens, effort } = config.model;
  return {
    model,
    messages: toMessages(prompt, capabilities),
    [capabilities.bound]: maxTokens,
    ...(capabilities.effort ? { reasoning_effort: effort as ReasoningEffort } : {}),
    response_format: capabilities.schema
      ? { type: 'json_schema', json_schema: { name: prompt.purpose, strict: true, schema: prompt.form } }
      : { type: 'json_object' },
  };
}

const NOTHING = { input: 0, output: 0 };

/**
 * Sends one request and counts it. Throws only the signal's reason, and errors that are not the endpoint's.
 */
export async function sendRequest(
  runtime: Runtime,
  endpoint: Endpoint,
  prompt: Prompt,
  { capabilities, timeoutMs, signal }: RequestOptions,
): Promise<CallOutcome> {
  const meter = (usage = NOTHING) => meterCall(runtime, endpoint.budget, prompt, usage);
  const body = toBody(runtime, endpoint, prompt, capabilities);
  const posted = await endpoint.post(body, { timeoutMs, signal, now: runtime.clock() });
  if ('outcome' in posted) {
    if (posted.sent) await meter();
    signal?.throwIfAborted();
    return posted.outcome;
  }
  const { received } = posted;
  const usage = readUsage(received);
  await meter(usage ?? NOTHING);
  const reply = readReply(received);
  if (reply === null) return { kind: 'shaken', reason: 'the endpoint does not answer as a chat completion' };
  return { kind: 'answered', reply, usage };
}

// Counts what a call cost: in the usage rows, against the budget and in the metrics, whether or not its
// answer is of use.

interface UsageOwner {
  tenant: string;
  purpose: Purpose;
}

/** Counts one call. A failure to write it down is logged and costs no answer. */
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
