import { describe, expect, it } from 'vitest';
import { findPrivateKeys } from './private-key.ts';

const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKB';
const head = (kind: string) => `-----BEGIN ${kind}PRIVATE ${'KEY'}-----`;
const foot = (kind: string) => `-----END ${kind}PRIVATE ${'KEY'}-----`;

function rest(text: string): string {
  let left = text;
  for (const { start, end } of findPrivateKeys(text).reverse())
    left = `${left.slice(0, start)}#${left.slice(end)}`;
  return left;
}

describe('findPrivateKeys', () => {
  it.each(['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED '])(
    'takes the whole block of a %skey',
    (kind) => {
      expect(rest(`a\n${head(kind)}\n${LINE}\n${LINE}\n${foot(kind)}\nb`)).toBe('a\n#\nb');
    },
  );

  it('takes a block with armour headers and one whose line breaks are written out', () => {
    expect(
      rest(`${head('RSA ')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,0F\n\n${LINE}\n${foot('RSA ')}`),
    ).toBe('#');
    expect(rest(`{"k":"${head('')}\\n${LINE}\\n${foot('')}\\n"}`)).toBe('{"k":"#\\n"}');
  });

  it('takes every line of a block that was cut off, and not the text after it', () => {
    expect(rest(`${head('EC ')}\n${LINE}\n${LINE}\nthanks`)).toBe('#thanks');
    expect(rest(`${head('EC ')}\n${LINE}\n${LINE.slice(0, 20)}`)).toBe('#');
  });

  it('does not swallow the text between two blocks', () => {
    const block = `${head('')}\n${LINE}\n${foot('')}`;
    expect(rest(`${block}\nand\n${block}`)).toBe('#\nand\n#');
  });

  it('takes an OpenPGP block', () => {
    expect(
      rest(
        `-----BEGIN PGP PRIVATE ${'KEY'} BLOCK-----\n\n${LINE}\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----`,
      ),
    ).toBe('#');
  });

  it('finds none in public keys and certificates', () => {
    expect(findPrivateKeys('-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----')).toEqual([]);
    expect(findPrivateKeys('keep the private key offline')).toEqual([]);
  });
});
