/** Changesets over REST: list, read, assign, review and amend. */
import { z } from 'zod';
import { listPeople, mentionedIn, requirePerson } from '../../admin/keys/index.ts';
import { personSchema } from '../../domain/admin/person.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { agentIdOrShared, reference } from '../../domain/fields.ts';
import {
  amendInSchema,
  assignInSchema,
  assignmentSchema,
  changesetSchema,
  commentInSchema,
  reviewInSchema,
  shownChangesetSchema,
} from '../../domain/skills/changesets/changeset.ts';
import { CHANGESET_STATUSES } from '../../domain/skills/changesets/status.ts';
import {
  amendChangeset,
  assignChangeset,
  commentChangeset,
  getChangeset,
  listChangesets,
  reviewChangeset,
} from '../../skills/changesets/index.ts';
import { cursor, operation, PAGING, pageSchema } from './operation.ts';

const TAG = 'Governance';

const changesetQuery = z.object({
  agent_id: agentIdOrShared()
    .optional()
    .describe('Only changes of the skills of this agent; absent means every agent'),
  status: z
    .enum([...CHANGESET_STATUSES, 'all', ''])
    .default('pending')
    .describe('`all`, or an empty value, means every status'),
  limit: z.number().int().min(1).max(1000).default(100),
  before: reference().optional().describe('The id of the last changeset of the page before'),
  cursor: cursor(),
});

const reviewResult = z
  .object({
    id: z.string(),
    status: z.enum(CHANGESET_STATUSES),
    applied_versions: changesetSchema.shape.applied_versions,
    reason: z.string().nullable().describe('Why it was rejected or why it failed, else null'),
  })
  .meta({ id: 'ReviewResult' });

const commentResult = z
  .object({ id: z.string(), mentions: z.array(personSchema).describe('Whom it mentions') })
  .meta({ id: 'CommentResult' });

const assignResult = z
  .object({ id: z.string(), assignment: assignmentSchema.nullable() })
  .meta({ id: 'AssignResult' });

export const changesetOperations = {
  listChangesets: operation({
    method: 'GET',
    path: '/v1/changesets',
    scope: 'review',
    tag: TAG,
    summary: 'Changesets, newest first; those that wait for review unless another status is named',
    description: `${PAGING} For older ones the id of the last changeset of a page as \`before\` does as well.`,
    notFound: 'The changeset named by `before` is unknown here or in another tenant',
    paged: true,
  })
    .input(changesetQuery)
    .output(pageSchema(changesetSchema))
    .query(({ ctx, input: { agent_id: agentId = null, status, ...page } }) =>
      listChangesets(ctx.runtime, ctx.principal, {
        agentId,
        status: status === '' || status === 'all' ? null : status,
        ...page,
      }),
    ),

  getChangeset: operation({
    method: 'GET',
    path: '/v1/changesets/{cs_id}',
    scope: 'review',
    tag: TAG,
    summary: 'One changeset',
    description:
      'Its `digest`, sent as `expect`, makes a review or an amendment count only for what is shown here.',
  })
    .input(z.object({ cs_id: reference() }))
    .output(snakeCased(shownChangesetSchema))
    .query(({ ctx, input }) => getChangeset(ctx.runtime, ctx.principal, input.cs_id)),

  reviewChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/review',
    scope: 'review',
    tag: TAG,
    summary: 'Approve or reject a pending changeset',
    description:
      'An approved changeset is applied as it was proposed, at once or, where it is risky and modifies one skill with enough ' +
      'uses, after a `canary` on live traffic; `skip_canary` waives that. While another canary runs on a skill it touches it ' +
      'is `approved` and waits. It becomes `failed`, and nothing is changed, where a skill it touches has a newer version ' +
      'than it was proposed against, or a skill that it creates already exists. A rejected one keeps the comment as its reason. ' +
      'Any status but `pending` gives 409 `changeset is <status>`. With `expect` it counts only for what was shown: 409 says what ' +
      'changed where the operations, the findings or the version of a skill have changed, and nothing is decided.',
  })
    .input(reviewInSchema.extend({ cs_id: reference() }))
    .output(snakeCased(reviewResult))
    .mutation(async ({ ctx, input }) => {
      const { cs_id: id, approve, comment = null, skip_canary: skipCanary, expect = null } = input;
      const mentions = await mentionedIn(ctx.runtime, ctx.principal, comment);
      const review = { id, approve, comment, skipCanary, expect, mentions };
      return await reviewChangeset(ctx.runtime, ctx.principal, review);
    }),

  assignChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/assign',
    scope: 'review',
    tag: TAG,
    summary: 'Claim a pending changeset, assign or release it',
    description:
      'An assignment tells others who reviews it; anyone may still decide it. It ends with the decision, and goes over to the ' +
      'changeset that a stale one is proposed again as. Any status but `pending` gives 409 `changeset is <status>`.',
  })
    .input(assignInSchema.extend({ cs_id: reference() }))
    .output(snakeCased(assignResult))
    .mutation(async ({ ctx, input: { cs_id: id, assignee, previous } }) => {
      const actor = assignee === null ? null : await requirePerson(ctx.runtime, ctx.principal, assignee);
      return await assignChangeset(ctx.runtime, ctx.principal, { id, assignee: actor, previous });
    }),

  commentChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/comment',
    scope: 'review',
    tag: TAG,
    summary: 'Comment on a changeset of any status',
    description:
      'Comments are part of its history, the audit log. Secrets and personal data in them are redacted.',
  })
    .input(commentInSchema.extend({ cs_id: reference() }))
    .output(snakeCased(commentResult))
    .mutation(async ({ ctx, input: { cs_id: id, text } }) => {
      const mentions = await mentionedIn(ctx.runtime, ctx.principal, text);
      await commentChangeset(ctx.runtime, ctx.principal, { id, text, mentions });
      return { id, mentions };
    }),

  listPeople: operation({
    method: 'GET',
    path: '/v1/people',
    scope: 'review',
    tag: TAG,
    summary: 'Who can review here: to assign changesets to, and to mention in comments as `@name`',
    description:
      'Holders of valid keys with the scope `review`, and those who signed in to the dashboard with it in the last 90 days; ' +
      'at most 500 of each, by name.',
  })
    .input(z.object({}))
    .output(snakeCased(z.array(personSchema)))
    .query(({ ctx }) => listPeople(ctx.runtime, ctx.principal)),

  amendChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/amend',
    scope: 'review',
    tag: TAG,
    summary: 'Replace the operations of a pending changeset',
    description:
      'Risk and safety findings are computed again; what was proposed stays as `original_ops`. Operations that could not apply ' +
      'together give 422, any status but `pending` gives 409 `changeset is <status>`. With `expect`, 409 says what changed where ' +
      'someone else amended it since it was read.',
  })
    .input(amendInSchema.extend({ cs_id: reference() }))
    .output(snakeCased(shownChangesetSchema))
    .mutation(({ ctx, input }) => {
      const { cs_id: id, ops, comment = null, expect = null } = input;
      return amendChangeset(ctx.runtime, ctx.principal, { id, ops, comment, expect });
    }),
};
