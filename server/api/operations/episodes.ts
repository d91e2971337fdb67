/** Episodes over REST. */
import { z } from 'zod';
import { episodeSchema } from '../../domain/runs/episodes/episode.ts';
import {
  batchOutSchema,
  episodeInSchema,
  episodeOutSchema,
  MAX_BATCH,
} from '../../domain/runs/episodes/episode-in.ts';
import { agentIdOrShared, callerKey, DEFAULT_AGENT, reference } from '../../domain/fields.ts';
import {
  getEpisode,
  latestEpisode,
  recordBatch,
  recordEpisode,
  requireBatchSize,
} from '../../runs/episodes/index.ts';
import { operation } from './operation.ts';

const TAG = 'Learning loop';
const MAX_SESSION = 256;

/** The raw body where it is a list; its length is checked before anything looks into it. */
const rawBatch = z.object({ episodes: z.array(z.unknown()) });

export const episodesOperations = {
  recordEpisode: operation({
    method: 'POST',
    path: '/v1/episodes',
    scope: 'learn',
    tag: TAG,
    summary: 'Record what happened in a run',
    description:
      'Credits the skills that the recall of `recall_id` served. Recording again with the same `idempotency_key` ' +
      'answers with the first episode and stores nothing.',
  })
    .input(episodeInSchema)
    .output(episodeOutSchema)
    .mutation(({ ctx, input }) => recordEpisode(ctx.runtime, ctx.principal, input)),

  recordEpisodeBatch: operation({
    method: 'POST',
    path: '/v1/episodes:batch',
    scope: 'learn',
    tag: TAG,
    summary: `Record up to ${MAX_BATCH} runs, all or none`,
    body: 'episodes',
  })
    .use(async ({ getRawInput, next }) => {
      const { success, data } = rawBatch.safeParse(await getRawInput());
      if (success) requireBatchSize(data.episodes.length);
      return next();
    })
    .input(z.object({ episodes: z.array(episodeInSchema).meta({ maxItems: MAX_BATCH }) }))
    .output(batchOutSchema)
    .mutation(({ ctx, input }) => recordBatch(ctx.runtime, ctx.principal, input.episodes)),

  latestEpisode: operation({
    method: 'GET',
    path: '/v1/episodes/latest',
    scope: 'learn',
    notFound: 'The session has no episode',
    tag: TAG,
    summary: 'The most recent episode of a session',
  })
    .input(
      z.object({ session_id: callerKey(MAX_SESSION), agent_id: agentIdOrShared().default(DEFAULT_AGENT) }),
    )
    .output(episodeSchema)
    .query(({ ctx, input }) =>
      latestEpisode(ctx.runtime, ctx.principal, { agentId: input.agent_id, sessionId: input.session_id }),
    ),

  getEpisode: operation({
    method: 'GET',
    path: '/v1/episodes/{episode_id}',
    scope: 'learn',
    tag: TAG,
    summary: 'An episode',
  })
    .input(z.object({ episode_id: reference() }))
    .output(episodeSchema)
    .query(({ ctx, input }) => getEpisode(ctx.runtime, ctx.principal, input.episode_id)),
};
