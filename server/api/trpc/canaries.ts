/** Canaries: those that run and those that ended, with the course of their evidence and the runs behind it. */
import { z } from 'zod';
import { actorNames } from '../../admin/keys/index.ts';
import { reference } from '../../domain/fields.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { listCanaries, listCanaryEpisodes, readCanary } from '../../skills/canary/index.ts';
import { stopCanary } from '../../skills/index.ts';
import { agentFilter, filter, paging, procedure, router } from './fields.ts';

const ARMS = ['incumbent', 'candidate'] as const satisfies readonly Arm[];

export const canaryRouter = router({
  list: procedure('review')
    .input(z.object({ agentId: agentFilter(), state: filter(z.enum(['running', 'ended'])), ...paging }))
    .query(({ ctx, input }) => listCanaries(ctx.runtime, ctx.principal, input)),
  detail: procedure('review')
    .input(z.object({ id: reference() }))
    .query(async ({ ctx: { runtime, principal }, input }) => {
      const canary = await readCanary(runtime, principal, input.id);
      const reviewers = [...canary.queued, ...canary.stale].flatMap(({ reviewer }) => reviewer ?? []);
      const names = await actorNames(runtime, principal.tenant, reviewers);
      return { ...canary, actorNames: Object.fromEntries(names) };
    }),
  episodes: procedure('review')
    .input(z.object({ id: reference(), arm: filter(z.enum(ARMS)), ...paging }))
    .query(({ ctx, input }) => listCanaryEpisodes(ctx.runtime, ctx.principal, input)),
  stop: procedure('review')
    .input(z.object({ id: reference() }))
    .mutation(({ ctx, input }) => stopCanary(ctx.runtime, ctx.principal, input.id)),
});
