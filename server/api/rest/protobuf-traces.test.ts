/** Traces in protobuf over HTTP: the same episodes as in JSON, the same limits, and answers as the standard has them. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  decodeReply,
  emptyMessages,
  encodeExport,
  lengthDelimited,
} from '../../testing/samples/protobuf-messages.ts';
import { aRun, modelCall, type SpanOf, toExport } from '../../testing/samples/trace-spans.ts';
import { describeGateway, TEST_BOOTSTRAP_KEY } from '../../testing/test-gateway.ts';

const LIMIT = 4_000_000;
const PROTOBUF = 'application/x-protobuf';
const SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
};
const PATH = '/otlp/protobuf/v1/traces';

const operator = (tenant: string) => ({
  authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`,
  'x-tenant-id': tenant,
});

/** Runs with every kind of attribute that is read. */
const RUNS: Record<string, SpanOf[]> = {
  'a run of model calls and tools': aRun('usual'),
  'attributes of every type': aRun('typed', {
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.request.temperature': 0.5,
    'llm.is_streaming': true,
    'tag.tags': ['a', 'b'],
    'metadata.ticket': 9_007_199_254,
  }),
  'a run that failed': [
    {
      id: 1,
      trace: 'failed',
      failed: 'out of quota',
      attributes: { 'gen_ai.operation.name': 'invoke_agent' },
      events: [{ name: 'exception', attributes: { 'exception.message': 'out of quota' } }],
    },
    modelCall(
      {
        'gen_ai.input.messages': '[{"role":"user","content":"Rain?"}]',
        'gen_ai.output.messages': '[{"role":"assistant","content":"Größe ☔"}]',
      },
      { trace: 'failed' },
    ),
  ],
};

