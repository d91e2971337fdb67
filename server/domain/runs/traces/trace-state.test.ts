/** What is known of a trace does not depend on the order in which it became known, and is bounded. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aRun, modelCall, readForest } from '../../../testing/samples/trace-spans.ts';
import { redactTrace } from './redact-trace.ts';
import { findRuns, mergeForests } from './trace-forest.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('what is known of a trace', () => {
  const parts = aRun('trace', { recall_id: 'rc' }).map((span) => readForest([span]));
  const pick = fc.subarray(parts, { minLength: 1 }).map((some) => some.reduce(mergeForests));

  it('is the same however it is put together', () => {
    fc.assert(
      fc.property(pick, pick, pick, (a, b, c) => {
        expect(mergeForests(a, b)).toEqual(mergeForests(b, a));
        expect(mergeForests(a, mergeForests(b, c))).toEqual(mergeForests(mergeForests(a, b), c));
        expect(mergeForests(a, a)).toEqual(a);
      }),
    );
  });

  it('is the same where each part is redacted alone', () => {
    const together = redactTrace(parts.reduce(mergeForests));
    expect(parts.map(redactTrace).reduce(mergeForests)).toEqual(together);
  });

  it('is bounded where one span tells of thousands of calls', () => {
    const calls = Array.from({ length: 3000 }, (_, index) => ({
      id: `c${index}`,
      function: { name: 'x', arguments: '{}' },
    }));
    const state = readForest([
      modelCall({ 'gen_ai.output.messages': json([{ role: 'assistant', tool_calls: calls }]) }),
    ]);
    expect(findRuns(state)[0]?.state.asked.entries).toHaveLength(1000);
    expect(mergeForests(state, state)).toEqual(state);
  });
});
