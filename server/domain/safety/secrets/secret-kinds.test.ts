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
  'pat_counter and key_press and sl.close() and re_match_groups',
  'discord.com/api/webhooks is the address of all webhooks',
  'curl -u $USER:$PASS https://example.net',
  `curl -u "$${'{USER}:'}$${'{TOKEN}'}" https://example.net`,
  'docker run -u 1000:1000 -p 8080:80 image',
  'mysql -p shop',
  'mkdir -p build/out && cp -p a b',
  'sshpass -p $SSH_PASSWORD ssh host',
  'redis-cli -p 6379 ping',
  'the machine that does the login asks for a password again',
  '{"auth": "required", "mode": "basic"}',
  'Basic authentication is off; a basic understanding helps',
  'WWW-Authenticate: Basic realm="files"',
  'PASS=1 FAIL=0',
  'DB_PASS=$DB_PASS',
  'bypass = north, compass=north',
  'Das Passwort ist abgelaufen.',
  'La contraseña es obligatoria',
  'Пароль: обязательное поле',
  '密码是必填项',
  'كلمة المرور هي مطلوبة',
  '?sv=2031-01-01&sig=short',
  `MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n${draw(BASE64, 64)}`,
  'AK' + 'IA1234 is too short',
  'atlasv1 is a format of tokens',
];

/** What is left of a secret: any of its lines, or its end. */
function isLeft(secret: string, redacted: string): boolean {
  return [...secret.split('\n'), secret.slice(-8)].some((part) => redacted.includes(part));
}

describe('redaction of each kind of secret', () => {
  it.each(SECRET_KINDS)('leaves nothing of $name', ({ secret, texts }) => {
    expect(texts.map((text) => redact(text)).filter((redacted) => isLeft(secret, redacted))).toEqual([]);
  });

  it.each(NEAR_MISSES)('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });
});
