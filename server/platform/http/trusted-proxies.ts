/**
 * The proxies whose X-Forwarded-For is believed, from FORWARDED_ALLOW_IPS. An entry that is not an address
 * must stop the start: if a proxy were silently not believed, all of its clients would share one limit.
 */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** An IP address in its plain form. */
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Tells whether a peer at `address` is believed. */
type TrustedProxies = (address: Address) => boolean;

const MAPPED_PREFIX = 96;
const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;

/** An address (IPv4-mapped IPv6 becomes IPv4, a zone is dropped), or null where `text` is none. */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : new ipaddr.IPv6(address.parts);
}

/** A block in IPv4-mapped form is the IPv4 block, since that is the form in which addresses are compared. */
function parseBlock(text: string): [Address, number] | null {
  const single = parseAddress(text);
  if (single !== null) return [single, ADDRESS_BITS[single.kind()]];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  if (!ipaddr.IPv6.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.IPv6.parseCIDR(text);
  if (!address.isIPv4MappedAddress() || bits < MAPPED_PREFIX) return [address, bits];
  return [address.toIPv4Address(), bits - MAPPED_PREFIX];
}

/** Reads a comma-separated list of addresses and CIDR blocks, or `*` alone. Throws for any other entry. */
export function trustedProxies(text: string): TrustedProxies {
  if (text.trim() === '*') return () => true;
  const blocks = text.split(',').map((entry) => {
    const block = parseBlock(entry.trim());
    if (block === null) throw new RangeError(`not an address or a CIDR block: ${JSON.stringify(entry)}`);
    return block;
  });
  return (address) =>
    blocks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** The address of a peer that has none, such as a socket that is already closed. */
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
 * The address of the client behind `socketAddress`: X-Forwarded-For is read from the right for as long as the
 * address is a trusted proxy's, so that a client cannot choose the address that its limit is counted by. An
 * entry that is not an address ends the search at the proxy that sent it.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies,
): string {
  if (forwardedFor === undefined) return peerAddress(socketAddress ?? '');
  let client = parseAddress(socketAddress ?? '');
  if (client === null) return UNKNOWN;
  const entries = [forwardedFor].flat().join(',').split(',');
  while (trusted(client)) {
    const next = parseEntry(entries.pop() ?? '');
    if (next === null) break;
    client = next;
  }
  return client.toString();
}

/** What peers of sockets are called; each request of a connection has the same one. */
const peers = new LRUCache<string, string>({ max: 1000 });

function peerAddress(text: string): string {
  const known = peers.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text)?.toString() ?? UNKNOWN;
  peers.set(text, address);
  return address;
}

/**
 * The key of a client's limit: an IPv4 address itself, or the /64 of an IPv6 address. One subscriber owns at
 * least a /64, so a limit per single IPv6 address would limit nobody.
 */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${SUBSCRIBER_BITS}`).toString()}/${SUBSCRIBER_BITS}`;
}
