import { describe, expect, it } from 'vitest';
import { findEmails } from './email.ts';

function emailsIn(text: string): string[] {
  return findEmails(text).map(({ start, end }) => text.slice(start, end));
}

describe('findEmails', () => {
  it.each([
    'sam.o-neil+news@mail.example.com',
    "o'brien@example.ie",
    'дима@пример.рф',
    'u@xn--bcher-kva.example',
    '"jo doe"@example.org',
    'zoe%40example.net',
  ])('finds %s and nothing around it', (email) => {
    expect(emailsIn(`<${email}>, see`)).toEqual([email]);
  });

  it('does not take the end of a sentence for part of an address', () => {
    expect(emailsIn('Ask kim@example.com. Then wait')).toEqual(['kim@example.com']);
  });

  it.each(['lodash@4.17.21', 'react@19.0.0-next.rc', 'git@host.example:a/b.git', 'x@.com'])(
    'finds none in %s',
    (text) => {
      expect(emailsIn(text)).toEqual([]);
    },
  );
});
