import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRule, encodeExact, encodeReadable } from './rule-forms.ts';

const TEXT = fc.string({ unit: 'grapheme' });
const RULE = fc.record({
  content: fc.string({ unit: 'grapheme', minLength: 3 }),
  issue: TEXT,
  keywords: fc.array(TEXT),
});

describe('a rule on its way through a document', () => {
  it('survives the exact form whatever it says', () => {
    fc.assert(
      fc.property(RULE, (rule) => {
        expect(decodeRule(encodeExact(rule))).toEqual(rule);
      }),
    );
  });

  it('carries issue and keywords in a comment that nothing in them can end', () => {
    const rule = { content: 'Do it', issue: 'a --> b', keywords: ['<!--', '"x"'] };
    const written = encodeReadable(rule);
    expect(written.match(/-->/g)).toHaveLength(1);
    expect(decodeRule(written)).toEqual(rule);
  });

  it.each([
    'text\n<!-- rule {broken -->',
    'text\n<!-- rule {"issue":1} -->',
    'text\n<!-- a comment -->',
    '```json rule\n{"content":1}\n```',
    '```json rule\nnull\n```',
    '```json\n{"content":"x"}\n```',
  ])("leaves an author's own text alone: %j", (content) => {
    expect(decodeRule(content)).toEqual({ content, issue: '', keywords: [] });
  });

  it('never hands on what cannot be stored', () => {
    expect(decodeRule('```json rule\n{"content":"a\\u0000b\\ud800"}\n```').content).toBe('a\uFFFDb\uFFFD');
  });
});
