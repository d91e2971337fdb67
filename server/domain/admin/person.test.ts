import { describe, expect, it } from 'vitest';
import { findMentions, personName } from './person.ts';

const ADA = { actor: 'oidc:1', name: 'Ada' };
const LOVELACE = { actor: 'oidc:2', name: 'Ada Lovelace' };
const KEY = { actor: 'key:3', name: 'ops (night)' };
const NAMESAKE = { actor: 'key:4', name: 'ada' };

describe('the people whom a comment mentions', () => {
  it('are found by the longest name behind an @, in whatever case', () => {
    expect(findMentions('@ada lovelace, look. And @ops (night)!', [ADA, LOVELACE, KEY])).toEqual([
      LOVELACE,
      KEY,
    ]);
    expect(findMentions('ask @Ada.', [ADA, LOVELACE])).toEqual([ADA]);
    expect(findMentions('@Ada @Ada Lovelace @Ada', [ADA, LOVELACE])).toEqual([ADA, LOVELACE]);
  });

  it('are not found in addresses, in longer words, or without an @', () => {
    expect(findMentions('mail bob@Ada or @Adam, Ada', [ADA])).toEqual([]);
    expect(findMentions('', [ADA])).toEqual([]);
    expect(findMentions('@', [{ actor: 'key:9', name: 'x' }])).toEqual([]);
  });

  it('are all who have the same name, and no more than twenty', () => {
    expect(findMentions('@Ada', [ADA, NAMESAKE])).toEqual([ADA, NAMESAKE]);
    const many = Array.from({ length: 30 }, (_, at) => ({ actor: `key:${at}`, name: `n${at}` }));
    expect(findMentions(many.map(({ name }) => `@${name}`).join(' '), many)).toHaveLength(20);
  });
});

describe('the name of a person', () => {
  it('is the one that the provider gives, and never an address', () => {
    expect(personName({ name: ' Ada Lovelace ', email: 'ada@example.com' }, 's')).toBe('Ada Lovelace');
    expect(personName({ name: '', preferred_username: 'ada.l@example.com' }, 's')).toBe('ada.l');
    expect(personName({ name: 7, email: 'ada@example.com' }, 's')).toBe('ada');
    expect(personName({}, 'u-1')).toBe('u-1');
    expect(personName({ name: `A\u202Eda${'x'.repeat(200)}` }, 's')).toHaveLength(120);
  });
});
