/** Traces of the process itself, as a stand-in for OpenTelemetry's collector receives them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway } from '../../../lab/gateway/gateway-process.ts';
import { standInSettings } from '../../../lab/model/model-runtime.ts';
import { startStandInModel } from '../../../lab/model/stand-in-model.ts';
import { DIALECTS } from '../../testing/database/dialects.ts';
import { cloneDatabase } from '../../testing/database/test-database.ts';
import { openTestRuntime } from '../../testing/test-runtime.ts';
import { startTracing } from './start-tracing.ts';
import { traced } from './traced.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('./open-telemetry.ts', () => {
  loaded();
  return { startOpenTelemetry: () => () => Promise.resolve() };
});

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Sent {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SECRET = 'Refund order 4711 for Erika Mustermann';

describe.each(DIALECTS)('a traced gateway on %s', (dialect) => {
  let collector: Server;
  const received: string[] = [];
  beforeEach(async () => {
    received.length = 0;
    collector = createServer(async (message, response) => {
      if (message.url === '/v1/traces') received.push(await text(message));
      response.end('{}');
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => void collector.close());

  const sent = () =>
    received.map((body) => JSON.parse(body) as Sent).flatMap(({ resourceSpans }) => resourceSpans);
  const spans = () =>
    sent()
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans);

  /** A gateway that sends its traces to the collector; all of them are there once it has ended. */
  async function startTraced(settings: Record<string, string> = {}) {
    const { port } = collector.address() as AddressInfo;
    const database = await cloneDatabase(dialect);
    const gateway = await startGateway({
      ...settings,
      SERVICE_DATABASE_URL: database.url,
      SERVICE_DASHBOARD_AT_START: 'false',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    return {
      url: gateway.url,
      call: (path: string, body: object, headers = {}) =>
        fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
      async end() {
        await gateway.end('SIGTERM');
        await database.remove();
      },
    };
  }

  it("sends a recall as a part of the caller's trace, and a job as its own, with statements and without any text", async () => {
    const model = await startStandInModel();
    const { url, call, end } = await startTraced({
      ...standInSettings(model),
      SERVICE_REFLECT_EVERY_N_EPISODES: '1',
      SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
    });
    await call('/v1/episodes', { task: SECRET, outcome: 'failure', user_id: 'erika' });
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    expect((await call('/v1/recall', { query: SECRET, user_id: 'erika' }, { traceparent })).status).toBe(200);
    const ended = /^service_jobs_total\{kind="reflect",status="done"\} [1-9]/m;
    await expect
      .poll(async () => await (await fetch(`${url}/metrics`)).text(), { timeout: 60_000, interval: 100 })
      .toMatch(ended);
    await end();
    await model.close();

    const service = sent()[0]?.resource.attributes.find(({ key }) => key === 'service.name');
    expect(service?.value).toEqual({ stringValue: 'whetstone-gateway' });
    const ours = spans().filter(({ traceId }) => traceId === TRACE);
    const named = (name: string) => ours.find((span) => span.name === name);
    const parts = ['recall', 'recall.load', 'recall.select', 'recall.record', 'INSERT recall'];
    expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(['request', ...parts]));
    expect(named('request')).toMatchObject({ parentSpanId: CALLER, kind: 2 });
    expect(named('request')?.attributes).toContainEqual({
      key: 'http.route',
      value: { stringValue: '/v1/recall' },
    });
    expect(named('recall')?.parentSpanId).toBe(named('request')?.spanId);
    expect(named('recall.record')?.parentSpanId).toBe(named('recall')?.spanId);
    expect(named('INSERT recall')?.parentSpanId).toBe(named('recall.record')?.spanId);

    const job = spans().find(({ name }) => name === 'job reflect');
    expect(job).toBeDefined();
    expect(job?.parentSpanId ?? '').toBe('');
    const below = spans().filter(({ traceId, spanId }) => traceId === job?.traceId && spanId !== job?.spanId);
    expect(below.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
    expect(below.map(({ name }) => name).join('\n')).toMatch(/episode/i);
    for (const word of ['Refund', 'order 4711', 'Erika', 'erika'])
      expect(received.join()).not.toContain(word);
  }, 120_000);
});

describe('OpenTelemetry', () => {
  it('is loaded only where an endpoint is set; without it work is done as it is', async () => {
    const runtime = await openTestRuntime('sqlite');
    await startTracing(runtime, 'whetstone-gateway');
    expect(loaded).not.toHaveBeenCalled();
    const result = {};
    expect(traced('recall', () => result)).toBe(result);
    const server = { ...runtime.config.server, otelEndpoint: 'http://127.0.0.1:4318' };
    await startTracing({ ...runtime, config: { ...runtime.config, server } }, 'whetstone-gateway');
    expect(loaded).toHaveBeenCalledOnce();
    await runtime.dispose();
  });
});
