/** What administrators manage: keys, erasure, the audit log, usage and failed jobs. */
import { z } from 'zod';
import { readAudit } from '../../admin/audit-log/index.ts';
import { exportUser, previewErasure } from '../../admin/erasure/index.ts';
import { actorNames, listKeys } from '../../admin/keys/index.ts';
import { readModel } from '../../admin/model/index.ts';
import { comparePolicy, listPolicyVersions } from '../../admin/policy/index.ts';
import { readUsage } from '../../admin/usage/index.ts';
import { auditActors } from '../../audit/index.ts';
import { AUDIT_ACTIONS } from '../../domain/admin/audit-action.ts';
import { freeText, reference } from '../../domain/fields.ts';
import { userId } from '../../domain/memories/memory.ts';
import { countWaitingJobs, listFailedJobs, retryAllJobs, retryJob } from '../../jobs/index.ts';
import { listDeliveries, listWebhooks } from '../../webhooks/index.ts';
import { erasureOperations, keyOperations, modelOperations } from '../operations/admin.ts';
import { policyOperations } from '../operations/policy.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { agentFilter, filter, moment, paging, procedure, router, searchText } from './fields.ts';
import { nameActors } from './name-actors.ts';

export const keyRouter = router({
  list: procedure('admin')
    .input(
      z.object({
        revoked: z.boolean().default(false),
        text: searchText(),
        ...paging,
      }),
    )
    .query(({ ctx, input }) => listKeys(ctx.runtime, ctx.principal, input)),
  create: keyOperations.createKey,
  bind: keyOperations.bindKey,
  revoke: keyOperations.revokeKey,
});

export const erasureRouter = router({
  preview: procedure('admin')
    .input(z.object({ userId: userId() }))
    .query(({ ctx, input }) => previewErasure(ctx.runtime, ctx.principal, input.userId)),
  /** A mutation, so that the user id stays out of addresses, and since it is audited. */
  export: procedure('admin', 'replica')
    .input(z.object({ userId: userId(), cursor: paging.cursor }))
    .mutation(({ ctx, input }) => exportUser(ctx.runtime, ctx.principal, input)),
  erase: erasureOperations.eraseUser,
});

/** Which entries of the audit log; also what an export takes. */
export const auditFilter = z.object({
  actions: z.array(z.enum(AUDIT_ACTIONS)).max(AUDIT_ACTIONS.length).default([]),
  actor: filter(freeText().max(300)),
  /** A resource, or the beginning of one: `skill:`. */
  resource: filter(freeText().max(400)),
  skillId: filter(reference()),
  agentId: agentFilter(),
  from: filter(moment()),
  to: filter(moment()),
  text: searchText(),
});

export const auditRouter = router({
  search: procedure('admin')
    .input(auditFilter.extend(paging))
    .query(({ ctx, input: { cursor, limit, ...chosen } }) =>
      readAudit(ctx.runtime, ctx.principal, { cursor, limit, filter: chosen }),
    ),
  actors: procedure('admin').query(async ({ ctx: { runtime, principal } }) => {
    const actors = await auditActors(runtime, principal);
    const names = await actorNames(runtime, principal.tenant, actors);
    return actors.map((actor) => ({ actor, name: names.get(actor) ?? null }));
  }),
});

export const usageRouter = router({
  read: procedure('admin')
    .input(z.object({ days: z.number().int().min(1).max(366).default(30) }))
    .query(({ ctx, input }) => readUsage(ctx.runtime, ctx.principal, input.days)),
});

export const policyRouter = router({
  read: procedure('admin').query(({ ctx }) => comparePolicy(ctx.runtime, ctx.principal)),
  history: procedure('admin')
    .input(z.object(paging))
    .query(async ({ ctx, input }) => {
      const page = await listPolicyVersions(ctx.runtime, ctx.principal, input);
      const nameOf = await nameActors(
        ctx,
        page.items.map(({ changedBy }) => changedBy),
      );
      const items = page.items.map((item) => ({ ...item, actorName: nameOf(item.changedBy) }));
      return { ...page, items };
    }),
  change: policyOperations.changePolicy,
});

export const modelRouter = router({
  read: procedure('admin').query(({ ctx }) => readModel(ctx.runtime, ctx.principal)),
  test: modelOperations.testModel,
});

export const jobRouter = router({
  failed: procedure('admin')
    .input(z.object(paging))
    .query(({ ctx, input }) => listFailedJobs(ctx.runtime, ctx.principal, input)),
  waiting: procedure('admin').query(({ ctx }) => countWaitingJobs(ctx.runtime, ctx.principal)),
  retry: procedure('admin')
    .input(z.object({ id: reference() }))
    .mutation(({ ctx, input }) => retryJob(ctx.runtime, ctx.principal, input.id)),
  retryAll: procedure('admin').mutation(({ ctx }) => retryAllJobs(ctx.runtime, ctx.principal)),
});

export const webhookRouter = router({
  list: procedure('admin').query(({ ctx }) => listWebhooks(ctx.runtime, ctx.principal)),
  deliveries: procedure('admin')
    .input(z.object({ webhookId: reference(), ...paging }))
    .query(({ ctx, input }) => listDeliveries(ctx.runtime, ctx.principal, input)),
  create: webhookOperations.createWebhook,
  remove: webhookOperations.deleteWebhook,
  test: webhookOperations.testWebhook,
  redeliver: webhookOperations.redeliver,
});
