import { describe, expect, it } from 'vitest';
import { boundNesting } from './markdown.ts';

describe('the bound on nesting', () => {
  it.each(['text', '- a', '    - b', '> > > deep', '1. > - x', '          code - not a list', '', '\t- tab'])(
    'leaves what people write as it is: %j',
    (line) => {
      expect(boundNesting(line)).toBe(line);
    },
  );

  it('makes the marker beyond the sixteenth a letter, and keeps the length of the line', () => {
    expect(boundNesting('>'.repeat(20))).toBe(`${'>'.repeat(16)}x>>>`);
    expect(boundNesting(`${'- '.repeat(17)}a`)).toBe(`${'- '.repeat(16)}x a`);
  });

  it('makes a marker beyond column 48 a letter', () => {
    expect(boundNesting(`${' '.repeat(48)}- a`)).toBe(`${' '.repeat(48)}x a`);
    expect(boundNesting(`${' '.repeat(46)}- a`)).toBe(`${' '.repeat(46)}- a`);
  });

  it.each(['- '.repeat(60), '* '.repeat(60)])('leaves a thematic break of any length alone: %j', (line) => {
    expect(boundNesting(line)).toBe(line);
  });
});
