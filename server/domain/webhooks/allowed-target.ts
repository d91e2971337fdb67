/**
 * Where webhooks may be sent: to public addresses, unless the operator allows others. A name is checked by the
 * addresses that it has at the moment of each connection.
 */
import ipaddr from 'ipaddr.js';

/** IPv6 addresses that are given to anybody; all others are of special use. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The address that a text means, an IPv4 address within an IPv6 one as that; null where it is none. */
function addressOf(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** Whether an address can be reached by everybody: not private, loopback, link-local, carrier-grade or reserved. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_V6);
}

function isInBlock(address: Address, block: string): boolean {
  if (!ipaddr.isValidCIDR(block)) {
    return addressOf(block)?.toNormalizedString() === address.toNormalizedString();
  }
  const [network, bits] = ipaddr.parseCIDR(block);
  return network.kind() === address.kind() && address.match([network, bits]);
}

const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Whether the operator has allowed a host by its name. */
function isAllowedName(host: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => plainName(each) === plainName(host));
}

/** Whether a connection to `host` may go to `address`, which is one of its addresses. */
export function mayConnect(host: string, address: string, allowed: readonly string[]): boolean {
  const parsed = addressOf(address);
  if (parsed === null) return false;
  return (
    isPublic(parsed) || isAllowedName(host, allowed) || allowed.some((block) => isInBlock(parsed, block))
  );
}

/** What a webhook's address is checked by. */
export interface TargetRules {
  /** Names, addresses and blocks that the operator allows. */
  allowed: readonly string[];
  /** Whether `http:` is refused where the operator has not allowed the host. */
  needsHttps: boolean;
}

/** What is wrong with the address of a webhook, as a reader of the form is told; null where nothing is. */
export function objectionTo(url: string, { allowed, needsHttps }: TargetRules): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return 'must be an absolute address such as https://example.com/hooks';
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'must begin with https://';
  if (parsed.username !== '' || parsed.password !== '') return 'must hold no user name and no password';
  const { hostname } = parsed;
  const address = addressOf(hostname);
  const listed =
    isAllowedName(hostname, allowed) ||
    (address !== null && allowed.some((block) => isInBlock(address, block)));
  if (parsed.protocol === 'http:' && needsHttps && !listed) return 'must begin with https://';
  if (address !== null && !mayConnect(hostname, hostname, allowed)) return NOT_PUBLIC;
  if (/(^|\.)localhost\.?$/i.test(hostname) && !listed) return NOT_PUBLIC;
  return null;
}

/** Why an address is refused. */
export const NOT_PUBLIC =
  'is not a public address: use one that is, or ask the operator to allow it (SERVICE_WEBHOOK_ALLOWED_HOSTS)';
