/** What is known of a trace does not depend on the order in which it became known, and is bounded. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aRun, modelCall, readState } from '../../../testing/samples/trace-spans.ts';
import { redactTrace } from './redact-trace.ts';
import { mergeStates } from './trace-state.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('what is known of a trace', () => {
  const parts = aRun('trace', { recall_id: 'rc' }).map((span) => readState([span]));
  const pick = fc.subarray(parts, { minLength: 1 }).map((some) => some.reduce(mergeStates));

  it('is the same however it is put together', () => {
    fc.assert(
      fc.property(pick, pick, pick, (a, b, c) => {
        expect(mergeStates(a, b)).toEqual(mergeStates(b, a));
        expect(mergeStates(a, mergeStates(b, c))).toEqual(mergeStates(mergeStates(a, b), c));
        expect(mergeStates(a, a)).toEqual(a);
      }),
    );
  });

  it('is the same where each part is redacted alone', () => {
    const together = redactTrace(parts.reduce(mergeStates));
    expect(parts.map(redactTrace).reduce(mergeStates)).toEqual(together);
  });

  it('is bounded where one span tells of thousands of calls', () => {
    const calls = Array.from({ length: 3000 }, (_, index) => ({
      id: `c${index}`,
      function: { name: 'x', arguments: '{}' },
    }));
    const state = readState([
      modelCall({ 'gen_ai.output.messages': json([{ role: 'assistant', tool_calls: calls }]) }),
    ]);
    expect(state.asked.entries).toHaveLength(1000);
    expect(mergeStates(state, state)).toEqual(state);
  });
});
