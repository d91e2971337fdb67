import { describe, expect, it } from 'vitest';
import { findPasswordAssignments, secrecyOfName } from './password-assignment.ts';

function secretsIn(text: string): string[] {
  return findPasswordAssignments(text).map(({ start, end }) => text.slice(start, end));
}

describe('findPasswordAssignments', () => {
  it.each([
    ['POSTGRES_PASSWORD=s3cr3t-pg', 's3cr3t-pg'],
    ['passwd: Qwerty12', 'Qwerty12'],
    ["pwd = 'ab12cd'", 'ab12cd'],
    ['"password":"T0psecret!"', 'T0psecret!'],
    ['\\"password\\": \\"T0psecret!\\"', 'T0psecret!'],
    ['const apiKey = "k9Lm2Np4Qr6S"', 'k9Lm2Np4Qr6S'],
    ['api-key: k9Lm2Np4Qr6S', 'k9Lm2Np4Qr6S'],
    [
      'aws_secret_access_key=abcDEF/ghi+JKL0123456789mnopQRSTuvwx3456',
      'abcDEF/ghi+JKL0123456789mnopQRSTuvwx3456',
    ],
    ['deploy --password Hunter-42 --force', 'Hunter-42'],
    ['login -token=ab12cd34ef56', 'ab12cd34ef56'],
    ['the root password is Blue.Whale7', 'Blue.Whale7'],
    ['password: Tr0ub4dor&3x', 'Tr0ub4dor&3x'],
    ['the password is Fish&Chips77.', 'Fish&Chips77'],
    ['POST user=a&password=Zx9kl00&page=2', 'Zx9kl00'],
    ['password: Zx9kl00&quot;', 'Zx9kl00'],
    ['<password>hun7er22</password>', 'hun7er22'],
    ['Server=db;Password=Zx9kl00;Timeout=3', 'Zx9kl00'],
    ['Passwort: Sommer2031', 'Sommer2031'],
    ['contraseña=verano31', 'verano31'],
    ['密码：qingtian88', 'qingtian88'],
    ['access_token: 4f9d8c7b6a5e', '4f9d8c7b6a5e'],
    ['db_pass = Kx9!foobar', 'Kx9!foobar'],
    ['DB_PASS=swordfish', 'swordfish'],
    ['PGPASSWORD=swordfish psql -h db', 'swordfish'],
    ['the password for the database is hun7er22', 'hun7er22'],
    ['Le mot de passe du compte est soleil31', 'soleil31'],
    ['密码是qingtian88', 'qingtian88'],
    ['पासवर्ड qing88tian है', 'qing88tian'],
    ['password = "four words of nonsense"', 'four words of nonsense'],
  ])('finds the value in %j', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "password: ''",
    'password=',
    'password: ********',
    'password: $' + '{PASSWORD}',
    'password={{ password }}',
    'password=<your password>',
    'api_key="YOUR_API_KEY"',
    'api_key=your-key-here',
    "secret: '[REDACTED api_key]'",
    'password = os.environ["PG_PASSWORD"]',
    'password = getpass()',
    'const password = form.password.value',
    'connect(user=user, password=password)',
    'login(password=db_password)',
    'password: string',
    'password: required',
    'A password is required for every account',
    'Password: choose one that you can remember',
    'secretName: db-credentials',
    'token_type: bearer',
    'token = tokenizer.encode(text)',
    'max_tokens: 4096',
    'compass=north12',
    'PASS=12 FAIL=0',
    'first_pass=compute',
    'the password for the database is the usual one',
    '密码是8位数字',
    '비밀번호는 8자 이상이어야 합니다',
    'secret_path: /run/secrets/db1',
    'secret = "/run/secrets/db1"',
    'password: "must have 12 characters"',
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
