import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { characterCount, isLongerThan } from '../../characters.ts';
import { readBlocks } from './blocks.ts';
import { MAX_CONTENT, MIN_CONTENT } from './rule-forms.ts';
import { splitContent } from './split.ts';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

const PROSE = fc
  .array(fc.constantFrom('word', 'End of it. ', '日本語の文。', '😀', '\n', '\n\n', '> ', '`code`'), {
    minLength: 300,
    maxLength: 1500,
  })
  .map((parts) => parts.join(' ').trim())
  .filter((text) => isLongerThan(text, MAX_CONTENT));

describe('splitting a long rule', () => {
  it('gives pieces of allowed length that hold every word in order', () => {
    fc.assert(
      fc.property(PROSE, (text) => {
        const pieces = splitContent(text);
        expect(Math.max(...pieces.map(characterCount))).toBeLessThanOrEqual(MAX_CONTENT);
        const marks = /^[->]$/;
        const said = (list: string[]) => list.filter((word) => !marks.test(word));
        expect(said(pieces.flatMap(words))).toEqual(said(words(text)));
      }),
      { numRuns: cases(100) },
    );
  });

  it('leaves no piece that would be dropped as too short, also of emoji', () => {
    for (let cut = 1; cut < 8; cut += 1) {
      const pieces = splitContent(`${'word '.repeat(399)}w${'😀'.repeat(cut)} ${'😀'.repeat(2)}`.repeat(2));
      expect(Math.min(...pieces.map(characterCount))).toBeGreaterThanOrEqual(MIN_CONTENT);
    }
  });

  it('never cuts a character in two', () => {
    for (const piece of splitContent(`a${'😀'.repeat(3000)}`)) expect(piece.isWellFormed()).toBe(true);
  });

  it.each(['a', 'ab', '\na'])('leaves no remainder too short to be kept: %j', (tail) => {
    const pieces = splitContent(`${'word '.repeat(400)}${tail}`);
    expect(Math.min(...pieces.map((piece) => piece.length))).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['```ts', '```'],
    ['~~~~', '~~~~'],
  ])('keeps every piece of a code block a code block, opened by %s', (opening, closing) => {
    const lines = Array.from({ length: 200 }, (_, index) => `  const value${index} = compute(${index});`);
    const pieces = splitContent([opening, ...lines, closing].join('\n'));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      expect(piece.startsWith(`${opening}\n`) && piece.endsWith(`\n${closing}`)).toBe(true);
      expect(readBlocks(piece)).toMatchObject([{ kind: 'code' }]);
    }
    expect(pieces.flatMap((piece) => piece.split('\n').slice(1, -1))).toEqual(lines);
  });

  it('repeats the header of a table', () => {
    const rows = Array.from({ length: 100 }, (_, index) => `| row ${index} | ${'value '.repeat(8)}|`);
    const pieces = splitContent(['| name | value |', '|---|---|', ...rows].join('\n'));
    for (const piece of pieces) expect(readBlocks(piece)).toMatchObject([{ kind: 'table' }]);
    expect(pieces.flatMap((piece) => piece.split('\n').slice(2))).toEqual(rows);
  });

  it('stays bounded on lists nested deeper than anybody reads', () => {
    const deep = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join(
      '\n',
    );
    expect(splitContent(deep).every((piece) => piece.length <= MAX_CONTENT)).toBe(true);
  });
});
