/** Traces over HTTP: encodings, limits, hostile input, and what a large export costs. */
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TracesOut } from '../../domain/runs/traces/span.ts';
import { aRun, toExport } from '../../testing/samples/trace-spans.ts';
import { describeGateway } from '../../testing/test-gateway.ts';

const LIMIT = 4_000_000;

describeGateway('traces over HTTP', (gateway) => {
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${gateway().url}/otlp/v1/traces`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, json: (await response.json()) as TracesOut & { detail: unknown } };
  };
  const sendJson = async (value: unknown) => await send(JSON.stringify(value));
  const spanWith = (changes: Record<string, unknown>, trace: string) => {
    const sent = toExport(aRun(trace));
    const [group] = sent.resourceSpans;
    const spans = group?.scopeSpans.map(({ scope, spans: own }) => ({
      scope,
      spans: own.map((span) => ({ ...span, ...changes })),
    }));
    return { resourceSpans: [{ scopeSpans: spans }] };
  };

  describe('a body', () => {
    it('is limited by what it holds when it is decompressed', async () => {
      const bomb = gzipSync(Buffer.alloc(LIMIT * 50, ' '));
      expect(bomb.length).toBeLessThan(LIMIT / 4);
      const before = process.memoryUsage().arrayBuffers;
      const { status, json } = await send(bomb, { 'content-encoding': 'gzip' });
      expect(status).toBe(413);
      expect(json.detail).toBe(`request body exceeds ${LIMIT} bytes`);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LIMIT * 10);
    });

    const whole = gzipSync(JSON.stringify(toExport(aRun('cut'))));

    it.each([Buffer.from('{}'), whole.subarray(0, whole.length - 20)])(
      'that is no gzip though it says so, or is cut off, gives 400: case %#',
      async (body) => {
        const { status, json } = await send(body, { 'content-encoding': 'gzip' });
        expect(status).toBe(400);
        expect(json.detail).toBe('the body is not valid gzip');
      },
    );

    it.each([
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
    ])('may be compressed with %s, and is limited by what it holds then', async (name, compress) => {
      const headers = { 'content-encoding': name };
      const sent = await send(compress(JSON.stringify(toExport(aRun(name)))), headers);
      expect(sent).toMatchObject({ status: 200, json: { accepted: 1 } });
      expect((await send(compress(Buffer.alloc(LIMIT * 2, ' ')), headers)).status).toBe(413);
      const broken = await send(Buffer.from('{}'), headers);
      expect([broken.status, broken.json.detail]).toEqual([400, `the body is not valid ${name}`]);
    });

    it('in protobuf or under another compression gives 415 with a way out', async () => {
      const protobuf = await send(Buffer.from([10, 0]), { 'content-type': 'application/x-protobuf' });
      expect(protobuf.status).toBe(415);
      expect(protobuf.json.detail).toContain('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/json');
      expect(protobuf.json.detail).toContain('OTEL_EXPORTER_OTLP_ENDPOINT=<gateway>');
      const brotli = await send('{}', { 'content-encoding': 'br' });
      expect(brotli.status).toBe(415);
      expect(brotli.json.detail).toBe('content-encoding must be gzip, deflate, zstd or absent');
    });

    it('with an agent id that is none gives 422 and says which header', async () => {
      const { status, json } = await send('{}', { 'x-agent-id': 'two words' });
      expect(status).toBe(422);
      expect(json.detail).toMatchObject([{ loc: ['header', 'x-agent-id'], type: 'string_pattern_mismatch' }]);
    });
  });

  it('a span that makes no sense is counted and spoils no other', async () => {
    const sent = toExport([...aRun('mixed')]);
    const [group] = sent.resourceSpans;
    const odd = [
      null,
      5,
      'span',
      [],
      {},
      { traceId: 'x', spanId: 'y' },
      { traceId: '0'.repeat(32), spanId: '1' },
    ];
    const scopeSpans = [...(group?.scopeSpans ?? []), { scope: null, spans: odd }];
    const { status, json } = await sendJson({ resourceSpans: [{ resource: 5, scopeSpans }] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ accepted: 1, partialSuccess: { rejectedSpans: odd.length } });
  });

  const deep = `${'[{"a":'.repeat(40_000)}1${'}]'.repeat(40_000)}`;
  const attribute = (key: string, value: unknown) => ({ attributes: [{ key, value }] });
  const nested = (depth: number): unknown =>
    depth === 0 ? { stringValue: 'x' } : { arrayValue: { values: [nested(depth - 1)] } };
  const HOSTILE: Record<string, Record<string, unknown>> = {
    'times of the wrong type': { startTimeUnixNano: {}, endTimeUnixNano: -1 },
    'attributes without keys': { attributes: [{}, null, 3, { key: 5, value: {} }, { key: 'a' }] },
    'an endless session': attribute('session.id', { stringValue: 's'.repeat(100_000) }),
    'a lone surrogate in a message': attribute('gen_ai.input.messages', {
      stringValue: '[{"role":"user","content":"\\ud800"}]',
    }),
    'JSON in text that is nested too deeply': attribute('gen_ai.input.messages', { stringValue: deep }),
    'values that are nested as deeply as bodies may be': attribute('gen_ai.tool.call.arguments', nested(25)),
    'prototype names': {
      attributes: [
        '__proto__',
        'constructor',
        'llm.input_messages.0.__proto__.x',
        'gen_ai.prompt.0.__proto__',
      ].map((key) => ({ key, value: { stringValue: '{"__proto__":{"a":1}}' } })),
    },
    'huge indexes': {
      attributes: ['999999999', '99999999999999999999', '-1', '0x1'].map((index) => ({
        key: `llm.input_messages.${index}.message.content`,
        value: { stringValue: 'x' },
      })),
    },
    'messages of every wrong type': attribute('gen_ai.input.messages', {
      stringValue:
        '[1,null,[],{"role":5,"content":{"a":1}},{"parts":7},{"role":"tool"},{"tool_calls":[null,{"function":9}]}]',
    }),
  };
  it.each(Object.keys(HOSTILE))('%s is never answered with 500', async (name) => {
    const { status } = await sendJson(spanWith(HOSTILE[name] ?? {}, name));
    expect(status).toBe(200);
  });
});
