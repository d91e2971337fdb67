/**
 * The settings that a rehearsal may change, each with its bounds, and how long a past it looks at. Each stands for the
 * variable of its name.
 */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { agentIdOrShared } from '../../fields.ts';
import { CANARY_RULES } from '../../skills/canary/rules.ts';

const COUNT_MAX = 1_000_000;
const share = () => z.number().min(0).max(1);
const samples = () => z.number().int().min(1).max(COUNT_MAX);

/** The settings by their names in the interface. */
export const policyFields = {
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

/** All of them, as they are today or as they would be. */
export const policySettingsSchema = z.object(policyFields).meta({ id: 'PolicySettings' });
export type PolicySettings = CamelCased<typeof policySettingsSchema>;

/** Those that would be different. */
export const policyChangesSchema = z.object(policyFields).partial().meta({ id: 'PolicyChanges' });
export type PolicyChanges = z.output<typeof policyChangesSchema>;

/** Longest past, in days. */
const DAYS_MAX = 366;

export const rehearsalInSchema = z
  .object({
    settings: policyChangesSchema.meta({
      description: 'The settings that would be different; the others are as they are today',
    }),
    days: z.number().int().min(1).max(DAYS_MAX).default(30),
    agent_id: agentIdOrShared().nullish().meta({ description: 'Of one agent; without it of all' }),
  })
  .meta({ id: 'RehearsalIn' });
