import { describe, expect, it } from 'vitest';
import { spanFinder } from '../find-spans.ts';
import { AUTHORIZATION } from './authorization.ts';

const PAIR = btoa('admin:swordfish');

const findAuthorization = spanFinder(AUTHORIZATION);

function secretsIn(text: string): string[] {
  return findAuthorization(text).map(({ start, end }) => text.slice(start, end));
}

describe('AUTHORIZATION', () => {
  it.each([
    ['mysql://app:Zx9-kl@db.internal/x', 'Zx9-kl'],
    ['Authorization: Bearer abcdef0123456789abcd', 'abcdef0123456789abcd'],
    ['authorization: Basic dXNlcjpwYXNzd29yZDE=', 'dXNlcjpwYXNzd29yZDE='],
    [`Basic ${PAIR}`, PAIR],
    [`"auth": "${PAIR}"`, PAIR],
    [`{\\"auth\\":\\"${PAIR}\\"}`, PAIR],
    ['machine api.example.net login ci password swordfish', 'swordfish'],
  ])('finds the secret in %j', (text, secret) => {
    expect(new Set(secretsIn(text))).toEqual(new Set([secret]));
  });

  it.each([
    `Basic ${btoa('no colon')}`,
    '"auth": "required"',
    'https://example.net:8080/a@b',
    'the machine asks at login for a password again',
  ])('finds none in %j', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
