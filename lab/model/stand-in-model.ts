/**
 * A stand-in for the learning model: an OpenAI-compatible server on loopback whose answers a test or a
 * demonstration writes. It keeps every call and counts every token that it reports, so that what the service
 * metered can be held against it.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PURPOSES, type Purpose, type RawAnswer } from '../../server/domain/learning/answers.ts';
import { onLoopback } from '../../server/testing/loopback.ts';
import {
  type Answerer,
  type Controls,
  controls,
  emptyPlan,
  type Failure,
  type Plan,
  type RecordedCall,
  type Trouble,
  takeTrouble,
} from './stand-in-plan.ts';
import {
  type CompletionRequest,
  completionReply,
  countTokens,
  embeddingsReply,
  projectedText,
} from './stand-in-replies.ts';

// What a stand-in answers where a test says nothing: fitting answers from which nothing is learned.

const DEFAULTS: { [P in Purpose]: RawAnswer<P> } = {
  judge_outcome: { outcome: 'unknown', confidence: 0, reason: 'nothing tells' },
  reflect: { summary: 'nothing to learn', tags: [], lessons: [], memories: [] },
  curate: { rationale: 'nothing to change', ops: [] },
  memory: { action: 'add', target: null, content: null, reason: 'it is new' },
  dedup: { merges: [] },
  profile: { profile: 'Nothing is known.' },
  judge_skill: { candidate_score: 0.5, baseline_score: 0.5, reason: 'no difference' },
  evolve: { rationale: 'nothing to change', ops: [] },
  ask: { answer: 'Nothing that was learned answers this.', evidence: [] },
  run: { answer: 'Nothing that was learned tells.' },
};

/** The answer to a purpose from which nothing follows. */
function defaultAnswer(purpose: Purpose): unknown {
  return DEFAULTS[purpose];
}

export interface StandInModel extends Controls {
  /** The value of SERVICE_LLM_BASE_URL; embeddings are below it too. */
  readonly url: string;
  /** Chat calls, in order of arrival. */
  readonly calls: RecordedCall[];
  /** Texts that embeddings were asked for, one array a call. */
  readonly embedded: string[][];
  /** Tokens that were reported in replies that were sent in full, of every purpose. */
  readonly tokens: { input: number; output: number };
  /** Most chat calls that were under way at once. */
  readonly busiest: number;
  /** Forgets what was programmed; calls and counts stay. */
  reset(): void;
  close(): Promise<void>;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function findPurpose({ response_format: format, messages }: CompletionRequest): Purpose | null {
  const told = /"title":"([a-z_]+)"/.exec(messages[0]?.content ?? '')?.[1];
  const name = format?.json_schema?.name ?? told;
  return PURPOSES.find((purpose) => purpose === name) ?? null;
}

function toRecordedCall(body: CompletionRequest, { headers }: IncomingMessage): RecordedCall {
  const [first, ...turns] = body.messages;
  return {
    purpose: findPurpose(body),
    form: body.response_format?.type ?? 'text',
    system: first?.content ?? '',
    user: turns.map(({ content }) => content).join('\n'),
    body,
    authorization: headers.authorization,
    status: null,
    usage: null,
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function sendFailure(
  response: ServerResponse,
  { status, retryAfter, message = 'stand-in failure' }: Failure,
): void {
  const wait: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  send(response, status, JSON.stringify({ error: { message } }), wait);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the plan says to a call. */
function plannedTrouble(plan: Plan, { purpose, form, body }: RecordedCall): Trouble | null {
  const refused = plan.refused.find((key) => (key === 'json_schema' ? form === key : key in body));
  if (refused !== undefined) {
    return { kind: 'status', failure: { status: 400, message: `${refused} is not supported` } };
  }
  return takeTrouble(plan.troubles, purpose);
}

/** Answers one chat call; returns the usage that was reported, null where none was. */
async function replyToChat(
  response: ServerResponse,
  plan: Plan,
  call: RecordedCall,
): Promise<{ input: number; output: number } | null> {
  const trouble = plannedTrouble(plan, call);
  switch (trouble?.kind) {
    case 'drop':
      response.destroy();
      return null;
    case 'status':
      sendFailure(response, trouble.failure);
      return null;
    case 'body':
      send(response, 200, trouble.text);
      return null;
    default: {
      const planned =
        call.purpose === null ? '' : (plan.answers.get(call.purpose) ?? defaultAnswer(call.purpose));
      const answer = typeof planned === 'function' ? await (planned as Answerer)(call) : planned;
      const content = trouble?.text ?? asText(answer);
      const usage = countTokens(call.body, content);
      send(response, 200, JSON.stringify(completionReply(content, usage, trouble?.finishReason ?? 'stop')));
      return { input: usage.prompt, output: usage.completion };
    }
  }
}

/** What a stand-in keeps while it runs. */
interface Seen {
  calls: RecordedCall[];
  embedded: string[][];
  tokens: { input: number; output: number };
  underWay: number;
  busiest: number;
}

async function serveChat(request: IncomingMessage, response: ServerResponse, plan: () => Plan, seen: Seen) {
  const call = toRecordedCall((await readJson(request)) as CompletionRequest, request);
  seen.calls.push(call);
  seen.underWay += 1;
  seen.busiest = Math.max(seen.busiest, seen.underWay);
  try {
    await sleep(plan().latency, undefined, { ref: false });
    if (response.destroyed) return;
    const usage = await replyToChat(response, plan(), call);
    call.status = response.headersSent ? response.statusCode : 0;
    call.usage = usage;
    seen.tokens.input += usage?.input ?? 0;
    seen.tokens.output += usage?.output ?? 0;
  } finally {
    seen.underWay -= 1;
  }
}

async function serveEmbeddings(
  request: IncomingMessage,
  response: ServerResponse,
  plan: () => Plan,
  seen: Seen,
) {
  const { input, model } = (await readJson(request)) as { input: string | string[]; model?: string };
  const texts = typeof input === 'string' ? [input] : input;
  seen.embedded.push(texts);
  await sleep(plan().latency, undefined, { ref: false });
  const trouble = takeTrouble(plan().embeddingFailures, null, texts);
  if (trouble?.kind === 'status') sendFailure(response, trouble.failure);
  else {
    const { embed } = plan();
    const vectorOf = (text: string) => (embed === null ? projectedText(text) : embed(text, model));
    send(response, 200, JSON.stringify(embeddingsReply(texts, vectorOf)));
  }
}

/** Starts a stand-in on a free port of loopback. */
export async function startStandInModel(): Promise<StandInModel> {
  let plan = emptyPlan();
  const seen: Seen = { calls: [], embedded: [], tokens: { input: 0, output: 0 }, underWay: 0, busiest: 0 };
  // On a busy machine a connection may rest for longer than Node's five seconds, and is closed while it is used again.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const serve = request.url?.endsWith('/embeddings') ? serveEmbeddings : serveChat;
    serve(request, response, () => plan, seen).catch(() => response.destroy());
  });
  const { url, close } = await onLoopback(server);
  return {
    url: `${url}/v1`,
    ...controls(() => plan),
    calls: seen.calls,
    embedded: seen.embedded,
    tokens: seen.tokens,
    get busiest() {
      return seen.busiest;
    },
    reset() {
      plan = emptyPlan();
    },
    close,
  };
}
