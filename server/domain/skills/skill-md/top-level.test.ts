import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { parseMarkdown } from './markdown.ts';
import { readTopLevel } from './top-level.ts';

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

const SMALL = { lines: 5, characters: 200 };

/** The blocks that one parse of the whole finds, in the shape of the stretches. */
function inOnePiece(lines: string[]) {
  return parseMarkdown(lines)
    .flatMap((node) => (node.type === 'list' ? node.children : [node]))
    .map((node) => [node.type, node.position?.start.line]);
}

describe('reading a document stretch by stretch', () => {
  it('finds the blocks that one parse of the whole document finds', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (lines, length) => {
        const found = readTopLevel(lines, {
          first: { lines: length, characters: 200 },
          longest: { lines: 1000, characters: 100_000 },
        });
        expect(found.map((block) => [block.node.type, block.start + 1])).toEqual(inOnePiece(lines));
      }),
      { numRuns: cases(1000) },
    );
  });

  it('never lets blocks overlap or leave a line with text out', () => {
    fc.assert(
      fc.property(fc.array(LINE, { minLength: 1, maxLength: 80 }), (lines) => {
        const blocks = readTopLevel(lines, { first: SMALL, longest: SMALL });
        const covered = new Set<number>();
        for (const { start, end } of blocks) {
          for (let line = start; line < end; line += 1) {
            expect(covered.has(line)).toBe(false);
            covered.add(line);
          }
        }
        expect(lines.filter((line, index) => line.trim() !== '' && !covered.has(index))).toEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });

  it('starts an underlined heading below link definitions at its own text', () => {
    const lines = ['[a]: https://example.com', '[b]: https://example.com', 'text', '==='];
    expect(readTopLevel(lines).map(({ node, start, end }) => [node.type, start, end])).toEqual([
      ['definition', 0, 1],
      ['definition', 1, 2],
      ['heading', 2, 4],
    ]);
  });

  it('keeps a fenced block whole however long it is', () => {
    const lines = [
      'before',
      '```',
      ...Array.from({ length: 3000 }, (_, index) => `line ${index}`),
      '```',
      'after',
    ];
    expect(readTopLevel(lines).map(({ node, start, end }) => [node.type, start, end])).toEqual([
      ['paragraph', 0, 1],
      ['code', 1, 3003],
      ['paragraph', 3003, 3004],
    ]);
  });
});
