/** A rehearsal as the interface shows it: what other settings would have made of the recorded past. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { count } from '../../fields.ts';
import { CHANGESET_GAPS, STANDINGS } from './rehearse-changeset.ts';
import { RECALL_GAPS } from './rehearse-recall.ts';
import { CANARY_GAPS, REPLAY_ENDINGS } from './replay-canary.ts';
import { policySettingsSchema } from './settings.ts';

const REHEARSAL_STATUSES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type RehearsalStatus = (typeof REHEARSAL_STATUSES)[number];

/** Whether it is still to come to an end. */
export function isOpen(status: RehearsalStatus): boolean {
  return status === 'queued' || status === 'running';
}

const STAGES = ['changesets', 'canaries', 'recalls'] as const;
export type Stage = (typeof STAGES)[number];

const gaps = <const Gaps extends readonly string[]>(known: Gaps) =>
  z.array(z.object({ reason: z.enum(known), count: count() }));
const ids = () => z.array(z.string());

/** What became of a changeset that policy did not approve: by a reviewer, or it waits still. */
const FATES = ['approved', 'rejected', 'waiting', 'policy'] as const;
export type ChangesetFate = (typeof FATES)[number];

const changesetDifference = z.object({
  changeset_id: z.string(),
  agent_id: z.string(),
  created_at: z.iso.datetime(),
  was: z.enum(STANDINGS),
  would_be: z.enum(STANDINGS),
  fate: z.enum(FATES).meta({ description: 'Who decided on it, and how; `policy` where no person did' }),
  gap: z.enum(CHANGESET_GAPS).nullable(),
  sentence: z.string().nullable().meta({ description: 'What it says; null where the changeset is gone' }),
});

const changesetResult = z.object({
  read: count(),
  left_out: count(),
  by_policy_before: count(),
  by_policy: count().meta({ description: 'Approved without a person, under the other settings' }),
  newly_approved: z.object({ total: count(), approved: count(), rejected: count(), waiting: count() }),
  newly_held: count(),
  on_trial_before: count(),
  on_trial: count(),
  differing: count(),
  unknown: gaps(CHANGESET_GAPS),
  differences: z.array(changesetDifference),
});

const endings = z.enum(REPLAY_ENDINGS);

const canaryResult = z.object({
  read: count(),
  left_out: count(),
  told: count(),
  promoted_before: count().meta({ description: 'Of those that are told' }),
  promoted: count(),
  differing: count(),
  unknown: gaps(CANARY_GAPS),
  canaries: z.array(
    z.object({
      experiment_id: z.string(),
      changeset_id: z.string(),
      sentence: z.string().nullable(),
      was: endings,
      would_be: endings.nullable(),
      gap: z.enum(CANARY_GAPS).nullable(),
      samples_before: z.number(),
      samples: z.number(),
      effective_share: z.number(),
    }),
  ),
});

const recallResult = z.object({
  read: count(),
  left_out: count(),
  told: count(),
  differing: count(),
  more_skills: count(),
  fewer_skills: count(),
  memories_differ: count(),
  users_differing: count(),
  unknown: gaps(RECALL_GAPS),
  agents: z.array(z.object({ agent_id: z.string(), told: count(), differing: count() })),
  skills: z.array(z.object({ skill_id: z.string(), name: z.string(), gained: count(), lost: count() })),
  examples: z.array(
    z.object({
      recall_id: z.string(),
      query: z.string().nullable().meta({ description: 'What was asked; null where the recall is gone' }),
      added: ids(),
      removed: ids(),
      memories_added: count(),
      memories_removed: count(),
    }),
  ),
});

const holdoutResult = z.object({
  sessions: count(),
  before: count(),
  held_out: count(),
  sessionless: count().meta({ description: 'Recalls without a session, whose draw cannot be repeated' }),
  sessions_factor: z
    .number()
    .nullable()
    .meta({ description: 'So many times as many sessions until the lift is known as well as today' }),
});

const rehearsalResultSchema = z
  .object({
    changesets: changesetResult,
    canaries: canaryResult,
    recalls: recallResult,
    holdout: holdoutResult,
  })
  .meta({ id: 'RehearsalResult' });
export type RehearsalResult = CamelCased<typeof rehearsalResultSchema>;

const base = {
  id: z.string(),
  status: z.enum(REHEARSAL_STATUSES),
  agent_id: z.string().nullable(),
  days: z.number().int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  today: policySettingsSchema,
  settings: policySettingsSchema,
  progress: z.object({ stage: z.enum(STAGES), read: count(), total: count() }).nullable(),
  summary: z.string().nullable().meta({ description: 'What came out, in a sentence; null until it is done' }),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
};

/** Without its result, as lists have it. */
export const rehearsalItemSchema = z.object(base).meta({ id: 'RehearsalItem' });
export type RehearsalItem = CamelCased<typeof rehearsalItemSchema>;

export const rehearsalSchema = z
  .object({ ...base, result: rehearsalResultSchema.nullable() })
  .meta({ id: 'Rehearsal' });
export type Rehearsal = CamelCased<typeof rehearsalSchema>;
