/** The variables of webhooks: where they may be sent, and how their secrets are kept. */
import { group, list, secret } from './variable-types.ts';

export const webhooks = group({
  allowedHosts: list('SERVICE_WEBHOOK_ALLOWED_HOSTS', {
    fallback: [],
    about:
      'host names, addresses and CIDR blocks that webhooks may be sent to though they are not public, or without https',
  }),
  encryptionKey: secret(
    'SERVICE_WEBHOOK_ENCRYPTION_KEY',
    32,
    'encrypts the secrets of webhooks in the database; one that is kept there when unset',
  ),
});
