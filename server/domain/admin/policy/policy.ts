/** A tenant's policy as the interface shows and takes it. Each setting stands for the variable of its name. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { CANARY_RULES } from '../../skills/canary/rules.ts';

const COUNT_MAX = 1_000_000;
const share = () => z.number().min(0).max(1);
const samples = () => z.number().int().min(1).max(COUNT_MAX);

/** The settings by their names in the interface, with their bounds. */
const policyFields = {
  auto_approve_low_risk: z.boolean(),
  auto_approve_medium_risk: z.boolean(),
  auto_approve_min_eval_score: share(),
  min_sessions_for_auto_approve: z.number().int().min(1).max(COUNT_MAX),
  untrusted_needs_review: z.boolean(),
  recall_min_score: share(),
  recall_max_skills: z.number().int().min(0).max(50),
  recall_max_memories: z.number().int().min(0).max(200),
  canary_enabled: z.boolean(),
  canary_rule: z.enum(CANARY_RULES),
  canary_floor: z.number().min(0).max(0.5),
  canary_min_samples: samples(),
  canary_threshold: z.number().min(0.5).max(1),
  canary_max_samples: samples(),
  canary_max_days: z.number().int().min(1).max(36_500),
  holdout_rate: share(),
};

export const policySettingsSchema = z.object(policyFields).meta({ id: 'PolicySettings' });
export type PolicySettings = CamelCased<typeof policySettingsSchema>;

const VERSION_MAX = 2_147_483_647;
const version = () => z.number().int().min(0).max(VERSION_MAX);

const policyChangesSchema = z.object(policyFields).partial().meta({ id: 'PolicyChanges' });
const ownSettings = () =>
  policyChangesSchema.meta({ description: 'The settings that the tenant has values of its own for' });

export const policySchema = z
  .object({
    version: version().meta({ description: '0 where the tenant never had values of its own' }),
    own: ownSettings(),
    settings: policySettingsSchema.meta({ description: 'What holds in the tenant' }),
    installation: policySettingsSchema.meta({
      description: 'What the variables of the installation say: the defaults, and bounds of safety settings',
    }),
    changed_by: z.string().nullable(),
    changed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Policy' });
export type Policy = CamelCased<typeof policySchema>;

export const policyVersionSchema = z
  .object({ version: version(), own: ownSettings(), changed_by: z.string(), changed_at: z.iso.datetime() })
  .meta({ id: 'PolicyVersion' });

type Fields = typeof policyFields;
/** Each setting may be null: then it is the installation's. */
const nullishFields = Object.fromEntries(
  Object.entries(policyFields).map(([name, field]) => [name, field.nullish()]),
) as unknown as { [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>> };

export const policyInSchema = z
  .object({
    settings: z
      .object(nullishFields)
      .meta({ description: 'All values of its own; what is null or left out is the installation’s' }),
    version: version().nullish().meta({
      description:
        'The version that was read; another one gives 409. Without it, whatever holds now is replaced',
    }),
  })
  .meta({ id: 'PolicyIn' });
export type PolicyIn = z.output<typeof policyInSchema>;
