/** Exports in protobuf are read as the same exports in JSON are, and hostile ones are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSpans, traceExportSchema } from '../../../domain/runs/traces/span.ts';
import { isServiceError } from '../../../platform/errors.ts';
import { cases } from '../../../testing/property.ts';
import { emptyMessages, encodeExport, lengthDelimited } from '../../../testing/samples/protobuf-messages.ts';
import { aRun, toExport } from '../../../testing/samples/trace-spans.ts';
import { decodeExport } from './trace-messages.ts';

const fromJson = (json: object) => readSpans(traceExportSchema.parse(json));
const fromProtobuf = async (bytes: Uint8Array) =>
  readSpans(traceExportSchema.parse(await decodeExport(bytes)));

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
/** Keys are never empty in OpenTelemetry; the JSON of protobuf leaves such ones out. */
const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const hexId = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'));
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

/** A value of an attribute in OTLP's JSON form. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key, value: tie('value') }), { maxLength: 3 }),
      }),
    }),
  ),
}));
const attributes = fc.array(fc.record({ key, value: anyValue }), { maxLength: 4 });
const span = fc.record({
  traceId: fc.oneof(hexId(16), hexId(3)),
  spanId: fc.oneof(hexId(8), fc.constant('')),
  parentSpanId: fc.oneof(hexId(8), fc.constant('')),
  name: text,
  kind: fc.nat({ max: 5 }),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  events: fc.array(fc.record({ name: text, timeUnixNano: nanoseconds, attributes }), { maxLength: 2 }),
  links: fc.array(fc.record({ traceId: hexId(16), spanId: hexId(8), attributes }), { maxLength: 2 }),
  status: fc.record({ code: fc.nat({ max: 2 }), message: text }),
});
const exported = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeSpans: fc.array(
        fc.record({ scope: fc.record({ name: text }), spans: fc.array(span, { maxLength: 3 }) }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});

it('any export says the same in protobuf as in JSON', async () => {
  await fc.assert(
    fc.asyncProperty(exported, async (json) => {
      expect(await fromProtobuf(encodeExport(json))).toEqual(fromJson(json));
    }),
    { numRuns: cases(200) },
  );
});

async function fateOf(bytes: Uint8Array): Promise<unknown> {
  try {
    await fromProtobuf(bytes);
    return 'read';
  } catch (error) {
    return isServiceError(error) ? error.kind : error;
  }
}

it('bytes that were cut or changed on their way are read, or refused as a bad request', async () => {
  const whole = encodeExport(toExport(aRun('changed')));
  const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 5 }),
      fc.nat({ max: whole.length }),
      async (changes, length) => {
        const bytes = whole.slice(0, length);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        expect(['read', 'bad_request']).toContain(await fateOf(bytes));
      },
    ),
    { numRuns: cases(500) },
  );
});

const inSpans = (content: Uint8Array) => lengthDelimited(1, lengthDelimited(2, content));
const inOneSpan = (content: Uint8Array) => inSpans(lengthDelimited(2, content));
describe('what takes two bytes and would take a hundred in memory', () => {
  it.each([
    ['attributes', inOneSpan(emptyMessages(9, 100_001))],
    [
      'values of a list',
      inOneSpan(lengthDelimited(9, lengthDelimited(2, lengthDelimited(5, emptyMessages(1, 100_001))))),
    ],
  ])('is refused before it is read: %s', async (_, bytes) => {
    await expect(decodeExport(bytes)).rejects.toThrow('more than 100000 attributes, values and events');
  });

  it('is counted where it is a span', async () => {
    expect(await fromProtobuf(inSpans(emptyMessages(2, 5000)))).toEqual({ spans: [], unreadable: 5000 });
  });
});

describe('lists in lists', () => {
  const nested = (levels: number) => {
    let value: Uint8Array = Buffer.alloc(0);
    for (let level = 0; level < levels; level += 1) value = lengthDelimited(5, lengthDelimited(1, value));
    return inOneSpan(
      lengthDelimited(9, Buffer.concat([lengthDelimited(1, Buffer.from('a')), lengthDelimited(2, value)])),
    );
  };

  it('are read as deeply as JSON may have them', async () => {
    await expect(decodeExport(nested(40))).resolves.toBeDefined();
  });

  it('are refused beyond, however deep they are', async () => {
    await expect(decodeExport(nested(60))).rejects.toThrow('nested deeper than 100 levels');
    await expect(decodeExport(nested(3000))).rejects.toThrow('nested deeper than 100 levels');
  });

  it('are not followed in fields that the standard does not have', async () => {
    let groups = Buffer.from([0x8b, 0x01]);
    groups = Buffer.concat(Array.from({ length: 5000 }, () => groups));
    await expect(decodeExport(inOneSpan(groups))).rejects.toThrow('maximum recursion depth');
  });
});
