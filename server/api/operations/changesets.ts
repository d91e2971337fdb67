/** Changesets over REST: list, read, review and amend. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { agentIdOrShared, reference } from '../../domain/fields.ts';
import {
  amendInSchema,
  changesetSchema,
  commentInSchema,
  reviewInSchema,
  shownChangesetSchema,
} from '../../domain/skills/changesets/changeset.ts';
import { CHANGESET_STATUSES } from '../../domain/skills/changesets/status.ts';
import { sourceRefSchema } from '../../domain/trust/because.ts';
import { parseSourceRef } from '../../domain/trust/source-names.ts';
import {
  amendChangeset,
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
  source: sourceRefSchema()
    .optional()
    .describe(
      'Only what an untrusted source taught, by its kind and name in `sources`, such as `tool:web_fetch` or `user:4711`',
    ),
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

const commentResult = z.object({ id: z.string() }).meta({ id: 'CommentResult' });

export const changesetOperations = {
  listChangesets: operation({
    method: 'GET',
    path: '/v1/changesets',
    scope: 'review',
    agents: 'filtered',
    tag: TAG,
    summary: 'Changesets, newest first; those that wait for review unless another status is named',
    description: `${PAGING} For older ones the id of the last changeset of a page as \`before\` does as well.`,
    notFound: 'The changeset named by `before` is unknown here or in another tenant',
    paged: true,
  })
    .input(changesetQuery)
    .output(pageSchema(changesetSchema))
    .query(({ ctx, input: { agent_id: agentId = null, status, source, ...page } }) =>
      listChangesets(ctx.runtime, ctx.principal, {
        agentId,
        status: status === '' || status === 'all' ? null : status,
        source: source === undefined ? null : parseSourceRef(source),
        ...page,
      }),
    ),

  getChangeset: operation({
    method: 'GET',
    path: '/v1/changesets/{cs_id}',
    scope: 'review',
    agents: { changeset: 'cs_id' },
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
    agents: { changeset: 'cs_id' },
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
    .mutation(({ ctx, input }) => {
      const { cs_id: id, approve, comment = null, skip_canary: skipCanary, expect = null } = input;
      return reviewChangeset(ctx.runtime, ctx.principal, { id, approve, comment, skipCanary, expect });
    }),

  commentChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/comment',
    scope: 'review',
    agents: { changeset: 'cs_id' },
    tag: TAG,
    summary: 'Comment on a changeset of any status',
    description:
      'Comments are part of its history, the audit log. Secrets and personal data in them are redacted.',
  })
    .input(commentInSchema.extend({ cs_id: reference() }))
    .output(snakeCased(commentResult))
    .mutation(async ({ ctx, input: { cs_id: id, text } }) => {
      await commentChangeset(ctx.runtime, ctx.principal, { id, text });
      return { id };
    }),

  amendChangeset: operation({
    method: 'POST',
    path: '/v1/changesets/{cs_id}/amend',
    scope: 'review',
    agents: { changeset: 'cs_id' },
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
