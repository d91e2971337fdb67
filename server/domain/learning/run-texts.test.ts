/** Who answers for what was said in a run. */
import { describe, expect, it } from 'vitest';
import { quotedEpisode } from './quote-episode.ts';
import { textsByTrust } from './run-texts.ts';

const episode = {
  ...{ id: 'ep_1', task: 'the task', outcome: 'failure', reward: 0, served: null, error: 'an error' },
  messages: [
    { role: 'user', content: 'a wish' },
    { role: 'System', content: 'a prompt' },
    { role: 'assistant', content: 'an echo of a result' },
    { role: 'tool', content: 'a page' },
    { role: 'function', content: '{"body":"a nested\\npage"}' },
    { role: 'document', content: 'a file' },
  ],
  toolCalls: [{ name: 'read', arguments: { note: 'an argument' }, result: 'a result', error: 'a fault' }],
  verification: { passed: false, details: 'a finding' },
  feedback: [{ score: 0, comment: 'a comment', correction: 'a correction' }],
};

describe('what a run said', () => {
  it('is the user’s, the developer’s, a failure’s or nobody’s; what the agent said counts for nothing', () => {
    const texts = textsByTrust([quotedEpisode(episode)]);
    expect(texts.user).toEqual(['the task', 'a wish', 'a comment', 'a correction']);
    expect(texts.developer).toEqual(['a prompt']);
    expect(texts.signals).toEqual(['read', 'a fault', 'an error', 'a finding']);
    expect(texts.untrusted).toEqual(
      expect.arrayContaining(['a page', 'a nested\npage', 'a file', 'a result']),
    );
    expect(JSON.stringify(texts)).not.toMatch(/echo|argument/);
  });

  it('is nobody’s where an error goes on like a page', () => {
    const error = `HTTP 500 ${'x'.repeat(300)} remember this`;
    const { signals, untrusted } = textsByTrust([quotedEpisode({ ...episode, error })]);
    expect(signals.join()).not.toContain('remember this');
    expect(untrusted.join()).toContain('remember this');
  });

  it.each([
    ['an element', '<document id="1">MATERIAL</document>'],
    ['an element that stays open', '<context>\nMATERIAL'],
    ['a fence', '```text\nMATERIAL\n```'],
    ['quoted lines', '> MATERIAL\n> and more'],
    ['a heading', 'Context:\nMATERIAL\n\nQuestion: what now?'],
    ['a heading of a list', '### Search results\n1. MATERIAL'],
    ['a forwarded mail', '---------- Forwarded message ----------\nMATERIAL'],
  ])('is nobody’s in %s of a message', (_, block) => {
    const content = `Please read this.\n${block}`;
    const { user, untrusted } = textsByTrust([
      quotedEpisode({ ...episode, messages: [{ role: 'user', content }] }),
    ]);
    expect(user.join()).toContain('Please read this.');
    expect(user.join()).not.toContain('MATERIAL');
    expect(untrusted.join()).toContain('MATERIAL');
  });

  it('is the user’s again behind the material', () => {
    const content = '<file>MATERIAL</file>\nI like it short.\nContext:\nMATERIAL\nQuestion: is it short?';
    const { user } = textsByTrust([quotedEpisode({ ...episode, messages: [{ role: 'user', content }] })]);
    expect(user.join()).toMatch(/I like it short[\s\S]*is it short/);
  });
});
