/** The forms of an API key: what creating one takes and answers, and how the raw key is spelled. */
import { z } from 'zod';
import { agentId, freeText, moment } from '../fields.ts';
import { SCOPES, type Scope } from '../principal.ts';

/**
 * Every API key is this prefix and 32 random bytes in base64url, so that secret scanners can find leaked
 * ones.
 */
export const KEY_PREFIX = 'service_';

const KEY = /^service_[A-Za-z0-9_-]{43}$/;

/** Whether `text` has the form of an API key. */
export function isKeyShaped(text: string): boolean {
  return KEY.test(text);
}

/** Whether `text` names a scope. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

const agents = () =>
  z
    .array(agentId())
    .max(100)
    .transform((ids) => [...new Set(ids)].toSorted())
    .meta({
      description:
        'The agents that it may act for; empty means all. Such a key reads shared skills too, cannot have the scope `admin`, and ' +
        'does not sign in to the dashboard.',
    });

/** Scopes are any texts here: an unknown one is refused with 400 by the use case, not by validation. */
export const KeyIn = z
  .object({
    name: freeText().min(1).max(200),
    scopes: z
      .array(freeText().max(256))
      .min(1)
      .max(100)
      .default(['learn'])
      .meta({ description: 'learn, review, admin; none includes another. Anything else gives 400.' }),
    agents: agents().default([]),
    expires_at: moment().nullish().meta({
      description: 'From this moment on the key is refused. Without one it lasts until it is revoked.',
    }),
  })
  .meta({ id: 'KeyIn' });

/** A created key; `key` is the raw key and is shown this once. */
export const KeyCreated = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    agents: z.array(z.string()).meta({ description: 'The agents that it is bound to; empty means all' }),
    key: z.string().meta({ description: 'The raw key. It is not stored and cannot be shown again.' }),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyCreated' });

/** The agents of a key that is there already. */
export const KeyAgentsIn = z.object({ agents: agents() }).meta({ id: 'KeyAgentsIn' });

/** A key as lists show it. */
export const ListedKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    agents: z.array(z.string()).meta({ description: 'The agents that it is bound to; empty means all' }),
    created_by: z.string(),
    created_by_name: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'To the minute; null where it was never used' }),
    revoked_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
