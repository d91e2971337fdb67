/** Log records over HTTP: events with messages belong to the run of their span, others are counted. */
import { expect, it } from 'vitest';
import type { LogsOut } from '../../domain/runs/traces/log-records.ts';
import { decodeReply, encodeLogs } from '../../testing/samples/protobuf-messages.ts';
import {
  type LogOf,
  modelCall,
  type SpanOf,
  toExport,
  toLogExport,
} from '../../testing/samples/trace-spans.ts';
import { describeGateway } from '../../testing/test-gateway.ts';

const PROTOBUF = 'application/x-protobuf';

/** A run whose spans say nothing of what was said, as some instrumentations leave them. */
const silentRun = (trace: string): SpanOf[] => [
  {
    id: 1,
    trace,
    lasts: 90,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'logged' },
  },
  modelCall({ 'gen_ai.request.model': 'm' }, { trace, lasts: 20 }),
  modelCall({ 'gen_ai.request.model': 'm' }, { trace, id: 3, at: 40, lasts: 20 }),
];
const call = '[{"id":"c","function":{"name":"weather","arguments":"{\\"city\\":\\"Bern\\"}"}}]';
const messages = (trace: string): LogOf[] => [
  { span: 2, trace, at: 11, event: 'gen_ai.user.message', body: { content: 'Rain?' } },
  {
    span: 2,
    trace,
    at: 19,
    event: 'gen_ai.choice',
    body: { message: `{"role":"assistant","tool_calls":${call}}` },
  },
  { span: 3, trace, at: 41, event: 'gen_ai.user.message', body: { content: 'Rain?' } },
  { span: 3, trace, at: 42, event: 'gen_ai.assistant.message', body: { tool_calls: call } },
  { span: 3, trace, at: 43, event: 'gen_ai.tool.message', body: { id: 'c', content: 'rain' } },
  {
    span: 3,
    trace,
    at: 59,
    event: 'gen_ai.choice',
    body: { message: '{"role":"assistant","content":"Yes."}' },
  },
];
const others = (trace: string): LogOf[] => [{ span: 2, trace, event: '', attributes: { 'http.route': '/' } }];

describeGateway('logs over HTTP', (gateway) => {
  const send = async (path: string, body: object) => {
    const { status, json } = await gateway().call('POST', path, { body });
    expect(status).toBe(200);
    return json as LogsOut;
  };
  const episodeOf = async ({ episodes }: LogsOut) => {
    const id = episodes[0]?.episode_id ?? '';
    return (await gateway().call('GET', `/v1/episodes/${id}`)).json;
  };

  it.each(['before', 'after'])('that come %s the spans give the run its messages and calls', async (when) => {
    const logs = toLogExport([...messages(when), ...others(when)]);
    const spans = toExport(silentRun(when));
    if (when === 'after') await send('/v1/traces', spans);
    const reply = await send('/v1/logs', logs);
    expect(reply.partialSuccess).toMatchObject({ rejectedLogRecords: 1 });
    if (when === 'before') await send('/v1/traces', spans);
    expect(await episodeOf(reply)).toMatchObject({
      agent_id: 'logged',
      task: 'Rain?',
      model: 'm',
      messages: [
        { role: 'user' },
        { role: 'assistant' },
        { role: 'tool', content: 'rain' },
        { content: 'Yes.' },
      ],
      tool_calls: [{ name: 'weather', arguments: { city: 'Bern' }, result: 'rain' }],
    });
  });

  it('in protobuf are read the same, and answered in it', async () => {
    const { episodes } = await send('/v1/traces', toExport(silentRun('binary')));
    const sent = await fetch(`${gateway().url}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': PROTOBUF },
      body: encodeLogs(toLogExport([...messages('binary'), ...others('binary')])),
    });
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, PROTOBUF]);
    expect(decodeReply(200, new Uint8Array(await sent.arrayBuffer()))).toMatchObject({
      partialSuccess: { rejectedSpans: 1 },
    });
    const { json } = await gateway().call('GET', `/v1/episodes/${episodes[0]?.episode_id ?? ''}`);
    expect(json).toMatchObject({ task: 'Rain?', tool_calls: [{ name: 'weather', result: 'rain' }] });
  });
});
