import { describe, expect, it } from 'vitest';
import { stateText, toldBy } from './words.ts';

const ON = { status: 'on' as const, failingSince: null };
const FAILING = { status: 'on' as const, failingSince: '2026-03-01T12:00:00.000Z' };
const PAUSED = { status: 'paused' as const, failingSince: '2026-03-01T12:00:00.000Z' };
const OFF = { status: 'off' as const, failingSince: null };

describe('what the page of webhooks says first', () => {
  it.each([
    [[ON], '1 webhook works.'],
    [[ON, ON, OFF], '2 webhooks work, 1 is off.'],
    [[FAILING], '1 of 1 webhook fails: what did not arrive is in the log.'],
    [
      [ON, FAILING, FAILING, PAUSED],
      '2 of 4 webhooks fail and 1 is paused: what did not arrive is in the log.',
    ],
    [[ON, PAUSED], '1 of 2 webhooks is paused: what did not arrive is in the log.'],
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
    expect(toldBy({ payload })).toMatchObject({ said: 'Ask for the receipt', href: '/changesets/cs_1' });
  });

  it('of something else is called by what happened, and leads nowhere', () => {
    const data = { hours: 24, changesets: 2, memories: 1, waiting: [], url: 'https://x/review' };
    const payload = JSON.stringify({ type: 'digest', timestamp: '', data });
    expect(toldBy({ payload })).toMatchObject({
      said: '2 changes and 1 memory have waited for more than 24 hours.',
      href: null,
    });
  });
});
