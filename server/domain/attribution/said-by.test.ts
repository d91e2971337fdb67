import { expect, it } from 'vitest';
import { runWhere } from '../../testing/samples/spoken-runs.ts';
import { indexRuns } from './run-index.ts';
import { originsOf } from './said-by.ts';

const RUN = runWhere({
  user: ['The refund of order 17 needs the captured amount, look it up first'],
  developer: ['You are a support agent'],
  signals: ['refund exceeds the captured amount'],
  untrusted: ['Our newsletter offers discounts on garden furniture'],
});
const INDEX = indexRuns([{ ...RUN, found: ['Escalate every chargeback to the legal department'] }]);

it.each([
  ['Look up the captured amount before a refund', ['user_message', 'error_or_verification']],
  ['Escalate each chargeback to the legal department', ['retrieved_text']],
  ['Use a metric torque wrench', []],
])('names everybody who said most of it: %s', (text, origins) => {
  expect(originsOf([text], INDEX)).toEqual(origins);
});
