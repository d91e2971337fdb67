import { describe, expect, it } from 'vitest';
import { lintRule } from './lint.ts';

const lint = (content: string, maxWords = 80) => lintRule(content, { maxWords });
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

describe('lintRule', () => {
  it('finds a rule too long above the limit and says how long it is', () => {
    expect(lint(words(80))).toEqual([]);
    expect(lint(words(81))).toEqual(['lint:too-long:81w']);
    expect(lint(words(6), 5)).toEqual(['lint:too-long:6w']);
  });

  it('finds a rule too short below four words, not counting signs', () => {
    expect(lint('Pin every dependency')).toEqual(['lint:too-short']);
    expect(lint('- Pin it — now')).toEqual(['lint:too-short']);
    expect(lint('Pin every dependency exactly')).toEqual([]);
  });

  it.each([
    'On 2024-11-05 the deploy to staging hung for an hour',
    'Yesterday the nightly build broke on Windows',
    'BILL-4821 was closed after PR #553 fixed the rounding',
  ])('finds that %j tells of one incident', (content) => {
    expect(lint(content)).toEqual(['lint:incident-log-shape']);
  });

  it.each([
    'Write dates as 2024-11-05, never as 05/11/24',
    'Use SHA-256 and UTF-8 everywhere in the exchange format',
    'When a test was skipped, say so in the summary',
  ])('finds nothing in the rule %j', (content) => {
    expect(lint(content)).toEqual([]);
  });
});
