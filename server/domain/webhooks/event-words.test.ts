import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventMessage } from './event.ts';
import { chatMessage } from './event-words.ts';

const PENDING = {
  type: 'changeset.pending',
  timestamp: '2026-03-01T12:00:00.000Z',
  data: {
    ...{ changeset_id: 'cs_1', agent_id: 'support', risk: 'high', source: 'reflection', skills: ['refunds'] },
    ...{ sentence: 'Ask <!channel> & *check*', summary: '1 rule added', reason: null },
    url: 'https://gate.example/changesets/cs_1',
  },
} satisfies EventMessage;

describe('a message for a chat', () => {
  it('says what was learned, how risky it is, and where it is decided', () => {
    expect(chatMessage(PENDING).text.split('\n')).toEqual([
      'A change waits for review',
      'Ask &lt;!channel&gt; &amp; \u200B*check\u200B*',
      'refunds · 1 rule added · high risk · agent support',
      'https://gate.example/changesets/cs_1',
    ]);
  });

  it('holds no mention, no link and no broken entity of what was learned, and is not too long', () => {
    const learned = fc.oneof(
      fc.string({ unit: fc.constantFrom('&', '<', '>', '*', '\u{1F600}', 'a', ' '), maxLength: 6000 }),
      fc.constantFrom('<!channel> <@U1> *x*', '<https://evil.example|safe>', ''),
    );
    fc.assert(
      fc.property(learned, learned, (sentence, agent_id) => {
        const { text } = chatMessage({ ...PENDING, data: { ...PENDING.data, sentence, agent_id } });
        expect(text).not.toMatch(/[<>]/);
        expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
        expect(text.length).toBeLessThanOrEqual(3100);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
