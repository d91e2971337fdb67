import { describe, expect, it } from 'vitest';
import { placeOf, stateText, summarize } from './words.ts';

const ON = { status: 'on' as const, failingSince: null };
const FAILING = { status: 'on' as const, failingSince: '2026-03-01T12:00:00.000Z' };
const PAUSED = { status: 'paused' as const, failingSince: '2026-03-01T12:00:00.000Z' };

it('the page of webhooks says first how many fail or are paused', () => {
  expect(stateText([ON])).toBe('1 webhook on.');
  expect(stateText([ON, FAILING])).toBe('Of 2 webhooks, 1 fails.');
  expect(stateText([FAILING, FAILING, PAUSED])).toBe('Of 3 webhooks, 2 fail and 1 is paused.');
});

describe('a delivery', () => {
  it('is called by what was learned, and leads to its decision', () => {
    const data = {
      ...{ changeset_id: 'cs_1', agent_id: 'support', risk: 'low', source: 'reflection', skills: [] },
      ...{ sentence: 'Ask for the receipt', summary: '1 rule added', reason: null, url: 'https://x/' },
    };
    const payload = JSON.stringify({ type: 'changeset.pending', timestamp: '', data });
    expect(summarize({ payload })).toMatchObject({ title: 'Ask for the receipt', href: '/changesets/cs_1' });
  });

  it('of an event that only an earlier version sent is called by its name', () => {
    const payload = JSON.stringify({ type: 'digest', timestamp: '', data: { url: 'https://x/review' } });
    expect(summarize({ payload })).toMatchObject({ title: 'digest', href: null });
  });

  it('of a memory says whose it is, because its text is not sent', () => {
    const data = {
      ...{ memory_id: 'mem_1', agent_id: 'support', kind: 'fact', hold_reasons: [] },
      url: 'https://x/memories',
    };
    const payload = JSON.stringify({ type: 'memory.pending', timestamp: '', data });
    expect(summarize({ payload })).toMatchObject({
      title: 'A fact of agent support waits for review. Its text is shown in the dashboard only.',
      href: '/memories',
    });
  });
});

describe('an address in the list', () => {
  it.each([
    ['https://example.com/', 'example.com'],
    ['https://example.com:8443/hooks/review?key=1', 'example.com:8443/hooks/review'],
    ['https://hooks.slack.com/services/T000/B000/abcdefghijkl', 'hooks.slack.com/…efghijkl'],
  ])('of %s tells it from others of its host', (url, shown) => {
    expect(placeOf(url)).toBe(shown);
  });
});
