/** Memories: what is held, what is believed, what was believed when. */
import { z } from 'zod';
import { agentIdOrShared, reference } from '../../domain/fields.ts';
import { MEMORY_KINDS, MEMORY_STATUSES, userId } from '../../domain/memories/memory.ts';
import {
  browseMemories,
  countMemories,
  memoryChain,
  memoryTimeline,
  readMemories,
} from '../../memories/index.ts';
import { getProfile } from '../../memories/profiles/index.ts';
import { memoryOperations } from '../operations/memories.ts';
import { agentFilter, filter, moment, paging, procedure, router, searchText } from './fields.ts';

/** Most memories that are read by their ids: as many as a recall considers. */
const MEMORIES_AT_ONCE = 250;

export const memoryRouter = router({
  list: procedure
    .input(
      z.object({
        agentId: agentFilter(),
        userId: filter(userId()),
        kind: filter(z.enum(MEMORY_KINDS)),
        statuses: z.array(z.enum(MEMORY_STATUSES)).min(1).max(3).default(['active']),
        text: searchText(),
        asOf: filter(moment()),
        /** With `asOf` also what was not believed then. */
        ghosts: z.boolean().default(false),
        ...paging,
      }),
    )
    .query(({ ctx, input: { cursor, limit, asOf: at, ...chosen } }) =>
      browseMemories(ctx.runtime, ctx.principal, { cursor, limit, filter: { ...chosen, at } }),
    ),
  counts: procedure
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => countMemories(ctx.runtime, ctx.principal, input.agentId)),
  chain: procedure
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => memoryChain(ctx.runtime, ctx.principal, input.id)),
  byIds: procedure
    .input(z.object({ ids: z.array(reference()).min(1).max(MEMORIES_AT_ONCE) }))
    .query(({ ctx, input }) => readMemories(ctx.runtime, ctx.principal, input.ids)),
  timeline: procedure
    .input(z.object({ agentId: agentFilter(), bins: z.number().int().min(1).max(400).default(100) }))
    .query(({ ctx, input }) => memoryTimeline(ctx.runtime, ctx.principal, input)),
  profile: procedure
    .input(z.object({ agentId: agentIdOrShared(), userId: userId() }))
    .query(({ ctx, input }) => getProfile(ctx.runtime, ctx.principal, input)),
  approve: memoryOperations.approveMemory,
  remove: memoryOperations.deleteMemory,
});
