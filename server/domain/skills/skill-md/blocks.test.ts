import { describe, expect, it } from 'vitest';
import { readBlocks } from './blocks.ts';

const kindsAndTexts = (markdown: string) => readBlocks(markdown).map(({ kind, text }) => [kind, text]);

describe('reading blocks', () => {
  it.each([
    ['- one\n  two\n\n  three', 'one\ntwo\n\nthree'],
    ['1. one\n   - two\n     - three', 'one\n- two\n  - three'],
    ['- lazy\ncontinuation', 'lazy\ncontinuation'],
    ['-\ttab\n\n\tafter it', 'tab\n\nafter it'],
    ['- - nested on one line', '- nested on one line'],
    ['- ```\n  code\n    deeper\n  ```', '```\ncode\n  deeper\n```'],
    ['-\n  starts below', 'starts below'],
    ['-     code\n      more\n\n  text', '```\ncode\nmore\n```\n\ntext'],
  ])('takes the marker and its indentation off an item: %j', (markdown, text) => {
    expect(kindsAndTexts(markdown)).toEqual([['item', text]]);
  });

  it('gives each item of a list, and neither empty items nor empty headings', () => {
    expect(kindsAndTexts('- a\n-\n- b\n\n#\n')).toEqual([
      ['item', 'a'],
      ['item', 'b'],
    ]);
  });

  it('does not take the next item into one that ends in an open fence', () => {
    expect(kindsAndTexts('- > ```\n- > ```\n')).toEqual([
      ['item', '> ```'],
      ['item', '> ```'],
    ]);
  });

  it('fences code that only its indentation marks, with a fence that its text does not close', () => {
    expect(kindsAndTexts('    a\n      b')).toEqual([['code', '```\na\n  b\n```']]);
    expect(kindsAndTexts('    ```\n    x')).toEqual([['code', '````\n```\nx\n````']]);
  });
});
