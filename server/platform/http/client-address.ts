/**
 * Who really calls. X-Forwarded-For is a claim of whoever sent it: it is believed only as far as a chain of trusted
 * proxies reaches back from the socket, so that a client cannot choose the address that its limit is counted by.
 */
import ipaddr from 'ipaddr.js';
import { type Address, parseAddress, type TrustedProxies } from './trusted-proxies.ts';

/** What stands for a peer without an address, such as a socket that is already closed. */
const UNKNOWN = 'unknown';

/** An entry as some proxies write it: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

const SUBSCRIBER_BITS = 64;

function parseEntry(entry: string): Address | null {
  const text = entry.trim();
  const parts = WITH_PORT.exec(text);
  return parseAddress(parts?.[1] ?? parts?.[2] ?? text);
}

/**
 * The address of the client behind `socketAddress`: X-Forwarded-For is walked from the right for as long as the
 * address reached is a trusted proxy's. An entry that is no address ends the walk at the proxy that passed it on.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies,
): string {
  let client = parseAddress(socketAddress ?? '');
  if (client === null) return UNKNOWN;
  if (forwardedFor === undefined) return client.toString();
  const entries = [forwardedFor].flat().join(',').split(',');
  while (trusted(client)) {
    const next = parseEntry(entries.pop() ?? '');
    if (next === null) break;
    client = next;
  }
  return client.toString();
}

/**
 * What the limit of a client is counted by: an IPv4 address itself, of an IPv6 address its /64. One subscriber owns at
 * least a /64, so that counting single IPv6 addresses would limit nobody.
 */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
