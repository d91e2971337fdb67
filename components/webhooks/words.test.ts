import { describe, expect, it } from 'vitest';
import { eventsText, placeOf, stateText, summarize } from './words.ts';

const ON = { status: 'on' as const, failingSince: null };
const FAILING = { status: 'on' as const, failingSince: '2026-03-01T12:00:00.000Z' };
const PAUSED = { status: 'paused' as const, failingSince: '2026-03-01T12:00:00.000Z' };
const OFF = { status: 'off' as const, failingSince: null };

describe('what the page of webhooks says first', () => {
  it.each([
    [[ON], '1 webhook works.'],
    [[ON, ON, OFF], '2 webhooks work, 1 is off.'],
    [[FAILING], '1 of 1 webhook fails. Open its log to see what did not arrive.'],
    [
      [ON, FAILING, FAILING, PAUSED],
      '2 of 4 webhooks fail and 1 is paused. Open the log of each to see what did not arrive.',
    ],
    [[ON, PAUSED], '1 of 2 webhooks is paused. Open its log to see what did not arrive.'],
  ])('of %j', (rows, text) => {
    expect(stateText(rows)).toBe(text);
  });
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

  it('of something else is called by what happened, and leads to the page that it is about', () => {
    const data = { hours: 24, changesets: 2, memories: 1, waiting: [], url: 'https://x/review' };
    const payload = JSON.stringify({ type: 'digest', timestamp: '', data });
    expect(summarize({ payload })).toMatchObject({
      title: '2 changes and 1 memory have waited for more than 24 hours.',
      href: '/review',
    });
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

it('names events in one sentence, and counts those that there is no room for', () => {
  expect(eventsText(['changeset.pending', 'memory.pending', 'key.created'])).toBe(
    'A change waits, a memory waits, a key was created',
  );
  expect(eventsText(['changeset.pending', 'memory.pending', 'key.created'], 2)).toBe(
    'A change waits, a memory waits and 1 more',
  );
});
