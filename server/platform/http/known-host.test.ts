/** Which names a gateway without credentials goes by. */
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { isKnownHost, isLoopbackHost } from './known-host.ts';

const DEV = { SERVICE_ENV: 'dev' };

describe('a Host header', () => {
  it.each([
    ['localhost:8080'],
    ['LocalHost:1'],
    ['app.localhost:8080'],
    ['127.0.0.1:8080'],
    ['127.8.9.10:65535'],
    ['[::1]:8080'],
    ['[::ffff:127.0.0.1]:80'],
  ])('%s names this machine', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    [''],
    ['evil.example'],
    ['localhost.evil.example'],
    ['localhost:8080.evil.example'],
    ['127.0.0.1.nip.io:8080'],
    ['evil.example#localhost'],
    ['user@localhost'],
    ['evil.example:80@localhost'],
    ['0.0.0.0:8080'],
    ['0x7f.1'],
    ['2130706433'],
    ['[::1].evil.example'],
    ['[2001:db8::1]:8080'],
  ])('%s does not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });

  const listing = readConfig({
    ...DEV,
    SERVICE_MCP_ALLOWED_HOSTS: '["gateway.test:8080", "box:*"]',
    SERVICE_PUBLIC_URL: 'https://w.example/',
    SERVICE_HOST: '192.0.2.7',
  });

  it('may also be the address that is listened on, of version 6', () => {
    expect(isKnownHost(readConfig({ ...DEV, SERVICE_HOST: '2001:db8::1' }), '[2001:db8::1]:8080')).toBe(true);
  });

  it.each(['gateway.test:8080', 'box:9', 'BOX', 'w.example', 'w.example:443', '192.0.2.7:8080'])(
    'may also be one that is listed, the public address or the address that is listened on: %j',
    (host) => {
      expect(isKnownHost(listing, host)).toBe(true);
    },
  );

  it.each(['gateway.test', 'w.example.evil', 'evil-w.example', '192.0.2.70'])(
    'may not be one that only looks like those: %j',
    (host) => {
      expect(isKnownHost(listing, host)).toBe(false);
    },
  );

  it('may be any where credentials are asked for', () => {
    const keyed = readConfig({ ...DEV, SERVICE_BOOTSTRAP_ADMIN_KEY: 'a-bootstrap-key-of-some-length' });
    expect(isKnownHost(keyed, 'evil.example')).toBe(true);
    expect(isKnownHost(readConfig({ SERVICE_ENV: 'staging' }), 'evil.example')).toBe(true);
    expect(isKnownHost(readConfig(DEV), 'evil.example')).toBe(false);
  });
});
