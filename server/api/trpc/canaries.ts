/** Canaries: those that run and those that ended, with the course of their evidence and the runs behind it. */
import { z } from 'zod';
import { reference } from '../../domain/fields.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { listCanaries, listCanaryEpisodes, readCanary } from '../../skills/canary/index.ts';
import { agentFilter, filter, procedure, router } from './fields.ts';

const ARMS = ['incumbent', 'candidate'] as const satisfies readonly Arm[];

/** The cursor of these lists is the id of the last item. */
const paging = { cursor: filter(reference()), limit: z.number().int().min(1).max(200).default(50) };

/** At most `limit` of `items`, of which one more was read, and the id of the last one. */
function pageOf<T>(items: T[], limit: number, idOf: (item: T) => string) {
  const last = items.length > limit ? items[limit - 1] : undefined;
  return { items: items.slice(0, limit), nextCursor: last === undefined ? null : idOf(last) };
}

export const canaryRouter = router({
  list: procedure
    .input(z.object({ agentId: agentFilter(), state: filter(z.enum(['running', 'ended'])), ...paging }))
    .query(async ({ ctx, input: { cursor: before, limit, ...chosen } }) => {
      const query = { ...chosen, before, limit: limit + 1 };
      return pageOf(await listCanaries(ctx.runtime, ctx.principal, query), limit, ({ id }) => id);
    }),
  detail: procedure
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => readCanary(ctx.runtime, ctx.principal, input.id)),
  episodes: procedure
    .input(z.object({ id: reference(), arm: filter(z.enum(ARMS)), ...paging }))
    .query(async ({ ctx, input: { cursor: before, limit, ...chosen } }) => {
      const query = { ...chosen, before, limit: limit + 1 };
      const runs = await listCanaryEpisodes(ctx.runtime, ctx.principal, query);
      const shown = runs.map((run) => ({ ...run, createdAt: run.createdAt?.toISOString() ?? null }));
      return pageOf(shown, limit, ({ episodeId }) => episodeId);
    }),
});
