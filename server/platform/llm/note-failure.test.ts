import { expect, it } from 'vitest';
import { describeOnOne } from '../../testing/test-runtime.ts';
import { ModelUnavailable, OverBudget } from './model-errors.ts';
import { noteModelAnswer, noteModelFailure } from './note-failure.ts';

describeOnOne('a failure of the model', (runtime) => {
  it('is counted by its cause each time, and logged when it begins and when it ends', async () => {
    const rt = runtime();
    for (const _ of [1, 2])
      noteModelFailure(rt, 'acme', new ModelUnavailable('the provider limits the rate'));
    noteModelFailure(rt, 'acme', new OverBudget());
    noteModelFailure(rt, 'acme', new TypeError('a bug'));
    for (const _ of [1, 2]) noteModelAnswer(rt, 'acme');
    const { values } = await rt.metrics.llmFailures.get();
    expect(values.map(({ labels, value }) => [labels.cause, value])).toEqual([
      ['rate', 2],
      ['budget', 1],
    ]);
    expect(rt.lines.map(({ event, tenant }) => [event, tenant])).toEqual([
      ['llm.fault_began', 'acme'],
      ['llm.fault_ended', 'acme'],
    ]);
  });
});
