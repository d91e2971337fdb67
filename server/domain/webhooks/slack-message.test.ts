import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventMessage } from './event.ts';
import { slackMessage } from './slack-message.ts';

// The limits of https://docs.slack.dev/reference/block-kit, written out: what is over one of them is refused whole.
const LIMITS = {
  blocks: 50,
  header: 150,
  section: 3000,
  context: 10,
  contextText: 3000,
  button: 75,
  url: 3000,
};

const text = () =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('&', '<', '>', '*', '\u{1F600}', 'a', ' '), maxLength: 6000 }),
    fc.constantFrom('<!channel> <@U1> *x*', '<https://evil.example|safe>', ''),
  );
const risk = () => fc.constantFrom('low' as const, 'medium' as const, 'high' as const);
const url = () => fc.oneof(fc.webUrl(), fc.constant(`https://example.com/${'x'.repeat(4000)}`));
const change = () =>
  fc.record({
    changeset_id: text(),
    agent_id: text(),
    risk: risk(),
    source: fc.constant('reflection'),
    skills: fc.array(text(), { maxLength: 10 }),
    sentence: text(),
    summary: text(),
    reason: fc.option(text()),
    url: url(),
    waiting_since: fc.constant('2026-03-01T12:00:00.000Z'),
  });
const message = (): fc.Arbitrary<EventMessage> =>
  fc.oneof(
    fc.record({ type: fc.constant('changeset.pending' as const), timestamp: text(), data: change() }),
    fc.record({
      type: fc.constant('digest' as const),
      timestamp: text(),
      data: fc.record({
        hours: fc.nat(),
        changesets: fc.nat(),
        memories: fc.nat(),
        waiting: fc.array(change(), { maxLength: 80 }),
        url: url(),
      }),
    }),
    fc.record({
      type: fc.constant('key.created' as const),
      timestamp: text(),
      data: fc.record({
        key_id: text(),
        name: text(),
        scopes: fc.array(text(), { maxLength: 30 }),
        created_by: text(),
        url: url(),
      }),
    }),
  );

type Block = ReturnType<typeof slackMessage>['blocks'][number];
type Button = Extract<Block, { type: 'actions' }>['elements'][number];

/** The lengths of a block's parts, each with its limit. */
function lengthsOf(block: Block): { length: number; most: number }[] {
  switch (block.type) {
    case 'header':
      return [{ length: block.text.text.length, most: LIMITS.header }];
    case 'section':
      return [
        { length: block.text.text.length, most: LIMITS.section },
        ...(block.accessory === undefined ? [] : buttonLengths(block.accessory)),
      ];
    case 'context':
      return [
        { length: block.elements.length, most: LIMITS.context },
        ...block.elements.map(({ text: { length } }) => ({ length, most: LIMITS.contextText })),
      ];
    case 'actions':
      return block.elements.flatMap(buttonLengths);
    default:
      return block satisfies never;
  }
}

const buttonLengths = (button: Button) => [
  { length: button.text.text.length, most: LIMITS.button },
  { length: button.url.length, most: LIMITS.url },
];

const PENDING: EventMessage = {
  type: 'changeset.pending',
  timestamp: '2026-03-01T12:00:00.000Z',
  data: {
    ...{ changeset_id: 'cs_1', agent_id: 'support', risk: 'high', source: 'reflection', skills: ['refunds'] },
    ...{ sentence: 'Ask <!channel> & *check*', summary: '1 rule added', reason: null },
    url: 'https://gate.example/changesets/cs_1',
  },
};

describe('a message for Slack', () => {
  it('stays within the limits, whatever it tells', () => {
    fc.assert(
      fc.property(message(), (told) => {
        const { blocks, text: fallback } = slackMessage(told);
        expect(blocks.length).toBeLessThanOrEqual(LIMITS.blocks);
        expect(fallback.length).toBeGreaterThan(0);
        for (const { length, most } of blocks.flatMap(lengthsOf)) {
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('holds no mention, no link and no broken entity of what was learned', () => {
    fc.assert(
      fc.property(message(), (told) => {
        const { blocks, text: fallback } = slackMessage(told);
        const marked = blocks.flatMap((block) => {
          if (block.type === 'section') return [block.text.text];
          return block.type === 'context' ? block.elements.map((each) => each.text) : [];
        });
        for (const each of [fallback, ...marked]) {
          expect(each).not.toMatch(/[<>]/);
          expect(each.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
        }
      }),
    );
  });

  it('says what was learned, how risky it is, and leads to the decision', () => {
    const { blocks } = slackMessage(PENDING);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'context', 'actions']);
    expect(JSON.stringify(blocks)).toContain('Ask &lt;!channel&gt; &amp; \u200B*check\u200B*');
    expect(JSON.stringify(blocks)).toContain('refunds · 1 rule added · high risk · agent support');
    expect(JSON.stringify(blocks)).toContain('"url":"https://gate.example/changesets/cs_1"');
  });
});
