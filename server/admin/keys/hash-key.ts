/** The form in which keys are stored and looked up: a key has 256 random bits, so one plain hash protects it. */
import { createHash } from 'node:crypto';

/** SHA-256 of the raw key, in hexadecimal. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