describeGateway(
  'traces in protobuf over HTTP',
  (gateway) => {
    const send = async (
      body: Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
      path: string = PATH,
    ) => {
      const response = await fetch(gateway().url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': PROTOBUF, ...operator('protobuf'), ...headers },
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, type: response.headers.get('content-type'), bytes };
    };
    /** Sends, and reads the reply as protobuf, which it must say that it is. */
    const exchange = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const { status, type, bytes } = await send(body, headers);
      expect(type).toBe(PROTOBUF);
      return { status, said: decodeReply(status, bytes) };
    };
    const zipped = (body: Uint8Array) => new Uint8Array(gzipSync(body));

    const episodeOf = async (tenant: string) => {
      const listed = await gateway().call('GET', '/v1/episodes?limit=1', { headers: operator(tenant) });
      const [{ episode_id: id }] = listed.json as [{ episode_id: string }];
      const { json } = await gateway().call('GET', `/v1/episodes/${id}`, { headers: operator(tenant) });
      const { episode_id: _, created_at: __, ...episode } = json as Record<string, unknown>;
      return episode;
    };

    it.each(Object.entries(RUNS))('%s becomes the episode that it becomes in JSON', async (name, spans) => {
      const slug = name.replaceAll(' ', '-');
      const inJson = await gateway().call('POST', '/otlp/v1/traces', {
        body: toExport(spans),
        headers: operator(`${slug}-json`),
      });
      expect(inJson.json).toMatchObject({ accepted: 1 });
      const sent = await exchange(encodeExport(toExport(spans)), operator(`${slug}-protobuf`));
      expect(sent).toEqual({ status: 200, said: {} });
      const episode = await episodeOf(`${slug}-protobuf`);
      expect(episode).toEqual(await episodeOf(`${slug}-json`));
      expect(episode.messages).not.toEqual([]);
    });

    it('spans of no run are a partial success, and an empty request is a success', async () => {
      const idle = { id: 1, trace: 'idle', attributes: { 'http.route': '/' } };
      const { status, said } = await exchange(encodeExport(toExport([idle])));
      expect([status, said]).toEqual([
        200,
        {
          partialSuccess: {
            rejectedSpans: 1,
            errorMessage: expect.stringContaining('no episode was made of 1 spans') as string,
          },
        },
      ]);
      expect(await exchange(new Uint8Array())).toEqual({ status: 200, said: {} });
    });

    describe('a body', () => {
      it('may be compressed with gzip, and is limited by what it holds then', async () => {
        const body = encodeExport(toExport(aRun('zipped')));
        const gzip = { 'content-encoding': 'gzip' };
        expect(await exchange(zipped(body), { ...operator('zipped'), ...gzip })).toEqual({
          status: 200,
          said: {},
        });
        expect((await episodeOf('zipped')).session_id).toBe('session of zipped');
        const bomb = zipped(Buffer.alloc(LIMIT * 50));
        expect(await exchange(bomb, gzip)).toEqual({
          status: 413,
          said: { message: `request body exceeds ${LIMIT} bytes` },
        });
        expect(await exchange(body, gzip)).toEqual({
          status: 400,
          said: { message: 'the body is not valid gzip' },
        });
      });

      it('that is no protobuf is a bad request in the form of the standard, and leaves nothing', async () => {
        const whole = encodeExport(toExport(aRun('broken')));
        for (const body of [whole.slice(0, -5), new TextEncoder().encode('{"resourceSpans":[]}')]) {
          const { status, said } = await exchange(body, operator('broken'));
          expect([status, said]).toEqual([
            400,
            { message: expect.stringContaining('not an ExportTraceServiceRequest in protobuf') as string },
          ]);
        }
        const listed = await gateway().call('GET', '/v1/episodes', { headers: operator('broken') });
        expect(listed.json).toEqual([]);
      });

      it('of millions of empty spans is counted, in little memory', async () => {
        const count = LIMIT / 2 - 100;
        const body = lengthDelimited(1, lengthDelimited(2, emptyMessages(2, count)));
        const before = process.memoryUsage().heapUsed;
        const { status, said } = await exchange(body);
        expect([status, said]).toMatchObject([200, { partialSuccess: { rejectedSpans: count } }]);
        // Two million objects would be more.
        expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
      });
    });

    it('refuses every credential that JSON is refused, in protobuf', async () => {
      const body = encodeExport(toExport(aRun('refused')));
      const review = await gateway().call('POST', '/v1/admin/api-keys', {
        body: { name: 'reviewer', scopes: ['review'] },
        headers: operator('protobuf'),
      });
      const { key } = review.json as { key: string };
      const refusals: [Record<string, string>, number, string][] = [
        [{ authorization: '' }, 401, 'missing bearer token'],
        [{ authorization: `Bearer service_${'x'.repeat(43)}` }, 401, 'invalid api key'],
        [{ authorization: `Bearer ${key}` }, 403, "missing scope 'learn'"],
        [{ 'x-tenant-id': '' }, 400, 'bootstrap admin key requires X-Tenant-Id'],
      ];
      for (const [headers, status, message] of refusals) {
        expect(await exchange(body, headers)).toEqual({ status, said: { message } });
      }
    });

    it('go to the address that exporters make of the gateway’s own, and errors come in protobuf there too', async () => {
      const sent = await send(encodeExport(toExport(aRun('plain'))), operator('plain'), '/v1/traces');
      expect([sent.status, decodeReply(200, sent.bytes)]).toEqual([200, {}]);
      expect(await episodeOf('plain')).toMatchObject({ agent_id: 'forecaster' });
      const broken = await send(new Uint8Array([10, 9, 1]), operator('plain'), '/v1/traces');
      expect([broken.status, broken.type]).toEqual([400, PROTOBUF]);
      expect(decodeReply(400, broken.bytes)).toEqual({
        message: expect.stringContaining(
          'the body is not an ExportTraceServiceRequest in protobuf',
        ) as string,
      });
    });

    it.each([
      ['metrics', 'the gateway takes traces and no metrics: set OTEL_METRICS_EXPORTER=none'],
      ['logs', 'the gateway takes logs at <gateway>/v1/logs only: set OTEL_LOGS_EXPORTER=none'],
    ])(
      '%s are refused with what to set, and with a status that no exporter retries',
      async (signal, message) => {
        const sent = await send(new Uint8Array([10, 0]), {}, `/otlp/protobuf/v1/${signal}`);
        expect([sent.status, sent.type, decodeReply(404, sent.bytes)]).toEqual([404, PROTOBUF, { message }]);
        for (const base of signal === 'logs'
          ? ['/otlp', '/otlp/protobuf']
          : ['/otlp', '/otlp/protobuf', '']) {
          const { status, json } = await gateway().call('POST', `${base}/v1/${signal}`, { body: {} });
          expect([status, json]).toEqual([404, { detail: message }]);
        }
      },
    );
  },
  SETTINGS,
);
