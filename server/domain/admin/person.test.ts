import { describe, expect, it } from 'vitest';
import { personName } from './person.ts';

describe('the name of a person', () => {
  it('is the one that the provider gives, and never an address', () => {
    expect(personName({ name: ' Ada Lovelace ', email: 'ada@example.com' }, 's')).toBe('Ada Lovelace');
    expect(personName({ name: '', preferred_username: 'ada.l@example.com' }, 's')).toBe('ada.l');
    expect(personName({ name: 7, email: 'ada@example.com' }, 's')).toBe('ada');
    expect(personName({}, 'u-1')).toBe('u-1');
    expect(personName({ name: `A\u202Eda${'x'.repeat(200)}` }, 's')).toHaveLength(120);
  });
});
