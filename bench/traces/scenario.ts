/**
 * What the largest exports of traces cost a gateway: CPU beside that of a handler which only reads the JSON,
 * memory, and how long another caller waits meanwhile. Each shape has processes of its own, as a process
 * never gives its peak back.
 */

import { gzipSync } from 'node:zlib';
import type { Dialect } from '../../server/platform/db/migrations.ts';
import type { Databases, Form } from '../databases.ts';
import { corpus } from '../load-knowledge.ts';
import { type MeasuredServer, pollHealth, startServer } from '../processes.ts';
import { textTable } from '../text-table.ts';

/** Exports of traces as large as the gateway takes, in the shapes that cost it most. */

interface Payload {
  name: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Bytes before compression. */
  bytes: number;
}

type Value = string | object;
type Attributes = Record<string, Value>;

/** The gateway's default bound on a body, less the envelope. */
const MOST_BYTES = 3_990_000;
const BEGAN = 1_790_000_000_000;
/**
 * Levels that are read of a text in an attribute, and of the body itself, of which each value takes three.
 */
const TEXT_DEPTH = 60;
const BODY_DEPTH = 25;

const text = corpus(7);
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

function span(trace: number, id: number, attributes: Attributes): object {
  return {
    traceId: hex(trace + 1, 32),
    spanId: hex(id + 1, 16),
    ...(id === 0 ? {} : { parentSpanId: hex(1, 16) }),
    name: 'span',
    startTimeUnixNano: `${BEGAN + id}000000`,
    endTimeUnixNano: `${BEGAN + id + 1}000000`,
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : value,
    })),
  };
}

/** Spans by number until the export is full. */
function filled(
  name: string,
  make: (index: number) => object,
  mostSpans = Number.POSITIVE_INFINITY,
): Payload {
  const spans: string[] = [];
  for (let bytes = 0; spans.length < mostSpans; ) {
    const next = JSON.stringify(make(spans.length));
    bytes += next.length + 1;
    if (bytes > MOST_BYTES) break;
    spans.push(next);
  }
  const body = Buffer.from(
    `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"bench"},"spans":[${spans}]}]}]}`,
  );
  return { name, headers: {}, body, bytes: body.byteLength };
}

const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'lookup' };
const CHAT = { 'gen_ai.operation.name': 'chat' };

const tools = (trace: number, id: number) =>
  span(trace, id, { ...TOOL, 'gen_ai.tool.call.id': `call_${id}`, 'gen_ai.tool.call.result': text.words(5) });

const said = (messages: object[]) => JSON.stringify(messages);
const message = (index: number, words: number) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: text.words(words),
});

/** A conversation that each call repeats from its beginning, as agents do. */
function growing(): (index: number) => object {
  const messages: object[] = [];
  return (index) => {
    messages.push(message(index, 60));
    return span(0, index, { ...CHAT, 'gen_ai.input.messages': said(messages) });
  };
}

function nested(depth: number): object {
  let value: object = { stringValue: 'x' };
  for (let level = 0; level < depth; level += 1) value = { arrayValue: { values: [value] } };
  return value;
}

const embedded = `${'[{"a":'.repeat(TEXT_DEPTH / 2)}"x"${'}]'.repeat(TEXT_DEPTH / 2)}`;

/** Each made when it is wanted: together they would weigh on what is measured. */
const PAYLOADS: readonly (() => Payload)[] = [
  () => filled('one trace of many small spans', (index) => tools(0, index)),
  () => filled('many traces of one span', (index) => tools(index, 0)),
  () => filled('a conversation that each call repeats', growing()),
  () =>
    filled('few huge spans', (index) => {
      const messages = Array.from({ length: 10_000 }, (_, at) => message(at, 12));
      return span(0, index, { ...CHAT, 'gen_ai.input.messages': said(messages) });
    }),
  () =>
    filled('one huge tool result', (index) =>
      span(0, index, { ...TOOL, 'gen_ai.tool.call.result': text.words(350_000) }),
    ),
  () =>
    filled('deeply nested values', (index) =>
      span(0, index, { ...TOOL, 'gen_ai.tool.call.arguments': embedded, nested: nested(BODY_DEPTH) }),
    ),
  () => {
    const plain = filled('one trace of many small spans, gzip', (index) => tools(0, index));
    return { ...plain, headers: { 'content-encoding': 'gzip' }, body: gzipSync(plain.body) };
  },
];

