import { describe, expect, it } from 'vitest';
import { findPasswordAssignments, secrecyOfName } from './password-assignment.ts';

function secretsIn(text: string): string[] {
  return findPasswordAssignments(text).map(({ start, end }) => text.slice(start, end));
}

describe('findPasswordAssignments', () => {
  it.each([
    ['POSTGRES_PASSWORD=s3cr3t-pg', 's3cr3t-pg'],
    ["pwd = 'ab12cd'", 'ab12cd'],
    ['"password":"T0psecret!"', 'T0psecret!'],
    ['\\"password\\": \\"T0psecret!\\"', 'T0psecret!'],
    [
      'aws_secret_access_key=abcDEF/ghi+JKL0123456789mnopQRSTuvwx3456',
      'abcDEF/ghi+JKL0123456789mnopQRSTuvwx3456',
    ],
    ['deploy --password Hunter-42 --force', 'Hunter-42'],
    ['password: Tr0ub4dor&3x', 'Tr0ub4dor&3x'],
    ['POST user=a&password=Zx9kl00&page=2', 'Zx9kl00'],
    ['password: Zx9kl00&quot;', 'Zx9kl00'],
    ['<password>hun7er22</password>', 'hun7er22'],
    ['Passwort: Sommer2031', 'Sommer2031'],
    ['密码：qingtian88', 'qingtian88'],
    ['db_pass = Kx9!foobar', 'Kx9!foobar'],
    ['the password for the database is hun7er22', 'hun7er22'],
    ['密码是qingtian88', 'qingtian88'],
    ['password = "four words of nonsense"', 'four words of nonsense'],
  ])('finds the value in %j', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "password: ''",
    'password: $' + '{PASSWORD}',
    'password={{ password }}',
    'api_key="YOUR_API_KEY"',
    "secret: '[REDACTED api_key]'",
    'password = os.environ["PG_PASSWORD"]',
    'const password = form.password.value',
    'connect(user=user, password=password)',
    'password: string',
    'A password is required for every account',
    'token_type: bearer',
    'max_tokens: 4096',
    '密码是8位数字',
    'secret_path: /run/secrets/db1',
  ])('finds no secret in %j', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe('secrecyOfName', () => {
  it.each(['password', 'userPassword', 'API_KEY', 'client-secret', 'pwd'])(
    'takes %s for the name of a secret',
    (name) => {
      expect(secrecyOfName(name)).toBe('strong');
    },
  );

  it.each(['token', 'accessToken', 'db_pass', 'cookie'])('takes %s for a name that may hold one', (name) => {
    expect(secrecyOfName(name)).toBe('weak');
  });

  it.each(['name', 'key', 'compass', 'passwordPolicy', 'tokens'])('takes %s for an ordinary name', (name) => {
    expect(secrecyOfName(name)).toBeUndefined();
  });
});
