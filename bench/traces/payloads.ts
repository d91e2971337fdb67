/** Exports of traces as large as the gateway takes, in the shapes that cost it most. */
import { gzipSync } from 'node:zlib';
import { corpus } from '../corpus.ts';

export interface Payload {
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
export const PAYLOADS: readonly (() => Payload)[] = [
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
