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

  it('counts words of scripts that are written without blanks', () => {
    expect(lint('変更を送る前に必ずテストを実行する')).toEqual([]);
    expect(lint('提交之前先运行全部测试')).toEqual([]);
  });

  it.each([
    'On 2024-11-05 the deploy to staging hung for an hour',
    'The user asked for a refund twice and got it',
    'In ep_01HQ8Z3F7K the importer lost its lease',
    'During the previous session the API returned nothing',
    'Yesterday the nightly build broke on Windows',
    'We ran the job at 14:32 and it crashed',
    'I tried npm install first, which failed with ERESOLVE',
    'BILL-4821 was closed after PR #553 fixed the rounding',
    'It turned out that the cache was stale this time',
  ])('finds that %j tells of one incident', (content) => {
    expect(lint(content)).toEqual(['lint:incident-log-shape']);
  });

  it.each([
    'Write dates as 2024-11-05, never as 05/11/24',
    'If the build failed, read the first error and not the last',
    'Ask which environment was meant when the user names none',
    'Use SHA-256 and UTF-8 everywhere in the exchange format',
    'Retry at most 3 times and wait longer each time',
    'When a test was skipped, say so in the summary',
    'Refer to tickets by their full id in commit messages',
  ])('finds nothing in the rule %j', (content) => {
    expect(lint(content)).toEqual([]);
  });
});
