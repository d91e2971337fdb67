/** A changeset as the interface shows it, and what a reviewer sends. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { freeText } from '../../fields.ts';
import { sourceCountSchema } from '../../trust/because.ts';
import { RISKS } from './approval-policy.ts';
import { operationSchema, opsInSchema } from './ops.ts';
import { CHANGESET_STATUSES } from './status.ts';
import { supportSchema } from './support.ts';

export { activeRules, findSkill, type RuleState, type SkillState } from '../skill-state.ts';

/** Where changes come from: the reflect job, the curate job, evolution, POST /v1/skills, an import. */
export const CHANGESET_SOURCES = ['reflection', 'evolution', 'curation', 'api', 'import'] as const;
export type ChangesetSource = (typeof CHANGESET_SOURCES)[number];

const score = () => z.number().min(0).max(1).nullable();
const versions = () => z.record(z.string(), z.number().int().min(1).max(2_147_483_647));

/** A governed change: its operations, why, and what became of it. */
export const changesetSchema = z
  .object({
    id: z.string(),
    agent_id: z.string(),
    status: z.enum(CHANGESET_STATUSES),
    ops: z.array(operationSchema),
    original_ops: z
      .array(operationSchema)
      .nullable()
      .describe('What was proposed, where a reviewer amended it; else null'),
    rationale: z.string(),
    source: z.enum(CHANGESET_SOURCES),
    risk: z.enum(RISKS),
    eval_score: score(),
    baseline_score: score(),
    safety_findings: z
      .array(z.string())
      .describe('`secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice'),
    sources: z
      .array(sourceCountSchema)
      .describe('The untrusted sources whose texts the model was shown; empty where it was shown none'),
    because: z
      .array(z.string())
      .describe('Why these sources need a person, a line for each; empty where policy could approve it'),
    episode_ids: z.array(z.string()).describe('The episodes that it was learned from'),
    support: supportSchema
      .nullable()
      .describe('What it rests on; null where no runs taught it, and for changes of earlier versions'),
    base_versions: versions().describe('Skill id to the version that was proposed against'),
    applied_versions: versions().nullable().describe('Skill id to the new version; null unless applied'),
    reviewer: z.string().nullable(),
    review_comment: z.string().nullable(),
    rejection_reason: z.string().nullable().describe('Why it was rejected, or why it failed'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Changeset' });
export type Changeset = CamelCased<typeof changesetSchema>;

/** A changeset by itself, as a decision is made on it. */
export const shownChangesetSchema = changesetSchema
  .extend({
    digest: z
      .string()
      .describe(
        'Stands for the operations, the findings and the versions (base and current) of what is shown here; send it as `expect` ' +
          'with a review or an amendment',
      ),
  })
  .meta({ id: 'ShownChangeset' });
export type ShownChangeset = CamelCased<typeof shownChangesetSchema>;

const expected = () =>
  z
    .string()
    .regex(/^[\w-]{22}(?:\.[\w-]{22}){2,3}$/)
    .nullish()
    .describe('The `digest` of the changeset as it was read: if it has changed since, 409 says what changed');

/** A reviewer's decision. */
export const reviewInSchema = z
  .object({
    approve: z.boolean(),
    comment: freeText().nullish(),
    skip_canary: z.boolean().default(false),
    expect: expected(),
  })
  .meta({ id: 'ReviewIn' });

/** A reviewer's own wording of a pending change. */
export const amendInSchema = z
  .object({ ops: opsInSchema, comment: freeText().nullish(), expect: expected() })
  .meta({ id: 'AmendIn' });

/** What a reviewer says about a changeset. */
export const commentInSchema = z
  .object({ text: freeText().trim().min(1).max(4000) })
  .meta({ id: 'CommentIn' });
