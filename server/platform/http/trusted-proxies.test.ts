import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';
import { parseAddress, trustedProxies } from './trusted-proxies.ts';

/** Whether `list` trusts `address`. */
function trusts(list: string, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) throw new Error(`${address} is no address`);
  return trustedProxies(list)(parsed);
}

describe('the list of trusted proxies', () => {
  it.each([
    ['127.0.0.1,::1', '127.0.0.1', true],
    ['127.0.0.1, ::1', '::1', true],
    ['127.0.0.1,::1', '127.0.0.2', false],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['2001:db8::/32', '2001:db8:5::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['0.0.0.0/0', '::1', false],
    ['*', '203.0.113.9', true],
    ['*', '2001:db8::1', true],
  ])('%s about %s: %s', (list, address, expected) => {
    expect(trusts(list, address)).toBe(expected);
  });

  it('takes an IPv4-mapped address or block for the IPv4 one', () => {
    expect(trusts('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true);
    expect(trusts('::ffff:10.0.0.0/104', '10.1.2.3')).toBe(true);
    expect(trusts('::ffff:10.0.0.0/104', '11.1.2.3')).toBe(false);
    expect(trusts('::ffff:10.0.0.1', '10.0.0.1')).toBe(true);
  });

  it.each([
    '',
    ',',
    '127.0.0.1,',
    'localhost',
    '10.0.0.0/33',
    '::1/129',
    '127.1',
    '0x7f000001',
    '*,10.0.0.1',
  ])('refuses %j', (list) => {
    expect(() => trustedProxies(list)).toThrow(RangeError);
  });

  it('stops the start where it cannot be read, with a line that says what is allowed', () => {
    const start = () => readConfig({ SERVICE_ENV: 'dev', FORWARDED_ALLOW_IPS: '10.0.0.0/8,proxy.internal' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(
      'FORWARDED_ALLOW_IPS: "10.0.0.0/8,proxy.internal" is not allowed; allowed: IP addresses or CIDR blocks, comma-separated, or * alone',
    );
  });
});
