/** The buffer's promises, for any order of adding, taking and putting back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordBuffer, type RecordBytes } from './record-buffer.ts';

const BOUNDS = { maxRecords: 8, maxBytes: 100 };

type Step =
  | { kind: 'add'; bytes: number }
  | { kind: 'take'; maxRecords: number; maxBytes: number }
  | { kind: 'give up' | 'put back' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), bytes: fc.integer({ min: 4, max: 120 }) }),
  fc.record({
    kind: fc.constant('take' as const),
    maxRecords: fc.integer({ min: 1, max: 10 }),
    maxBytes: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({ kind: fc.constantFrom('give up' as const, 'put back' as const) }),
);

function numbered(number: number, bytes: number): RecordBytes {
  const record = new Uint8Array(bytes);
  new DataView(record.buffer).setUint32(0, number);
  return record;
}

const numberOf = (record: RecordBytes) => new DataView(record.buffer).getUint32(0);

/**
 * Follows the steps with one batch out at a time; returns the numbers of records that left for good, in
 * order.
 */
function follow(buffer: RecordBuffer, steps: readonly Step[]) {
  const left: number[] = [];
  let added = 0;
  let out: RecordBytes[] = [];
  for (const step of steps) {
    if (step.kind === 'add') buffer.add(numbered(added++, step.bytes));
    else if (step.kind === 'put back') buffer.putBack(out.splice(0));
    else left.push(...out.splice(0).map(numberOf));
    if (step.kind === 'take') out = buffer.take(step);
    expect(buffer.size).toBeLessThanOrEqual(BOUNDS.maxRecords);
    expect(buffer.bytes).toBeLessThanOrEqual(BOUNDS.maxBytes);
    expect(buffer.size + buffer.dropped + left.length + out.length).toBe(added);
  }
  return left;
}

describe('the buffer of records', () => {
  it('keeps its bounds and its order, and loses nothing uncounted', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 200 }), (steps) => {
        const left = follow(new RecordBuffer(BOUNDS), steps);
        expect(left).toEqual(left.toSorted((a, b) => a - b));
      }),
    );
  });

  it('stays fast where it overflows all the time', () => {
    const buffer = new RecordBuffer({ maxRecords: 10_000, maxBytes: 1e9 });
    for (let n = 0; n < 300_000; n += 1) buffer.add(new Uint8Array(1));
    expect(buffer).toMatchObject({ size: 10_000, dropped: 290_000 });
  });
});
