import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayConnect, objectionTo } from './allowed-target.ts';

const OPEN = { allowed: [], needsHttps: true };

describe('where webhooks may be sent', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    'ff02::1',
    'not an address',
  ])('not to %s', (address) => {
    expect(mayConnect('hooks.example.com', address, [])).toBe(false);
  });

  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])(
    'to %s',
    (address) => {
      expect(mayConnect('hooks.example.com', address, [])).toBe(true);
    },
  );

  it('to what the operator allows, by name, address or block, and to nothing beside it', () => {
    expect(mayConnect('chat.internal', '10.0.0.9', ['Chat.Internal'])).toBe(true);
    expect(mayConnect('other.internal', '10.0.0.9', ['chat.internal'])).toBe(false);
    expect(mayConnect('x', '10.0.0.9', ['10.0.0.0/24'])).toBe(true);
    expect(mayConnect('x', '10.0.1.9', ['10.0.0.0/24'])).toBe(false);
    expect(mayConnect('x', '::ffff:10.0.0.9', ['10.0.0.9'])).toBe(true);
    expect(mayConnect('x', '10.0.0.9', ['nonsense/99'])).toBe(false);
  });

  it.each([
    ['ftp://example.com', 'https://'],
    ['http://example.com', 'https://'],
    ['/hooks', 'absolute'],
    ['https://me:secret@example.com', 'password'],
    ['https://127.1/x', 'public'],
    ['https://0x7f.1/x', 'public'],
    ['https://2130706433/x', 'public'],
    ['https://[::ffff:7f00:1]/x', 'public'],
    ['https://localhost/x', 'public'],
    ['https://api.localhost./x', 'public'],
  ])('an address such as %s is refused', (url, reason) => {
    expect(objectionTo(url, OPEN)).toContain(reason);
  });

  it('an address that the operator allows needs no https', () => {
    expect(
      objectionTo('http://chat.internal:8065/x', { allowed: ['chat.internal'], needsHttps: true }),
    ).toBeNull();
    expect(objectionTo('http://localhost:9000', { allowed: ['localhost'], needsHttps: true })).toBeNull();
    expect(objectionTo('http://example.com', { allowed: [], needsHttps: false })).toBeNull();
  });

  it('nothing in a private IPv4 network, in whatever spelling', () => {
    const priv = fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(priv, ([a, b, c, d]) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(objectionTo(`https://${number}/`, OPEN)).not.toBeNull();
        expect(mayConnect('x', hex, [])).toBe(false);
      }),
    );
  });
});
