import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, redactValue, TOO_DEEP } from './redact-value.ts';

describe('redactValue', () => {
  it('redacts strings wherever they stand and keeps everything else', () => {
    expect(redactValue({ to: ['x@y.example', 'none'], retry: 3, ok: true, at: null })).toEqual({
      to: ['[EMAIL]', 'none'],
      retry: 3,
      ok: true,
      at: null,
    });
  });

  it('judges a value by the name of its field', () => {
    expect(redactValue({ password: 'my old dog', phone: 4155550187, count: 4155550187 })).toEqual({
      password: '[REDACTED password_assignment]',
      phone: '[PHONE]',
      count: 4155550187,
    });
  });

  it('keeps references in the place of secrets', () => {
    const value = { password: `$${'{DB_PASSWORD}'}`, token: 'auto', secret: null };
    expect(redactValue(value)).toEqual(value);
  });

  it('redacts a card that was sent as a number', () => {
    expect(redactValue([4242424242424242, 1732812345678])).toEqual(['[CARD]', 1732812345678]);
  });

  it('redacts names of fields and loses none of them', () => {
    expect(redactValue({ 'a@b.example': 1, 'c@d.example': 2 })).toEqual({ '[EMAIL]': 1, '[EMAIL] 2': 2 });
  });

  it('treats __proto__ as a name', () => {
    const redacted = redactValue(JSON.parse('{"__proto__": {"admin": true}}'));
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"admin":true}}');
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
  });

  it('cuts values nested too deeply instead of overflowing', () => {
    const depth = 200_000;
    let value: unknown = 'end';
    for (let i = 0; i < depth; i++) value = [value];
    const text = JSON.stringify(redactValue(value));
    expect(text).toContain(TOO_DEEP);
    expect(text.length).toBe(2 * (MAX_DEPTH + 1) + TOO_DEEP.length + 2);
  });

  it('changes nothing more when it is applied twice and keeps the shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactValue(value);
        expect(redactValue(once)).toEqual(once);
        expect(Array.isArray(once)).toBe(Array.isArray(value));
      }),
    );
  });
});
