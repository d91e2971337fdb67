/** Real instrumentations with a real exporter, run here and now: the episode is the run that they watched. */
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { generateText, stepCountIs } from 'ai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type StandInProvider, startProvider } from '../../../client/testing/stand-in-provider.ts';
import type { Episode } from '../../domain/runs/episodes/episode.ts';
import { describeGateway } from '../../testing/test-gateway.ts';

const FINAL = 'It rains in Bern and the cloakroom is closed.';
const CLOSED = 'the cloakroom is closed';

const call = (id: string, name: string, sent: object) => ({
  ...{ id, type: 'function' as const, function: { name, arguments: JSON.stringify(sent) } },
});
/** The agent's model asks for the weather, then for a coat, then says what it heard. */
const COATS = {
  calls: [call('call_1', 'weather', { city: 'Bern' }), call('call_2', 'cloakroom', { coats: 1 })],
  answer: FINAL,
};

// It patches the client once, for all who use it in this process.
const instrumentation = new OpenAIInstrumentation();
instrumentation.manuallyInstrument(OpenAI);

const TOOLS: Record<string, () => string> = {
  weather: () => 'rain',
  cloakroom: () => {
    throw new Error(CLOSED);
  },
};

/** Asks the model until it says something, giving it what the tools that it asks for return. */
async function converse(
  client: OpenAI,
  question: string,
  use: (name: string, sent: string) => Promise<string>,
): Promise<string | null> {
  const tools = Object.keys(TOOLS).map((name) => ({ type: 'function' as const, function: { name } }));
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'stand-in', messages, tools });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return message?.content ?? null;
    messages.push(message);
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue;
      const content = await use(call.function.name, call.function.arguments);
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

