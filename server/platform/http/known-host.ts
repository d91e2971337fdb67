/**
 * The host names that a gateway without credentials answers to. A page of another site that rebinds its DNS
 * name to this address sends that name as `Host`. For the browser it is the same origin, so nothing else
 * tells the two apart.
 */
import { authenticationDisabled, type Config } from '../config/config.ts';
import { parseAddress } from './trusted-proxies.ts';

const ANY_PORT = ':*';
const PORT = /:\d{1,5}$/;

/** Whether a Host header fits an entry: exactly, or with any port (or none) where the entry ends in `:*`. */
export function hostFits(host: string, entry: string): boolean {
  const name = host.toLowerCase();
  const allowed = entry.toLowerCase();
  if (!allowed.endsWith(ANY_PORT)) return name === allowed;
  const base = allowed.slice(0, -ANY_PORT.length);
  return name === base || (name.startsWith(`${base}:`) && PORT.test(name.slice(base.length)));
}

/** Whether a Host header is a loopback name: `localhost`, `*.localhost`, 127.0.0.0/8 or `[::1]`, any port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(PORT, '');
  if (/^([a-z0-9-]+\.)*localhost$/.test(name)) return true;
  const bracketed = /^\[([^\]]+)\]$/.exec(name)?.[1];
  // An IPv6 address stands in brackets, so that its colons do not start a port.
  if (bracketed === undefined && name.includes(':')) return false;
  return parseAddress(bracketed ?? name)?.range() === 'loopback';
}

/**
 * Whether `host` may be used: always where credentials are required; otherwise a loopback name, an entry of
 * SERVICE_MCP_ALLOWED_HOSTS, or the host of SERVICE_PUBLIC_URL or SERVICE_HOST where they are set.
 */
export function isKnownHost(config: Config, host: string): boolean {
  if (!authenticationDisabled(config) || isLoopbackHost(host)) return true;
  return knownHosts(config).some((entry) => hostFits(host, entry));
}

function knownHosts({ server: { host, mcpAllowedHosts, publicUrl } }: Config): string[] {
  return [
    ...mcpAllowedHosts,
    ...(publicUrl === null ? [] : [`${new URL(publicUrl).hostname}${ANY_PORT}`]),
    ...(host === null ? [] : [`${host.includes(':') ? `[${host}]` : host}${ANY_PORT}`]),
  ];
}
