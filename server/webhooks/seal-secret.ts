/**
 * Secrets of webhooks at rest. They must be read again to sign, so they are encrypted (AES-256-GCM), bound to their
 * tenant and webhook. The key is SERVICE_WEBHOOK_ENCRYPTION_KEY, or without that one which the database keeps: then a
 * copy of the database holds both, and only a copy of this table alone is safe.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { stateStore } from '../platform/db/state-store.ts';
import type { Runtime } from '../platform/runtime.ts';

const STATE_KEY = 'webhook-encryption-key';
const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Owner {
  tenant: string;
  id: string;
}

interface SealingKey {
  id: string;
  bytes: Buffer;
}

/** A new secret, in the form of the Standard Webhooks specification; from the system's cryptographic source. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Encrypts a secret. Ask outside of a transaction: the first call may write the key. */
export async function sealSecret(runtime: Runtime, owner: Owner, secret: string): Promise<string> {
  const key = configuredKey(runtime) ?? (await storedKey(runtime));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(ownerText(owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${sealed.toString('base64url')}`;
}

/** The secret; null where the key that encrypted it is not there any more. */
export async function openSecret(runtime: Runtime, owner: Owner, sealed: string): Promise<string | null> {
  const [keyId = '', text = ''] = sealed.split('.');
  const configured = configuredKey(runtime);
  const key = configured?.id === keyId ? configured : await storedKey(runtime);
  if (key.id !== keyId) return null;
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(ownerText(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return null;
  }
}

function configuredKey({ config }: Runtime): SealingKey | null {
  const { encryptionKey } = config.webhooks;
  return encryptionKey === null ? null : deriveKey(encryptionKey);
}

const ownerText = ({ tenant, id }: Owner) => Buffer.from(JSON.stringify([tenant, id]));

function deriveKey(secret: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'whetstone webhooks', KEY_BYTES));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

/** The key that the database keeps, read once in a process; a failed read is not remembered. */
async function storedKey(runtime: Runtime): Promise<SealingKey> {
  const kept = runtime.once<{ key: SealingKey | null }>('webhooks.key', () => ({ key: null }));
  if (kept.key === null) {
    const made = randomBytes(KEY_BYTES).toString('base64url');
    kept.key = deriveKey(await runtime.db.write(async (tx) => await stateStore(tx).keep(STATE_KEY, made)));
  }
  return kept.key;
}