describeGateway('a live exporter', (gateway, dialect) => {
  let model: StandInProvider;
  const providers: NodeTracerProvider[] = [];
  beforeAll(async () => {
    model = await startProvider(COATS);
  });
  afterEach(async () => {
    await Promise.all(providers.splice(0).map((provider) => provider.shutdown()));
    vi.unstubAllEnvs();
  });
  afterAll(async () => await model.close());

  /** A tracer whose spans reach the gateway: each in a request of its own, or together. */
  const watching = (how: 'singly' | 'together', encoding: 'json' | 'protobuf' = 'json') => {
    const exporter =
      encoding === 'json'
        ? new OTLPTraceExporter({ url: `${gateway().url}/otlp/v1/traces` })
        : new ProtobufExporter({ url: `${gateway().url}/otlp/protobuf/v1/traces` });
    const processor = how === 'singly' ? new SimpleSpanProcessor(exporter) : new BatchSpanProcessor(exporter);
    const provider = new NodeTracerProvider({ spanProcessors: [processor] });
    provider.register();
    providers.push(provider);
    return provider;
  };
  const episodeOf = async (session: string) => {
    const { status, json } = await gateway().call(
      'GET',
      `/v1/episodes/latest?session_id=${session}&agent_id=coats`,
    );
    expect(status).toBe(200);
    return json as Episode;
  };

  const inSpan = async <T>(
    tracer: Tracer,
    name: string,
    attributes: Record<string, string>,
    work: (span: Span) => Promise<T>,
  ): Promise<T> =>
    await tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.recordException(error as Error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
        throw error;
      } finally {
        span.end();
      }
    });

  const callTool = async (tracer: Tracer, name: string, sent: string): Promise<string> => {
    const attributes = { 'openinference.span.kind': 'TOOL', 'tool.name': name, 'input.value': sent };
    try {
      return await inSpan(tracer, name, attributes, async (span) => {
        const result = TOOLS[name]?.() ?? '';
        span.setAttribute('output.value', result);
        return await Promise.resolve(result);
      });
    } catch (error) {
      return `error: ${(error as Error).message}`;
    }
  };

  /** An agent as people write it by hand around the provider's client. */
  const runByHand = async (tracer: Tracer, session: string) => {
    const client = new OpenAI({ baseURL: model.url, apiKey: 'none' });
    const question = 'Do I need a coat in Bern?';
    const attributes = {
      'openinference.span.kind': 'AGENT',
      'agent.name': 'coats',
      'session.id': session,
      'input.value': question,
    };
    const use = async (name: string, sent: string) => await callTool(tracer, name, sent);
    return await inSpan(tracer, 'agent', attributes, async () => await converse(client, question, use));
  };

  const CALLS = [
    { name: 'weather', arguments: { city: 'Bern' }, result: 'rain', error: null },
    { name: 'cloakroom', arguments: { coats: 1 }, result: null, error: CLOSED },
  ];

  it.each([
    ['singly', 'json'],
    ['together', 'protobuf'],
  ] as const)('of OpenInference with spans sent %s in %s', async (how, encoding) => {
    const provider = watching(how, encoding);
    if (how === 'together') vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip');
    instrumentation.setTracerProvider(provider);
    const session = `openinference-${how}-${encoding}-${dialect}`;
    expect(await runByHand(provider.getTracer('app'), session)).toBe(FINAL);
    await provider.forceFlush();
    const episode = await episodeOf(session);
    expect(episode).toMatchObject({
      task: 'Do I need a coat in Bern?',
      tool_calls: CALLS,
      outcome: 'unknown',
      framework: 'openai',
    });
    expect(episode.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(episode.messages.at(-1)).toEqual({ role: 'assistant', content: FINAL });
  });

  /** A run of the AI SDK. */
  const runOf = (prompt: string) => ({
    prompt,
    maxRetries: 0,
    tools: {
      weather: { inputSchema: z.object({ city: z.string() }), execute: () => TOOLS['weather']?.() },
      cloakroom: { inputSchema: z.object({ coats: z.number() }), execute: () => TOOLS['cloakroom']?.() },
    },
  });
  const own = (session: string) => ({ sessionId: session, userId: 'ada', recall_id: 'rc_unknown' });
  type AskVercel = (tracer: Tracer, session: string, prompt: string) => Promise<{ text: string }>;
  const askCurrent =
    (telemetryTo: (tracer: Tracer) => OpenTelemetry): AskVercel =>
    async (tracer, session, prompt) =>
      await generateText({
        ...runOf(prompt),
        model: createOpenAI({ baseURL: model.url, apiKey: 'none' }).chat('stand-in'),
        stopWhen: stepCountIs(5),
        runtimeContext: own(session),
        telemetry: {
          integrations: [telemetryTo(tracer)],
          includeRuntimeContext: { sessionId: true, userId: true, recall_id: true },
        },
      });
  const VERCEL = [
    {
      name: 'AI SDK 7',
      scope: 'gen_ai',
      ask: askCurrent((tracer) => new OpenTelemetry({ tracer, runtimeContext: true })),
    },
  ];
  const latest = async (session: string) => {
    const { json } = await gateway().call('GET', `/v1/episodes/latest?session_id=${session}`);
    return json as Episode;
  };

  it.each(VERCEL)('of the Vercel $name', async ({ name, scope, ask }) => {
    const provider = watching('singly');
    const session = `${name}-${dialect}`;
    const { text } = await ask(provider.getTracer(scope), session, 'Do I need a coat in Bern?');
    expect(text).toBe(FINAL);
    await provider.forceFlush();
    const episode = await latest(session);
    expect(episode).toMatchObject({
      user_id: 'ada',
      recall_id: 'rc_unknown',
      task: 'Do I need a coat in Bern?',
      tool_calls: CALLS,
      outcome: 'unknown',
      framework: 'vercel-ai-sdk',
    });
    expect(episode.messages).toHaveLength(6);
    expect(episode.messages.at(-1)).toEqual({ role: 'assistant', content: FINAL });
  });

  it.each(VERCEL)('of a run of the Vercel $name whose model fails', async ({ name, scope, ask }) => {
    const provider = watching('together');
    const session = `${name}-failing-${dialect}`;
    await expect(ask(provider.getTracer(scope), session, 'Please refuse')).rejects.toThrow();
    await provider.forceFlush();
    expect(await latest(session)).toMatchObject({
      task: 'Please refuse',
      outcome: 'failure',
      error: expect.stringContaining('refused'),
      reward: 0,
    });
  });
});
