/** The saved filters of the review queue. */
import { z } from 'zod';
import { listFilters, removeFilter, saveFilter } from '../../admin/saved-filters/index.ts';
import { freeText, reference } from '../../domain/fields.ts';
import { procedure, router } from './fields.ts';

export const savedFilterRouter = router({
  list: procedure('review').query(({ ctx }) => listFilters(ctx.runtime, ctx.principal)),
  save: procedure('review')
    .input(
      z.object({
        name: freeText().trim().min(1).max(60),
        query: freeText().min(1).max(600),
        shared: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input }) => saveFilter(ctx.runtime, ctx.principal, input)),
  remove: procedure('review')
    .input(z.object({ id: reference() }))
    .mutation(({ ctx, input }) => removeFilter(ctx.runtime, ctx.principal, input.id)),
});
