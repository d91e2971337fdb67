import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { worstInputs } from '../../testing/samples/worst-inputs.ts';
import { redact } from './redact.ts';

/** Sample credentials are put together here so that no scanner takes this file for a leak. */
const SAMPLES: ReadonlyArray<readonly [text: string, redacted: string]> = [
  ['Write to mia.long@mail.example.net today', 'Write to [EMAIL] today'],
  ['ring (212) 555-0147 at noon', 'ring [PHONE] at noon'],
  ['paid with 4242 4242 4242 4242', 'paid with [CARD]'],
  ['SSN 219-09-9998', 'SSN [SSN]'],
  ['IBAN NL91 ABNA 0417 1643 00', 'IBAN [IBAN]'],
  [`id ${'AKIA'}Z7QH2LMNP4RSTUVW ok`, 'id [REDACTED aws_access_key] ok'],
  [`use ${'ghp_'}${'a1B2c3D4e5'.repeat(4)}`, 'use [REDACTED github_token]'],
  [`t ${'eyJhbGciOiJIUzI1NiJ9'}.eyJzdWIiOiI5In0.c2lnbmF0dXJl`, 't [REDACTED jwt]'],
  ['DATABASE_PASSWORD=tr1cky-Value', 'DATABASE_PASSWORD=[REDACTED password_assignment]'],
  ['{"client_secret": "zX81kQpL02"}', '{"client_secret": "[REDACTED password_assignment]"}'],
  [
    `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIEow\nabc+/=\n-----END ${'RSA PRIVATE'} KEY-----\nbye`,
    '[REDACTED private_key]\nbye',
  ],
];

const UNTOUCHED = [
  'Released v3.12.0 on 2024-11-05 at 14:03:22',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'the password policy is described in the handbook',
  `secret: $${'{VAULT_SECRET}'}`,
  'ORCID 0000-0001-5109-3700, ISBN 978-1-4028-9462-6',
];

describe('redact', () => {
  it.each(SAMPLES)('replaces the match in %j by its label', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  it.each(UNTOUCHED)('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('names the stronger kind where two overlap', () => {
    expect(redact(`api_key="${'sk-'}proj-${'Ab1Cd2Ef'.repeat(3)}"`)).toBe('api_key="[REDACTED api_key]"');
  });

  it('changes nothing more when it is applied twice', () => {
    const fragments = [
      ...SAMPLES.flatMap(([text, redacted]) => [text, redacted, ...text.split(' ')]),
      ...'[EMAIL] [CARD] [REDACTED api_key] - . / ( ) + : = @ 4111 1111 415 555 0132 00 phone pwd é 卡'.split(
        ' ',
      ),
      '[REDACTED password_assignment]',
      ' ',
      '\n',
    ];
    const text = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (sample) => {
        const once = redact(sample);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: cases(3000) },
    );
  });

  /** How the time grows with the text is measured by `npm run bench -- --scenario linear`. */
  it.each([...worstInputs(20_000)])('gets through the worst texts: %s', (_, text) => {
    const redacted = redact(text);
    expect(redact(redacted) === redacted).toBe(true);
  });
});
