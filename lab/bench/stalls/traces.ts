/** Exports of traces as large as the gateway takes, in the shapes that cost it most. */
import { gzipSync } from 'node:zlib';
import { corpus } from '../corpus.ts';

interface Payload {
  headers: Record<string, string>;
  body: Buffer;
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
function filled(make: (index: number) => object): Payload {
  const spans: string[] = [];
  for (let bytes = 0; ; ) {
    const next = JSON.stringify(make(spans.length));
    bytes += next.length + 1;
    if (bytes > MOST_BYTES) break;
    spans.push(next);
  }
  const body = Buffer.from(
    `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"bench"},"spans":[${spans}]}]}]}`,
  );
  return { headers: {}, body };
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

/** By name. Each is made when it is wanted: together they would weigh on what is measured. */
export const LARGE_EXPORTS: Readonly<Record<string, () => Payload>> = {
  'one trace of many small spans': () => filled((index) => tools(0, index)),
  'many traces of one span': () => filled((index) => tools(index, 0)),
  'a conversation that each call repeats': () => filled(growing()),
  'few huge spans': () =>
    filled((index) => {
      const messages = Array.from({ length: 10_000 }, (_, at) => message(at, 12));
      return span(0, index, { ...CHAT, 'gen_ai.input.messages': said(messages) });
    }),
  'one huge tool result': () =>
    filled((index) => span(0, index, { ...TOOL, 'gen_ai.tool.call.result': text.words(350_000) })),
  'deeply nested values': () =>
    filled((index) =>
      span(0, index, { ...TOOL, 'gen_ai.tool.call.arguments': embedded, nested: nested(BODY_DEPTH) }),
    ),
  'one trace of many small spans, gzip'() {
    const { body } = filled((index) => tools(0, index));
    return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) };
  },
};
