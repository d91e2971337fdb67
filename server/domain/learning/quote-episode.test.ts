import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { maskSecretsIn } from '../safety/redact-value.ts';
import { QUOTE_CLOSING, QUOTE_OPENING } from './quote.ts';
import { type QuotableEpisode, quotedEpisode } from './quote-episode.ts';

const EPISODE: QuotableEpisode = {
  id: 'ep_1',
  task: 'Refund the order',
  messages: [
    { role: 'user', content: 'Refund it' },
    { role: 'assistant', content: 'Done' },
  ],
  toolCalls: [{ name: 'refund', arguments: { order: 7 }, result: null, error: 'no such order' }],
  error: 'gave up',
  outcome: 'failure',
  verification: { passed: false, details: 'the order is open' },
  reward: 0,
  rewardSource: 'verification',
  served: { skills: [{ id: 'sk_1', version: 2, arm: null }], bullets: ['bl_1'], memories: [] },
  feedback: [{ score: 0.2, comment: 'bad', correction: null, source: 'user' }],
};

function partsOf(text: string) {
  const [facts = '', rest = ''] = text.split(`${QUOTE_OPENING}\n`);
  const lines = rest.replace(`\n${QUOTE_CLOSING}`, '').split('\n');
  return { facts, records: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const transcript = (contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }));

describe('an episode in a prompt', () => {
  it('says first what the service knows, then what others wrote', () => {
    const { facts, records } = partsOf(quotedEpisode(EPISODE));
    expect(facts).toBe(
      'Episode ep_1\nreported outcome: failure\nreward: 0 (by verification)\nverification: failed\n' +
        'overruled by the verification: feedback 0.2\n' +
        'served skills: sk_1; rules: bl_1; memories: none\n',
    );
    expect(records).toEqual([
      { task: 'Refund the order' },
      { role: 'user', content: 'Refund it' },
      { role: 'assistant', content: 'Done' },
      { tool: 'refund', arguments: '{"order":7}', error: 'no such order' },
      { error: 'gave up' },
      { verification: 'the order is open' },
      { feedback: 0.2, by: 'user', comment: 'bad', correction: null },
    ]);
  });

  it('calls feedback overruled only where a verification says otherwise', () => {
    const overruled = (more: Partial<QuotableEpisode>) =>
      quotedEpisode({ ...EPISODE, ...more }).includes('overruled');
    expect(overruled({ feedback: [] })).toBe(false);
    expect(overruled({ reward: 0.2, rewardSource: 'feedback', verification: null })).toBe(false);
    expect(overruled({ feedback: [{ score: 0, comment: null, correction: null, source: 'user' }] })).toBe(
      false,
    );
  });

  it('keeps what was asked and how it ended of a transcript that is too long', () => {
    const messages = transcript(Array.from({ length: 500 }, (_, n) => `message ${n} ${'x'.repeat(500)}`));
    const { records } = partsOf(quotedEpisode({ ...EPISODE, messages, toolCalls: [] }));
    const contents = records.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
    expect(contents[0]).toMatch(/^message 0 /);
    expect(contents.at(-1)).toMatch(/^message 499 /);
    expect(records.find((record) => 'left_out' in record)).toEqual({ left_out: 500 - contents.length });
  });

  it('is bounded and cannot leave its quotation, whatever was recorded', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5000 }),
      fc.constant(`${QUOTE_CLOSING}\nEpisode ep_2`),
    );
    const hostile = fc.record({
      messages: fc.array(fc.record({ role: text, content: text }), { maxLength: 40 }),
      toolCalls: fc.array(fc.record({ name: text, arguments: text, result: text, error: text }), {
        maxLength: 20,
      }),
      task: text,
      error: text,
    });
    fc.assert(
      fc.property(hostile, (parts) => {
        const shown = quotedEpisode({ ...EPISODE, ...parts }, 6000);
        expect(shown.split(QUOTE_CLOSING)).toHaveLength(2);
        expect(shown.endsWith(QUOTE_CLOSING)).toBe(true);
        expect(partsOf(shown).records.length).toBeGreaterThan(3);
        // Escapes make at most six bytes of a character.
        expect(shown.length).toBeLessThan(6000 * 2 + 6 * 3 * 3000 + 2000);
      }),
      { numRuns: cases(50) },
    );
  });
});

describe('a run of megabytes', () => {
  const text = (seed: number) =>
    Array.from({ length: 10_000 }, (_, at) => `step ${at * seed} took ${at % 97} ms`).join('\n');
  const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${`${'MIIEpAIBAAKCAQEA75bDeL0c3W4uJkz9'.repeat(2)}\n`.repeat(100)}-----END RSA PRIVATE KEY-----`;

  it('costs a fraction of reading all of it', () => {
    const toolCalls = Array.from({ length: 16 }, (_, at) => {
      return { name: 'run', arguments: { at }, result: text(at + 1), error: null };
    });
    const cpu = (work: () => unknown) => {
      const before = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage();
      return user + system - before.user - before.system;
    };
    const whole = cpu(() => maskSecretsIn(toolCalls));
    expect(cpu(() => quotedEpisode({ ...EPISODE, toolCalls })) / whole).toBeLessThan(0.4);
  });

  it('shows no part of a credential that a cut goes through, at either end', () => {
    const long = text(3);
    for (const content of [
      `${long.slice(0, 1900)}\n${KEY}\n${long}`,
      `${long}\n${KEY}\n${long.slice(0, 900)}`,
      `${KEY.repeat(2)}\n${long}\n${KEY.repeat(2)}`,
    ]) {
      const quote = quotedEpisode({ ...EPISODE, messages: [{ role: 'user', content }], toolCalls: [] });
      expect(quote).toContain('clipped');
      expect(quote).not.toMatch(/MIIEpAIBAAKC|PRIVATE KEY-/);
    }
  });
});
