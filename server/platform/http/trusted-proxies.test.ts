import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBucket, clientAddress, parseAddress, trustedProxies } from './trusted-proxies.ts';

/** Whether `list` trusts `address`. */
function trusts(list: string, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) throw new Error(`${address} is no address`);
  return trustedProxies(list)(parsed);
}

describe('the list of trusted proxies', () => {
  it.each([
    ['127.0.0.1,::1', '127.0.0.1', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['2001:db8::/32', '2001:db8:5::1', true],
    ['0.0.0.0/0', '::1', false],
    ['*', '203.0.113.9', true],
  ])('%s about %s: %s', (list, address, expected) => {
    expect(trusts(list, address)).toBe(expected);
  });

  it('takes an IPv4-mapped address or block for the IPv4 one', () => {
    expect(trusts('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true);
    expect(trusts('::ffff:10.0.0.0/104', '10.1.2.3')).toBe(true);
    expect(trusts('::ffff:10.0.0.0/104', '11.1.2.3')).toBe(false);
    expect(trusts('::ffff:10.0.0.1', '10.0.0.1')).toBe(true);
  });

  it.each(['', '127.0.0.1,', '127.1', '0x7f000001', '*,10.0.0.1'])('refuses %j', (list) => {
    expect(() => trustedProxies(list)).toThrow(RangeError);
  });
});

const PROXIES = trustedProxies('127.0.0.1,::1,10.0.0.0/8');
const CLIENT = '203.0.113.7';

describe('the client’s address', () => {
  it('is the socket’s where the peer is not trusted, no matter what it claims', () => {
    expect(clientAddress('198.51.100.1', CLIENT, PROXIES)).toBe('198.51.100.1');
  });

  it('is the socket’s where a trusted proxy claims nothing', () => {
    expect(clientAddress('127.0.0.1', undefined, PROXIES)).toBe('127.0.0.1');
    expect(clientAddress('127.0.0.1', '', PROXIES)).toBe('127.0.0.1');
  });

  it('is the rightmost entry that is no trusted proxy', () => {
    expect(clientAddress('127.0.0.1', CLIENT, PROXIES)).toBe(CLIENT);
    expect(clientAddress('127.0.0.1', `6.6.6.6, ${CLIENT}, 10.1.1.1`, PROXIES)).toBe(CLIENT);
    expect(clientAddress('127.0.0.1', ['6.6.6.6', `${CLIENT}, 10.1.1.1`], PROXIES)).toBe(CLIENT);
  });

  it('is the leftmost entry where every one is a trusted proxy', () => {
    expect(clientAddress('127.0.0.1', '10.0.0.9, 10.0.0.8', PROXIES)).toBe('10.0.0.9');
    expect(clientAddress('198.51.100.1', `${CLIENT}, 198.51.100.2`, trustedProxies('*'))).toBe(CLIENT);
  });

  it.each(['garbage', '', 'localhost', '127.1', '999.1.1.1', '[::1', '<script>'])(
    'does not go past the malformed entry %j',
    (entry) => {
      expect(clientAddress('127.0.0.1', `${CLIENT}, ${entry}, 10.1.1.1`, PROXIES)).toBe('10.1.1.1');
    },
  );

  it('has one form per address', () => {
    expect(clientAddress(`::ffff:${CLIENT}`, undefined, PROXIES)).toBe(CLIENT);
    expect(clientAddress('::ffff:127.0.0.1', `::FFFF:${CLIENT}`, PROXIES)).toBe(CLIENT);
    expect(clientAddress('fe80::1%eth0', undefined, PROXIES)).toBe('fe80::1');
    expect(clientAddress('::1', '2001:DB8:0:0:0:0:0:7', PROXIES)).toBe('2001:db8::7');
  });

  it('may come with a port', () => {
    expect(clientAddress('::1', `${CLIENT}:4711`, PROXIES)).toBe(CLIENT);
    expect(clientAddress('::1', '[2001:db8::7]:4711', PROXIES)).toBe('2001:db8::7');
    expect(clientAddress('::1', '[2001:db8::7]', PROXIES)).toBe('2001:db8::7');
  });

  it('is unknown where the socket has none', () => {
    expect(clientAddress(undefined, CLIENT, PROXIES)).toBe('unknown');
    expect(clientAddress('', CLIENT, trustedProxies('*'))).toBe('unknown');
  });

  it('does not depend on what the client itself puts in front', () => {
    fc.assert(
      fc.property(fc.string(), (claim) => {
        expect(clientAddress('127.0.0.1', `${claim},${CLIENT}`, PROXIES)).toBe(CLIENT);
      }),
    );
  });
});

describe('what an address is counted by', () => {
  it('is an IPv4 address itself', () => {
    expect(addressBucket(CLIENT)).toBe(CLIENT);
    expect(addressBucket('unknown')).toBe('unknown');
  });

  it('is the /64 of an IPv6 address', () => {
    expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8:1:2::')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8:1:3::6')).not.toBe(addressBucket('2001:db8:1:2::6'));
  });
});
