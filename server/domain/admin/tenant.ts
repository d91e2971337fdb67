/** Tenants as the operator of a gateway sees them: what is stored and what is allowed. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { count } from '../fields.ts';

const INT_MAX = 2_147_483_647;
const limit = () => z.number().int().min(0).max(INT_MAX);
const LIMITS = {
  episodes_per_day: 'Episodes recorded per UTC day; null is no limit',
  memories: 'Memories that are active or pending; null is no limit',
  skills: 'Skills that are not archived; null is no limit',
  tokens_per_day: 'Tokens of the learning model per UTC day; null is no limit',
};

/** All limits of a tenant. */
export const quotaSchema = z
  .object({
    episodes_per_day: limit().nullable().meta({ description: LIMITS.episodes_per_day }),
    memories: limit().nullable().meta({ description: LIMITS.memories }),
    skills: limit().nullable().meta({ description: LIMITS.skills }),
    tokens_per_day: limit().nullable().meta({ description: LIMITS.tokens_per_day }),
  })
  .meta({ id: 'TenantQuota' });

/** The same as it is set: one that is left out is none. */
export const quotaInSchema = z.object({
  episodes_per_day: limit().nullish().meta({ description: LIMITS.episodes_per_day }),
  memories: limit().nullish().meta({ description: LIMITS.memories }),
  skills: limit().nullish().meta({ description: LIMITS.skills }),
  tokens_per_day: limit().nullish().meta({ description: LIMITS.tokens_per_day }),
});
export type Quota = CamelCased<typeof quotaSchema>;

/** With the names of code, and null for what is left out. */
export const toQuota = (sent: z.output<typeof quotaInSchema>): Quota => ({
  ...{ episodesPerDay: sent.episodes_per_day ?? null, memories: sent.memories ?? null },
  ...{ skills: sent.skills ?? null, tokensPerDay: sent.tokens_per_day ?? null },
});

export const NO_QUOTA: Quota = { episodesPerDay: null, memories: null, skills: null, tokensPerDay: null };

export const tenantSchema = z
  .object({
    tenant: z.string(),
    agents: count().meta({ description: 'Agents that have recorded episodes' }),
    episodes: count().meta({ description: 'Episodes ever recorded, those too that were purged since' }),
    episodes_today: count(),
    memories: count(),
    skills: count(),
    api_keys: count().meta({ description: 'Keys that are not revoked' }),
    tokens_today: count(),
    quota: quotaSchema,
    deleting: z.boolean().meta({ description: 'A job is removing its rows' }),
  })
  .meta({ id: 'Tenant' });
export type TenantView = CamelCased<typeof tenantSchema>;
