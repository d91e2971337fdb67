/** What administrators manage over REST: API keys, the audit log, token usage and the erasure of users. */
import { z } from 'zod';
import { eraseUser } from '../../admin/erasure/index.ts';
import { bindKey, createKey, listKeys, revokeKey } from '../../admin/keys/index.ts';
import { readModel, testModel } from '../../admin/model/index.ts';
import { readStatus } from '../../admin/overview/index.ts';
import { listUsage } from '../../admin/usage/index.ts';
import { listAudit } from '../../audit/index.ts';
import { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import { KeyAgentsIn, KeyCreated, KeyIn, ListedKey } from '../../domain/admin/key.ts';
import { learningModelSchema, modelTestSchema } from '../../domain/admin/model.ts';
import { statusSchema } from '../../domain/admin/status.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { callerKey, count, reference } from '../../domain/fields.ts';
import { JOB_KINDS, listFailedJobs, retryJob } from '../../jobs/index.ts';
import { cursor, operation, PAGES, pageSchema } from './operation.ts';

export const keyOperations = {
  createKey: operation({
    method: 'POST',
    path: '/v1/admin/api-keys',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Create an API key of the tenant',
    description: 'The raw key is in this reply alone: only its hash is stored. An unknown scope gives 400.',
  })
    .input(KeyIn)
    .output(snakeCased(KeyCreated))
    .mutation(({ ctx, input }) => createKey(ctx.runtime, ctx.principal, input)),

  listKeys: operation({
    method: 'GET',
    path: '/v1/admin/api-keys',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The API keys of the tenant, newest first, without the keys themselves',
    description: PAGES,
    paged: true,
  })
    .input(
      z.object({
        revoked: z.boolean().default(false).describe('Also those that are revoked'),
        limit: z.number().int().min(1).max(200).default(50),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(ListedKey))
    .query(({ ctx, input: { cursor = null, ...input } }) =>
      listKeys(ctx.runtime, ctx.principal, { ...input, text: null, cursor }),
    ),

  bindKey: operation({
    method: 'PUT',
    path: '/v1/admin/api-keys/{key_id}/agents',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Bind an API key of the tenant to agents',
    description:
      'Replaces the agents that the key may act for; an empty list means all. Requests for other agents are 403. Other processes of ' +
      'the gateway may go by the earlier list for up to 30 seconds. A revoked key gives 404, one with the scope admin 422.',
    status: 204,
  })
    .input(KeyAgentsIn.extend({ key_id: reference() }))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await bindKey(ctx.runtime, ctx.principal, { id: input.key_id, agents: input.agents });
    }),

  revokeKey: operation({
    method: 'DELETE',
    path: '/v1/admin/api-keys/{key_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Revoke an API key of the tenant',
    description:
      'Other processes of the gateway may accept the key for up to 30 seconds more. A key that is already revoked gives 404.',
    status: 204,
  })
    .input(z.object({ key_id: reference() }))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx.runtime, ctx.principal, input.key_id);
    }),
};

export const statusOperations = {
  readStatus: operation({
    method: 'GET',
    path: '/v1/status',
    scope: 'signed-in',
    agents: 'none',
    tag: 'Administration',
    summary: 'Whose credential this is, what it may do, and how its tenant stands',
  })
    .input(z.object({}))
    .output(snakeCased(statusSchema))
    .query(({ ctx }) => readStatus(ctx.runtime, ctx.principal)),
};

const failedJobSchema = z
  .object({
    id: z.string(),
    kind: z.enum(JOB_KINDS),
    payload: z.record(z.string(), z.unknown()).describe('What the job is about, by the names of its kind'),
    attempts: count(),
    lastError: z.string().nullable().describe('What went wrong the last time'),
    failedAt: z.string(),
  })
  .meta({ id: 'FailedJob' });

