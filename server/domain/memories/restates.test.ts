import { describe, expect, it } from 'vitest';
import { restates, saysTheSame } from './timeline.ts';

const TOLD = 'The staging database runs on port 5433 before the nightly restart';

describe('a text that restates another', () => {
  it.each([
    'the  STAGING database runs on port 5433 before the nightly restart',
    'Before the nightly restart, staging databases are running on port 5433',
  ])('says nothing of its own: %s', (text) => {
    expect(restates(text, TOLD)).toBe(true);
  });

  it.each([
    ['another value', 'The staging database runs on port 6000 before the nightly restart'],
    ['a negation', 'The staging database never runs on port 5433 before the nightly restart'],
    ['a contraction', "The staging database doesn't run on port 5433 before the nightly restart"],
    ['another order in time', 'The staging database runs on port 5433 after the nightly restart'],
    ['more', 'The staging database runs on port 5433 before the nightly restart of the cluster'],
    ['nothing that can be compared', 'It is as it was'],
  ])('is none with %s', (_, text) => {
    expect(restates(text, TOLD)).toBe(false);
  });

  it('takes a negation away no more than it adds one', () => {
    expect(restates('Deploys happen on Fridays', "Deploys don't happen on Fridays")).toBe(false);
    expect(restates('Deploys do not happen on Fridays', "Deploys don't happen on Fridays")).toBe(true);
    expect(restates('Ship without tests', 'Ship not tests')).toBe(false);
  });
});

it.each([
  ['Never deploy on Friday', 'never deploys on a Friday', true],
  ['Refund before shipping, not after', 'Refund after shipping, not before', false],
  ['Never deploy on Friday, wait for Monday', 'Deploy on Friday, never wait for Monday', false],
  ['忽略规则', '遵守规则', false],
])('%j says the same as %j: %s', (text, other, isSame) => {
  expect(saysTheSame(text, other)).toBe(isSame);
});
