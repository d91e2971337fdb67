/** A tenant's policy over REST: its own values of approval, recall and canary settings. */
import { z } from 'zod';
import { changePolicy, listPolicyVersions, readPolicy } from '../../admin/policy/index.ts';
import { policyInSchema, policySchema, policyVersionSchema } from '../../domain/admin/policy/policy.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { cursor, operation, PAGES, pageSchema } from './operation.ts';

export const policyOperations = {
  readPolicy: operation({
    method: 'GET',
    path: '/v1/admin/policy',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The settings of approval, recall and canaries that hold in the tenant',
  })
    .input(z.object({}))
    .output(snakeCased(policySchema))
    .query(({ ctx }) => readPolicy(ctx.runtime, ctx.principal)),

  changePolicy: operation({
    method: 'PUT',
    path: '/v1/admin/policy',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Replace the settings that the tenant has values of its own for',
    description:
      'What is null or left out is the installation’s again. Approval, `untrusted_needs_review`, `canary_enabled`, ' +
      '`canary_rule` and `canary_threshold` can only be stricter than the installation’s, and `canary_min_samples` lies ' +
      'between half and double of it: anything else gives 422. The next recall has the new values; a canary that runs ' +
      'goes on by those it began with. To go back, send the `own` of an earlier version.',
  })
    .input(policyInSchema)
    .output(snakeCased(policySchema))
    .mutation(({ ctx, input }) => changePolicy(ctx.runtime, ctx.principal, input)),

  listPolicyVersions: operation({
    method: 'GET',
    path: '/v1/admin/policy/history',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The versions of the policy, newest first: who changed it, when and to what',
    description: PAGES,
    paged: true,
  })
    .input(z.object({ cursor: cursor(), limit: z.number().int().min(1).max(200).default(50) }))
    .output(pageSchema(policyVersionSchema))
    .query(({ ctx, input: { cursor: from = null, limit } }) =>
      listPolicyVersions(ctx.runtime, ctx.principal, { cursor: from, limit }),
    ),
};