export const jobOperations = {
  listJobs: operation({
    method: 'GET',
    path: '/v1/jobs',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Background jobs of the tenant that failed for good, the last one first',
    description: PAGES,
    paged: true,
  })
    .input(z.object({ limit: z.number().int().min(1).max(200).default(50), cursor: cursor() }))
    .output(pageSchema(failedJobSchema))
    .query(({ ctx, input: { limit, cursor = null } }) =>
      listFailedJobs(ctx.runtime, ctx.principal, { limit, cursor }),
    ),

  retryJob: operation({
    method: 'POST',
    path: '/v1/jobs/{job_id}/retry',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Run a failed job again',
    description: 'It begins with all its attempts. A job that has not failed, or was retried, gives 404.',
    status: 202,
  })
    .input(z.object({ job_id: reference() }))
    .output(z.object({ job_id: z.string(), status: z.literal('queued') }))
    .mutation(async ({ ctx, input }) => {
      await retryJob(ctx.runtime, ctx.principal, input.job_id);
      return { job_id: input.job_id, status: 'queued' as const };
    }),
};

export const modelOperations = {
  readModel: operation({
    method: 'GET',
    path: '/v1/admin/model',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The learning model: what is configured, what its endpoint understands, and what it fails with',
  })
    .input(z.object({}))
    .output(snakeCased(learningModelSchema))
    .query(({ ctx }) => readModel(ctx.runtime, ctx.principal)),

  testModel: operation({
    method: 'POST',
    path: '/v1/admin/model:test',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Test whether the learning model could learn',
    description:
      'Asks the model what a small failed run teaches, as learning does, and what a rule about it is worth; takes a vector ' +
      'from the embeddings endpoint, where there is one. Each failed check says what its error means and what to set. A slow ' +
      'model takes minutes. The tokens count against the budget of the tenant; nothing else is stored.',
  })
    .input(z.object({}))
    .output(snakeCased(modelTestSchema))
    .mutation(({ ctx }) => testModel(ctx.runtime, ctx.principal)),
};

const AuditEntry = z
  .object({
    id: z.string(),
    actor: z.string(),
    action: z.string(),
    resource: z.string(),
    // Each action has details of its own, and stored entries outlive their form.
    details: z.record(z.string(), z.unknown()),
    at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' });

export const auditOperations = {
  listAudit: operation({
    method: 'GET',
    path: '/v1/admin/audit',
    scope: 'admin',
    tag: 'Administration',
    summary: 'The audit log, newest entries first',
  })
    .input(z.object({ limit: z.number().int().min(1).max(1000).default(200) }))
    .output(z.array(AuditEntry))
    .query(({ ctx, input }) => listAudit(ctx.runtime, ctx.principal, input.limit)),
};

const UsageRow = z
  .object({
    day: z.iso.date().meta({ description: 'UTC day' }),
    purpose: z.string(),
    calls: count(),
    input_tokens: count().meta({ description: 'uncached, cache-write and cache-read tokens' }),
    output_tokens: count(),
  })
  .meta({ id: 'UsageRow' });

export const usageOperations = {
  listUsage: operation({
    method: 'GET',
    path: '/v1/admin/usage',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Tokens that learning used, per UTC day and purpose',
    description: 'Newest days first, up to 500 rows.',
  })
    .input(z.object({}))
    .output(snakeCased(z.array(UsageRow)))
    .query(({ ctx }) => listUsage(ctx.runtime, ctx.principal)),
};

export const erasureOperations = {
  eraseUser: operation({
    method: 'DELETE',
    path: '/v1/admin/users/{user_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Erase a user',
    description:
      'Deletes for good, in the tenant of the credential, all memories (every version), episodes with their feedback, ' +
      'profiles and recalls of this user_id, and answers how many. Not reached: facts stored without a user_id, skills and ' +
      'their versions, sums that hold no text, the audit log, backups, and what was already sent to the learning model.',
  })
    .input(z.object({ user_id: callerKey(256).min(1) }))
    .output(ErasureCounts)
    .mutation(({ ctx, input }) => eraseUser(ctx.runtime, ctx.principal, input.user_id)),
};
