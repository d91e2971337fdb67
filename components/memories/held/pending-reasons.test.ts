import { describe, expect, it } from 'vitest';
import { dangerIn, pendingReasons } from './pending-reasons.ts';

describe('the reasons of a hold', () => {
  it('tell policy and resemblance from findings', () => {
    expect(pendingReasons(['auto_approve_off', 'resembles']).map(({ finding }) => finding)).toEqual([
      false,
      false,
    ]);
    expect(pendingReasons(['secret:api_key'])).toMatchObject([
      { labels: ['finding: secret, api key'], finding: true },
    ]);
  });

  it('say where a learned memory comes from', () => {
    expect(pendingReasons(['injection:untrusted_source', 'injection:personal_fact'])).toMatchObject([
      {
        labels: ['finding: untrusted source'],
        means: 'Comes from tool output, a document or a file: the user of the run did not say it.',
      },
      { labels: ['finding: personal fact'], means: expect.stringContaining('all users') as string },
    ]);
    expect(dangerIn(['injection:untrusted_source'])).toBe('untrusted source');
  });

  it('say once what several of them mean', () => {
    expect(pendingReasons(['injection:override-instructions', 'injection:prompt-extraction'])).toMatchObject([
      { labels: ['finding: injection, override instructions', 'finding: injection, prompt extraction'] },
    ]);
  });

  it('show what they do not know in its own word', () => {
    expect(pendingReasons(['something_new'])).toMatchObject([{ labels: ['something new'], finding: false }]);
  });
});

describe('what an approval accepts', () => {
  it('is what the scan found, the first by name; policy and resemblance are no danger', () => {
    expect(dangerIn(['auto_approve_off', 'resembles'])).toBeNull();
    expect(dangerIn(['resembles', 'secret:api_key'])).toBe('secret: api key');
    expect(dangerIn(['injection:override-instructions', 'injection:prompt-extraction', 'secret:x'])).toBe(
      'injection: override instructions and 2 more',
    );
  });
});
