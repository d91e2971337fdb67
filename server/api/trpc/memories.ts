/** Memories: what is held, what is believed, what was believed when. */
import { z } from 'zod';
import { agentIdOrShared, reference } from '../../domain/fields.ts';
import { HOLD_CAUSES, MEMORY_KINDS, MEMORY_STATUSES, userId } from '../../domain/memories/memory.ts';
import { CleanupDecision, SUGGESTIONS_MAX } from '../../domain/memories/suggestion.ts';
import {
  countSuggestions,
  decideSuggestions,
  listSuggestions,
  restoreMemory,
} from '../../memories/cleanup/index.ts';
import {
  browseMemories,
  countMemories,
  getProfile,
  memoryChain,
  readMemories,
  reviewMemories,
} from '../../memories/index.ts';
import { agentFilter, filter, moment, paging, procedure, router, searchText } from './fields.ts';

/** Most memories that are read by their ids: as many as a recall considers. */
const MEMORIES_AT_ONCE = 250;
/** Most that are decided in one call: each may ask the learning model. */
const DECIDED_AT_ONCE = 20;

export const memoryRouter = router({
  list: procedure('learn')
    .input(
      z.object({
        agentId: agentFilter(),
        userId: filter(userId()),
        kind: filter(z.enum(MEMORY_KINDS)),
        statuses: z.array(z.enum(MEMORY_STATUSES)).min(1).max(3).default(['active']),
        text: searchText(),
        cause: filter(z.enum(HOLD_CAUSES)),
        asOf: filter(moment()),
        ...paging,
      }),
    )
    .query(({ ctx, input: { cursor, limit, asOf: at, ...chosen } }) =>
      browseMemories(ctx.runtime, ctx.principal, { cursor, limit, filter: { ...chosen, at } }),
    ),
  counts: procedure('review')
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => countMemories(ctx.runtime, ctx.principal, input.agentId)),
  suggestionCount: procedure('learn')
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => countSuggestions(ctx.runtime, ctx.principal, input.agentId)),
  chain: procedure('learn')
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => memoryChain(ctx.runtime, ctx.principal, input.id)),
  byIds: procedure('learn')
    .input(z.object({ ids: z.array(reference()).min(1).max(MEMORIES_AT_ONCE) }))
    .query(({ ctx, input }) => readMemories(ctx.runtime, ctx.principal, input.ids)),
  profile: procedure('learn')
    .input(z.object({ agentId: agentIdOrShared(), userId: userId() }))
    .query(({ ctx, input }) => getProfile(ctx.runtime, ctx.principal, input)),
  /** Decides on what was shown, or refuses; only one that is looked at alone is approved with a finding. */
  decide: procedure('review')
    .input(
      z.object({
        decisions: z
          .array(z.object({ id: reference(), expect: z.string().max(100) }))
          .min(1)
          .max(DECIDED_AT_ONCE),
        approve: z.boolean(),
        alone: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input }) => reviewMemories(ctx.runtime, ctx.principal, input)),
  suggestions: procedure('learn')
    .input(z.object({ agentId: agentFilter(), ...paging }))
    .query(({ ctx, input }) => listSuggestions(ctx.runtime, ctx.principal, input)),
  /** Decides on what was shown, or refuses. */
  decideSuggestions: procedure('review')
    .input(z.object({ decisions: z.array(CleanupDecision).min(1).max(SUGGESTIONS_MAX) }))
    .mutation(({ ctx, input }) => decideSuggestions(ctx.runtime, ctx.principal, input.decisions)),
  restore: procedure('review')
    .input(z.object({ id: reference() }))
    .mutation(({ ctx, input }) => restoreMemory(ctx.runtime, ctx.principal, input.id)),
});
