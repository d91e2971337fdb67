import { describe, expect, it } from 'vitest';
import { begunMention, mentionsIn, peopleLike, withMention } from './mentions.ts';

const PEOPLE = [
  { actor: 'oidc:1', name: 'Ada Lovelace' },
  { actor: 'key:2', name: 'bob' },
];

describe('a mention', () => {
  it('begins with an @ that is no part of an address', () => {
    expect(begunMention('see @ad')).toEqual({ from: 4, typed: 'ad' });
    expect(begunMention('@')).toEqual({ from: 0, typed: '' });
    expect(begunMention('@Ada Lo')).toEqual({ from: 0, typed: 'Ada Lo' });
    expect([begunMention('mail a@b'), begunMention('@a\nb'), begunMention('')]).toEqual([null, null, null]);
  });

  it('offers who has a name that begins so, or a word of it', () => {
    const names = (typed: string) => peopleLike(PEOPLE, typed).map(({ name }) => name);
    expect([names(''), names('LOVE'), names('ada l'), names('bob '), names('x')]).toEqual([
      ['Ada Lovelace', 'bob'],
      ['Ada Lovelace'],
      ['Ada Lovelace'],
      [],
      [],
    ]);
    const many = Array.from({ length: 9 }, (_, at) => ({ actor: `key:${at}`, name: `n${at}` }));
    expect(peopleLike(many, 'n')).toHaveLength(6);
  });

  it('takes the place of what was typed', () => {
    expect(withMention('ask @ad about it', { from: 4, typed: 'ad' }, 'Ada Lovelace')).toEqual({
      text: 'ask @Ada Lovelace about it',
      caret: 18,
    });
  });

  it('is told apart from the rest of the comment', () => {
    expect(mentionsIn('hi @Bob, @ada lovelace (a+b)', ['bob', 'Ada Lovelace', '(a+b)'])).toEqual([
      { at: 0, text: 'hi ', isMention: false },
      { at: 3, text: '@Bob', isMention: true },
      { at: 7, text: ', ', isMention: false },
      { at: 9, text: '@ada lovelace', isMention: true },
      { at: 22, text: ' (a+b)', isMention: false },
    ]);
    expect(mentionsIn('@bob', [])).toEqual([{ at: 0, text: '@bob', isMention: false }]);
  });
});
