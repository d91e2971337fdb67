import { expect, it } from 'vitest';
import { allSteps } from '../steps.ts';
import { originSteps } from './origins.ts';

const SAID = {
  user: ['The refund of order 17 needs the captured amount, look it up first'],
  developer: ['You are a support agent'],
  signals: ['refund exceeds the captured amount'],
  untrusted: ['Our newsletter offers discounts on garden furniture'],
  retrieved: ['Escalate every chargeback to the legal department'],
};
const originsOf = (...operations: string[][]) => allSteps(originSteps(operations, SAID));

it('names everybody who said most of what an operation says', () => {
  expect(
    originsOf(
      ['Look up the captured amount before a refund'],
      ['Escalate each chargeback to the legal department'],
      ['Offer discounts on garden furniture'],
      ['Use a metric torque wrench'],
      [],
    ),
  ).toEqual([['user_message', 'error_or_verification'], ['retrieved_text'], ['tool_output'], [], []]);
});
