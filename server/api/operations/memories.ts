/** Memories over REST (add, list, approve, delete), and the profiles of users. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { agentIdOrShared, DEFAULT_AGENT, moment, reference } from '../../domain/fields.ts';
import {
  MEMORY_BATCH_MAX,
  MEMORY_LIST_MAX,
  MEMORY_STATUSES,
  Memory,
  MemoryAdded,
  MemoryBatchOut,
  MemoryIn,
  type MemoryStatus,
  userId,
} from '../../domain/memories/memory.ts';
import { ProfileCard } from '../../domain/memories/profile.ts';
import {
  CleanupDecision,
  CleanupResult,
  MemorySuggestion,
  SUGGESTIONS_MAX,
} from '../../domain/memories/suggestion.ts';
import { FoundMemories, MemorySearch } from '../../domain/runs/recall/recall.ts';
import { decideSuggestions, listSuggestions, restoreMemory } from '../../memories/cleanup/index.ts';
import {
  addMemories,
  addMemory,
  approveMemory,
  deleteMemory,
  getProfile,
  listMemories,
} from '../../memories/index.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { ERROR_STATUS } from '../../platform/http/error-reply.ts';
import { searchMemories } from '../../runs/recall/index.ts';
import { cursor, operation, PAGES, PAGING, pageSchema } from './operation.ts';

const TAG = 'Memory and profiles';

/** The raw body where it is a list; its length is checked before its items. */
const rawBatch = z.object({ memories: z.array(z.unknown()) });

const MemoryQuery = z.object({
  agent_id: agentIdOrShared().default(DEFAULT_AGENT),
  user_id: userId().optional().meta({ description: 'Only the memories of exactly this user' }),
  as_of: moment().optional().meta({ description: 'The memories that were active at this time' }),
  include_history: z.boolean().default(false).meta({ description: 'Include superseded memories' }),
  status: z
    .enum([...MEMORY_STATUSES, 'all'])
    .optional()
    .meta({ description: 'Only memories of this status; `all` means every status' }),
  limit: z.number().int().min(1).max(MEMORY_LIST_MAX).default(MEMORY_LIST_MAX),
  cursor: cursor(),
});

function statusesIn({
  status,
  include_history: withHistory,
}: z.output<typeof MemoryQuery>): readonly MemoryStatus[] {
  if (status === 'all') return MEMORY_STATUSES;
  if (status !== undefined) return [status];
  return withHistory ? ['active', 'superseded'] : ['active'];
}

export const memoryOperations = {
  addMemory: operation({
    method: 'POST',
    path: '/v1/memories',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: 'Remember something about a user or the agent',
    description:
      'A memory that resembles an active one of the same agent and user is reconciled with it by the learning model: `add` ' +
      'beside it, `update` (merged with it) or `supersede` in its place, or `noop` with the id of the memory that already ' +
      'says it. A memory is held as `pending` when its safety scan has findings, when memories are not approved ' +
      'automatically, or when the model needed for reconciling is missing, fails or is over budget. The call waits at most ' +
      '10 s for the model; then the memory is `pending` too, and a job reconciles it later.',
  })
    .input(MemoryIn)
    .output(MemoryAdded)
    .mutation(({ ctx, input }) => addMemory(ctx.runtime, ctx.principal, input)),

  addMemoryBatch: operation({
    method: 'POST',
    path: '/v1/memories:batch',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: `Remember up to ${MEMORY_BATCH_MAX} things, each as one call would`,
    description:
      'The results are in the order of the memories: what one call would have answered, or `error` with its status. A body ' +
      'with a memory that is not valid is refused as a whole.',
    body: 'memories',
    refuse(sent) {
      const { success, data } = rawBatch.safeParse(sent);
      if (success && data.memories.length > MEMORY_BATCH_MAX)
        throw new ServiceError('too_large', `a batch holds at most ${MEMORY_BATCH_MAX} memories`);
    },
  })
    .input(z.object({ memories: z.array(MemoryIn).meta({ maxItems: MEMORY_BATCH_MAX }) }))
    .output(MemoryBatchOut)
    .mutation(async ({ ctx, input }) => {
      const added = await addMemories(ctx.runtime, ctx.principal, input.memories);
      const results = added.map((result) =>
        isServiceError(result)
          ? { error: { status: ERROR_STATUS[result.kind], detail: result.detail } }
          : result,
      );
      return { results };
    }),

  searchMemories: operation({
    method: 'POST',
    path: '/v1/memories:search',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: 'The memories that bear on a query, best first',
    description:
      'Ranked and bounded as in a recall: those below the minimum score are left out, and an empty query gives the newest. Of ' +
      'the user of the scope and of no user. Nothing is recorded or counted.',
  })
    .input(MemorySearch)
    .output(FoundMemories)
    .mutation(({ ctx, input }) => searchMemories(ctx.runtime, ctx.principal, input)),

  listMemories: operation({
    method: 'GET',
    path: '/v1/memories',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: 'The memories of an agent, newest first',
    description:
      'The current view unless `as_of`, `include_history` or `status` say otherwise; `status` applies to the moment of ' +
      `\`as_of\`. At most \`limit\` memories, newest first. ${PAGING}`,
    paged: true,
  })
    .input(MemoryQuery)
    .output(pageSchema(Memory))
    .query(({ ctx, input }) => {
      const { agent_id: agentId, user_id: userId, as_of: asOf, cursor, limit } = input;
      const at = asOf === undefined ? null : new Date(asOf);
      const filter = { agentId, userId, at, statuses: statusesIn(input) };
      return listMemories(ctx.runtime, ctx.principal, { filter, cursor, limit });
    }),

  approveMemory: operation({
    method: 'POST',
    path: '/v1/memories/{memory_id}/approve',
    scope: 'review',
    agents: { memory: 'memory_id' },
    tag: TAG,
    summary: 'Release a pending memory',
    description:
      'Reconciles it with the active memories that it resembles: it may take the place of one, in its own wording or ' +
      'merged with it, or be closed (`superseded`) where one already says it. Where the learning model is missing or fails ' +
      'it becomes active as it is.',
  })
    .input(z.object({ memory_id: reference() }))
    .output(z.object({ id: z.string(), status: z.enum(MEMORY_STATUSES) }).meta({ id: 'MemoryApproved' }))
    .mutation(({ ctx, input }) => approveMemory(ctx.runtime, ctx.principal, input.memory_id)),

  deleteMemory: operation({
    method: 'DELETE',
    path: '/v1/memories/{memory_id}',
    scope: 'review',
    agents: { memory: 'memory_id' },
    status: 204,
    tag: TAG,
    summary: 'Remove one memory; earlier versions that it superseded stay',
  })
    .input(z.object({ memory_id: reference() }))
    .output(z.void())
    .mutation(({ ctx, input }) => deleteMemory(ctx.runtime, ctx.principal, input.memory_id)),
};

