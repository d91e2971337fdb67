/** The variables of webhooks: where they may be sent, how their secrets are kept, when a digest reminds. */
import { group, integer, list, secret } from './variable-types.ts';

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
  encryptionKeyPrevious: secret(
    'SERVICE_WEBHOOK_ENCRYPTION_KEY_PREVIOUS',
    32,
    'the previous key: on start, secrets encrypted with it are encrypted with the new one',
  ),
  reminderHours: integer('SERVICE_REVIEW_REMINDER_HOURS', 1, 8760, {
    fallback: 24,
    about: 'how long a review may wait before the digest of a webhook names it',
  }),
});
