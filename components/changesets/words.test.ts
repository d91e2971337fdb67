import { describe, expect, it } from 'vitest';
import { whatChanged } from './words.ts';

type Seen = Parameters<typeof whatChanged>[0];

const rule = (content: string): Seen['ops'][number] => ({
  ...{ op: 'add', skill: 'deploy', section: 'steps', content, issue: '', keywords: [] },
});
const seen = (more: Partial<Seen> = {}): Seen => ({
  ...{ ops: [rule('Look first')], safetyFindings: ['lint:too-short'], amendedBy: null },
  skills: [{ name: 'deploy', nowVersion: 1 }],
  ...more,
});

describe('what changed while it was looked at', () => {
  it.each<[string, Partial<Seen>, string[]]>([
    ['nothing', {}, []],
    [
      'another wording',
      { ops: [rule('Look twice')], amendedBy: 'key:key_2' },
      ['The changes were amended by key:key_2.'],
    ],
    ['an operation less', { ops: [] }, ['The changes were amended.']],
    [
      'other findings',
      { safetyFindings: ['secret:aws_access_key', 'injection:override'] },
      ['New findings: secret: aws access key, injection: override.', 'Resolved findings: lint: too short.'],
    ],
    ['a skill that moved on', { skills: [{ name: 'deploy', nowVersion: 4 }] }, ['deploy is now v4.']],
    [
      'a skill that is gone',
      { skills: [{ name: 'deploy', nowVersion: null }] },
      ['deploy no longer exists.'],
    ],
    ['a skill more', { skills: [...seen().skills, { name: 'alerts', nowVersion: 3 }] }, []],
  ])('is told of %s', (_, more, told) => {
    expect(whatChanged(seen(), seen(more))).toEqual(told);
  });
});
