import { describe, expect, it } from 'vitest';
import { alnum, BASE64, draw, guid, hex, TOKENS } from '../../../testing/samples/secret-kinds.ts';
import { SECRETS_IN_CONTEXT } from '../../../testing/samples/secrets-in-context.ts';
import { redact } from '../redact.ts';

const SECRET_KINDS = [...TOKENS, ...SECRETS_IN_CONTEXT];

/** Texts that look like some kind and hold no secret. */
const NEAR_MISSES: readonly string[] = [
  'service_account_used_by_the_nightly_export_of_reports_2031',
  `sha512-${draw(BASE64, 86)}==`,
  `"integrity": "sha384-${draw(BASE64, 64)}"`,
  `commit ${hex(40)}`,
  `image sha256:${hex(64)}`,
  `trace ${hex(32)} span ${hex(16)}`,
  `request ${guid()} took 31 ms`,
  `toolu_${alnum(24)} ended`,
  `call_${alnum(24)} returned`,
  `chatcmpl-${alnum(29)}`,
  `msg_${alnum(24)}`,
  'pat_counter and key_press and sl.close() and re_match_groups',
  'patch-us12 and report-us1',
  'discord.com/api/webhooks is the address of all webhooks',
  'https://discord.com/channels/123456789012345678/876543210987654321',
  'curl -u $USER:$PASS https://example.net',
  `curl -u "$${'{USER}:'}$${'{TOKEN}'}" https://example.net`,
  'curl -u admin https://example.net',
  'curl --user-agent probe:1.2 https://example.net',
  'docker run -u 1000:1000 -p 8080:80 image',
  'mysql -p shop',
  'mysql -u root -p',
  'mysql -P 3306 -pro',
  'mkdir -p build/out && cp -p a b',
  'sshpass -p $SSH_PASSWORD ssh host',
  'sshpass -f file ssh host',
  'redis-cli -p 6379 ping',
  'ls -a node_modules',
  'the machine that does the login asks for a password again',
  '{"auth": "required", "mode": "basic"}',
  '{"auth": "none"}',
  'Authorization: Basic realm',
  'Basic authentication is off; a basic understanding helps',
  'WWW-Authenticate: Basic realm="files"',
  'PASS=1 FAIL=0',
  'PASS: 31 tests, FAIL: 2',
  'tests pass=true',
  'DB_PASS=',
  'DB_PASS=$DB_PASS',
  'DB_PASS=changeme',
  'bypass = north, compass=north',
  'Das Passwort ist abgelaufen.',
  'Das Passwort lautet anders als erwartet',
  'Le mot de passe est incorrect.',
  'La contraseña es obligatoria',
  'A senha é obrigatória para entrar',
  'La password è scaduta',
  'Het wachtwoord is verlopen',
  'Hasło to podstawa bezpieczeństwa',
  'Пароль: обязательное поле',
  '密码是必填项',
  'パスワードは必須です',
  '비밀번호는 필수입니다',
  'كلمة المرور هي مطلوبة',
  'पासवर्ड गलत है',
  'Mật khẩu là bắt buộc',
  '?sv=2031-01-01&sig=short',
  'signal sig=11 and sig=SIGTERM',
  `MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n${draw(BASE64, 64)}`,
  'version 1/2031 of 2/3: done',
  'eyebrow.eyelash.eyelid',
  'AK' + 'IA1234 is too short',
  '2031/1234567890123456 items',
  'atlasv1 is a format of tokens',
];

/** What is left of a secret: any of its lines, or its end. */
function isLeft(secret: string, redacted: string): boolean {
  return [...secret.split('\n'), secret.slice(-8)].some((part) => redacted.includes(part));
}

describe('redaction of each kind of secret', () => {
  it('has at least 96 kinds, three texts each', () => {
    expect(new Set(SECRET_KINDS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(96);
    expect(
      SECRET_KINDS.filter(
        ({ texts, secret }) => texts.length !== 3 || !texts.every((text) => text.includes(secret)),
      ),
    ).toEqual([]);
  });

  it.each(SECRET_KINDS)('leaves nothing of $name', ({ secret, texts }) => {
    expect(texts.map((text) => redact(text)).filter((redacted) => isLeft(secret, redacted))).toEqual([]);
  });

  it.each(NEAR_MISSES)('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });
});
