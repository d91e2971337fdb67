import { describe, expect, it } from 'vitest';
import { threeWayDiff } from './three-way-diff.ts';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('a three-way diff', () => {
  it('says of each changed line whose it is, among the lines that stayed', () => {
    const before = text('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight');
    const file = text('one', 'TWO', 'three', 'four', 'five', 'six', 'eight');
    const gateway = text('one', '2', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine');
    expect(threeWayDiff({ file, before, gateway })).toEqual([
      '        | one',
      'before  | two',
      'file    | TWO',
      'gateway | 2',
      '        | three',
      '        | four',
      '        | five',
      '        | six',
      'before  | seven',
      'file    | (nothing)',
      '        | eight',
      'gateway | nine',
    ]);
  });

  it('leaves out what is far from a change, and names what both changed alike', () => {
    const lines = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const before = text('a', ...lines, 'z');
    const file = text('b', ...lines, 'y');
    expect(threeWayDiff({ file, before, gateway: text('b', ...lines, 'x') })).toEqual([
      'before  | a',
      'both    | b',
      '        | 1',
      '        | 2',
      '…',
      '        | 7',
      '        | 8',
      'before  | z',
      'file    | y',
      'gateway | x',
    ]);
  });

  it('compares two texts alone where nobody knows what was before', () => {
    expect(threeWayDiff({ file: text('a', 'b'), before: null, gateway: text('a', 'c') })).toEqual([
      '        | a',
      'file    | b',
      'gateway | c',
    ]);
  });
});
