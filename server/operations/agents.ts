/** What is asked of an agent's episodes as a whole, over REST: export, reflection, replay. */
import { z } from 'zod';
import { agentIdOrShared } from '../domain/fields.ts';
import { exportEpisodes } from '../export/index.ts';
import { replayEpisodes, startReflection } from '../reflection/index.ts';
import { operation } from './operation.ts';

const TAG = 'Governance';

/** A reply that is written as it is made: text, as far as the interface's document is concerned. */
const ndjson = z.custom<AsyncIterable<string>>().meta({ override: { type: 'string' } });

const reason = z.string().describe('Why nothing was queued');

export const agentsOperations = {
  exportEpisodes: operation({
    method: 'GET',
    path: '/v1/agents/{agent_id}/export',
    scope: 'review',
    tag: TAG,
    summary: "An agent's episodes as lines of JSON, oldest first",
    description:
      'A stream of newline-delimited JSON objects: `episode_id`, `task`, `messages`, `tool_calls`, `reward`, ' +
      '`reward_strength`, `served` (`{skills: [{id, version, arm}], bullets: [id], memories: [id]}` or null), `holdout`, ' +
      '`framework`, `created_at`. Transcripts are redacted as they were stored. Audited as `episodes.exported`.',
    produces: 'application/x-ndjson',
  })
    .input(
      z.object({ agent_id: agentIdOrShared(), limit: z.number().int().min(1).max(100_000).default(10_000) }),
    )
    .output(ndjson)
    .query(({ ctx, input }) =>
      exportEpisodes(ctx.runtime, ctx.principal, { agentId: input.agent_id, limit: input.limit }),
    ),

  reflect: operation({
    method: 'POST',
    path: '/v1/agents/{agent_id}/reflect',
    scope: 'review',
    tag: TAG,
    summary: "Reflect on an agent's unreflected episodes",
    description: 'Without a learning model nothing is queued: `skipped`, with the reason.',
    status: 202,
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(
      z
        .object({ status: z.literal('skipped'), kind: z.literal('reflect'), reason })
        .meta({ id: 'ReflectOut' }),
    )
    .mutation(({ ctx }) => startReflection(ctx.runtime)),

  replay: operation({
    method: 'POST',
    path: '/v1/agents/{agent_id}/replay',
    scope: 'review',
    tag: TAG,
    summary: "Reflect on an agent's stored episodes once more",
    description: 'Without a learning model nothing is queued: `skipped`, with the reason.',
    status: 202,
  })
    .input(z.object({ agent_id: agentIdOrShared(), limit: z.number().int().min(1).max(5000).default(200) }))
    .output(
      z
        .object({
          status: z.literal('skipped'),
          episodes: z.number().int().min(0).max(5000).describe('How many were queued'),
          reason,
        })
        .meta({ id: 'ReplayOut' }),
    )
    .mutation(({ ctx }) => replayEpisodes(ctx.runtime)),
};
