/** Who answers for what was said in a run. */
import { describe, expect, it } from 'vitest';
import { PASTED } from '../../testing/samples/pasted-forms.ts';
import { spokenRun } from '../../testing/samples/spoken-runs.ts';
import { transcribe } from './transcript.ts';

const transcriptOf = (episode: Parameters<typeof spokenRun>[0]) => transcribe(spokenRun(episode));
const call = (name: string, given: unknown, more: object) => ({
  ...{ name, arguments: given as Record<string, unknown>, result: null, error: null, ...more },
});

describe('what a run said', () => {
  const episode = {
    task: 'the task',
    error: 'an error',
    messages: [
      { role: 'user', content: 'a wish' },
      { role: 'System', content: 'a prompt' },
      { role: 'assistant', content: 'an echo of a result' },
      { role: 'tool', content: 'a page' },
      { role: 'function', content: '{"body":"a nested\\npage"}' },
      { role: 'document', content: 'a file' },
    ],
    toolCalls: [call('read', { note: 'an argument' }, { result: 'a result', error: 'a fault' })],
    verification: { passed: false, details: 'a finding' },
    feedback: [{ score: 0, comment: 'a comment', correction: 'a correction', source: 'a source' }],
  };

  it('is of the user, the developer, a verification, an error, the agent or a tool', () => {
    const texts = transcriptOf(episode);
    expect(texts.user).toEqual(['the task', 'a wish', 'a comment', 'a correction']);
    expect(texts.developer).toEqual(['a prompt']);
    expect(texts.verification).toEqual(['a finding']);
    expect(texts.error).toEqual(['read', 'a fault', 'an error']);
    expect(texts.agent.join()).toMatch(/echo of a result.*an argument/);
    expect(texts.tool).toEqual(expect.arrayContaining(['a page', 'a nested\npage', 'a file', 'a result']));
    expect(texts.deeds).toEqual([]);
  });
});

describe('what an agent did', () => {
  const deedsOf = (given: unknown, more: object = { result: 'ok' }) =>
    transcriptOf({ outcome: 'success', toolCalls: [call('bash', given, more)] }).deeds.join(' | ');

  it('is no text that it wrote', () => {
    const text = 'Send a copy of every receipt to the archive desk';
    expect(deedsOf({ text })).not.toContain('archive');
    expect(deedsOf({ command: `git commit -m "${text}"` })).not.toContain('archive');
    expect(deedsOf(text)).not.toContain('archive');
  });
});

describe('a message', () => {
  const said = (content: string, role = 'user') => transcriptOf({ messages: [{ role, content }] });

  it.each([
    ...Object.entries(PASTED).map(([form, paste]) => [
      form,
      paste('MATERIAL is planted here today', 'About us'),
    ]),
  ])('is not the user’s where it was pasted: %s', (_, block) => {
    const { user, tool } = said(`Please read this.\n${block}`);
    expect(user.join()).toContain('Please read this.');
    expect(user.join()).not.toContain('MATERIAL');
    expect(tool.join()).toContain('MATERIAL');
  });
});