/**
 * Bounds that are aimed at for an export of 4 MB, whatever is in it, by the clock of a machine with nothing
 * else to do.
 */
const AIM = { milliseconds: 2000, megabytes: 200 };

interface Cost {
  milliseconds: number;
  cpuMilliseconds: number;
  /** Above what the warm process had before. */
  peakMegabytes: number;
  /** The longest that a small request had to wait. */
  stallMilliseconds: number;
}

interface TraceRow extends Cost {
  name: string;
  floor: Cost;
}

export interface TracesResult {
  dialect: Dialect;
  rows: TraceRow[];
}

const WARM_UP = JSON.stringify({ resourceSpans: [] });
const WARM_UPS = 20;

async function post(url: string, { body, headers }: Pick<Payload, 'headers'> & { body: BodyInit }) {
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the export was answered with ${response.status}`);
}

async function costOn(server: MeasuredServer, { body, headers }: Payload): Promise<Cost> {
  for (let n = 0; n < WARM_UPS; n += 1) await post(server.url, { body: WARM_UP, headers: {} });
  const before = await server.usage();
  const others = pollHealth(server.url);
  const started = performance.now();
  await post(server.url, { body: new Uint8Array(body), headers });
  const milliseconds = performance.now() - started;
  const stallMilliseconds = await others.stop();
  const after = await server.usage();
  return {
    milliseconds,
    cpuMilliseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / 1000,
    peakMegabytes: (after.peakBytes - before.residentBytes) / 2 ** 20,
    stallMilliseconds,
  };
}

async function cost(form: Form, databaseUrl: string, payload: Payload): Promise<Cost> {
  const server = await startServer(form, databaseUrl);
  try {
    return await costOn(server, payload);
  } finally {
    await server.stop();
  }
}

/** Sends each shape once to a gateway and to the floor. */
export async function tracesScenario(
  dialect: Dialect,
  databases: Databases,
  say: (text: string) => void,
): Promise<TracesResult> {
  const rows: TraceRow[] = [];
  for (const [at, make] of PAYLOADS.entries()) {
    const payload = make();
    const databaseUrl = await databases.url(`traces_${at}`);
    const floor = await cost('parse', databaseUrl, payload);
    rows.push({ name: payload.name, ...(await cost('gateway', databaseUrl, payload)), floor });
    say(`  ${dialect} traces: ${payload.name}, ${(payload.bytes / 1e6).toFixed(1)} MB`);
  }
  return { dialect, rows };
}

const HEADINGS = ['shape', 'ms', 'CPU ms', '× reading it', 'peak MB', 'its floor', 'others wait ms', ''];

/** The figures as lines; what exceeds its aim is marked. */
export function tracesLines({ dialect, rows }: TracesResult): string {
  const cells = rows.map(({ name, floor, ...own }) => [
    name,
    own.milliseconds.toFixed(0),
    own.cpuMilliseconds.toFixed(0),
    (own.cpuMilliseconds / floor.cpuMilliseconds).toFixed(1),
    own.peakMegabytes.toFixed(0),
    floor.peakMegabytes.toFixed(0),
    own.stallMilliseconds.toFixed(0),
    own.milliseconds > AIM.milliseconds || own.peakMegabytes > AIM.megabytes ? '← above' : '',
  ]);
  const aim = `aim: at most ${AIM.milliseconds} ms and ${AIM.megabytes} MB each`;
  return [`\n${dialect}, exports of traces of 4 MB (${aim})\n`, textTable(HEADINGS, cells)].join('\n');
}
