import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { boundNesting, parseLines, readTopLevel } from './markdown.ts';

const LINE = fc.constantFrom(
  '',
  '',
  'text',
  '- item',
  '  - nested',
  '  more of the item',
  '1. first',
  '1) first',
  '> quote',
  'lazy after a quote',
  '# heading',
  '===',
  '---',
  '```',
  '~~~ts',
  '    indented code',
  '| a | b |',
  '|---|---|',
  '<div>',
  '<!-- open',
  '-->',
  '[ref]: https://example.com',
  '\ttab',
);

describe('the bound on nesting', () => {
  it('makes the marker beyond the sixteenth a letter, and keeps the length of the line', () => {
    expect(boundNesting('>'.repeat(20))).toBe(`${'>'.repeat(16)}x>>>`);
    expect(boundNesting(`${'- '.repeat(17)}a`)).toBe(`${'- '.repeat(16)}x a`);
  });
});

describe('reading a document stretch by stretch', () => {
  it('finds the blocks that one parse of the whole document finds, where none is longer than a stretch', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 60 }), fc.integer({ min: 4, max: 20 }), (lines, length) => {
        const whole = parseLines(lines);
        fc.pre(whole.every(({ start, end }) => end - start < length));
        const found = readTopLevel(lines, { lines: length, characters: 100_000 });
        expect(found.map(({ node, start }) => [node.type, start])).toEqual(
          whole.map(({ node, start }) => [node.type, start]),
        );
      }),
      { numRuns: cases(500) },
    );
  });

  it('never lets blocks overlap or leave a line with text out', () => {
    fc.assert(
      fc.property(fc.array(LINE, { minLength: 1, maxLength: 80 }), (lines) => {
        const covered = readTopLevel(lines, { lines: 5, characters: 200 }).flatMap(({ start, end }) =>
          Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at),
        );
        expect(new Set(covered).size).toBe(covered.length);
        expect(lines.filter((line, at) => line.trim() !== '' && !covered.includes(at))).toEqual([]);
      }),
      { numRuns: cases(300) },
    );
  });

  it('keeps a fenced block whole however long it is', () => {
    const code = ['```', ...Array.from({ length: 3000 }, (_, index) => `line ${index}`), '```'];
    const found = readTopLevel(['before', ...code, 'after']);
    expect(found.map(({ node, start, end }) => [node.type, start, end])).toEqual([
      ['paragraph', 0, 1],
      ['code', 1, 3003],
      ['paragraph', 3003, 3004],
    ]);
  });
});