/** Merging what repeats another memory, and restoring it. */
export const cleanupOperations = {
  listMemorySuggestions: operation({
    method: 'GET',
    path: '/v1/memories/hygiene',
    scope: 'learn',
    agents: 'filtered',
    tag: TAG,
    summary: 'Memories that repeat another one, the latest found first',
    description:
      'A daily job compares the active memories of each agent, the newest 20,000 of one. Each has at most one suggestion: to merge ' +
      `it into the memory that it repeats. Nothing happens until someone decides. ${PAGES}`,
    paged: true,
  })
    .input(
      z.object({
        agent_id: agentIdOrShared().optional().describe('All agents unless given'),
        limit: z.number().int().min(1).max(SUGGESTIONS_MAX).default(50),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(MemorySuggestion))
    .query(({ ctx, input: { agent_id: agentId = null, cursor, limit } }) =>
      listSuggestions(ctx.runtime, ctx.principal, { agentId, cursor, limit }),
    ),

  applyMemorySuggestions: operation({
    method: 'POST',
    path: '/v1/memories/hygiene:apply',
    scope: 'review',
    tag: TAG,
    summary: `Decide up to ${SUGGESTIONS_MAX} suggestions, each on its own`,
    description:
      '`merge` puts the other memory in the place of this one, which can be restored; `keep` leaves both, and the same is not ' +
      'suggested again. The results are in the order of the decisions: a refusal of one (409 where it was decided before, or the ' +
      'memories have changed) changes nothing for the others.',
  })
    .input(z.object({ decisions: z.array(CleanupDecision).min(1).max(SUGGESTIONS_MAX) }))
    .output(z.object({ results: z.array(CleanupResult) }).meta({ id: 'CleanupOut' }))
    .mutation(async ({ ctx, input }) => {
      const decided = await decideSuggestions(ctx.runtime, ctx.principal, input.decisions);
      const results = decided.map(({ id, status, fault }) => ({
        ...{ id, status },
        error: fault === null ? null : { status: ERROR_STATUS[fault.kind], detail: fault.detail },
      }));
      return { results };
    }),

  restoreMemory: operation({
    method: 'POST',
    path: '/v1/memories/{memory_id}/restore',
    scope: 'review',
    agents: { memory: 'memory_id' },
    tag: TAG,
    summary: 'Restore a superseded memory',
    description:
      'What replaced it stays active; where the two had been merged by a person, the same is not suggested again. Views of earlier times (`as_of`) then show it as active throughout; the audit log says when it ' +
      'was not. 409 where it is active, was never active, or another active memory says the same.',
  })
    .input(z.object({ memory_id: reference() }))
    .output(z.object({ id: z.string(), status: z.literal('active') }).meta({ id: 'MemoryRestored' }))
    .mutation(({ ctx, input }) => restoreMemory(ctx.runtime, ctx.principal, input.memory_id)),
};

export const profileOperations = {
  getProfile: operation({
    method: 'GET',
    path: '/v1/profiles/{agent_id}/{user_id}',
    scope: 'learn',
    agents: 'named',
    tag: 'Memory and profiles',
    summary: "A user's card: what is known of their preferences",
    description: '`profile` is null where nothing is known. Percent-encode both path segments.',
  })
    .input(z.object({ agent_id: agentIdOrShared(), user_id: userId() }))
    .output(snakeCased(ProfileCard))
    .query(({ ctx, input }) =>
      getProfile(ctx.runtime, ctx.principal, { agentId: input.agent_id, userId: input.user_id }),
    ),
};
