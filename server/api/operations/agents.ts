/** What concerns an agent as a whole, over REST: export, reflection, curation, replay and insights. */
import { z } from 'zod';
import { exportEpisodes } from '../../admin/export/index.ts';
import { readInsights } from '../../admin/insights/index.ts';
import { insightsSchema } from '../../domain/admin/insights.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { agentIdOrShared } from '../../domain/fields.ts';
import { agentSourcesInSchema, agentSourcesSchema } from '../../domain/trust/agent-sources.ts';
import { startCuration } from '../../learning/curation/index.ts';
import { replayEpisodes, startReflection } from '../../learning/reflection/index.ts';
import { changeSources, readSources } from '../../learning/sources/index.ts';
import { ndjson, operation } from './operation.ts';

const TAG = 'Governance';

const started = {
  status: z.enum(['queued', 'skipped']),
  reason: z.string().optional().describe('Why nothing was queued'),
};

export const agentsOperations = {
  exportEpisodes: operation({
    method: 'GET',
    path: '/v1/agents/{agent_id}/export',
    scope: 'review',
    agents: 'named',
    tag: TAG,
    summary: "An agent's episodes as lines of JSON, oldest first",
    description:
      'A stream of newline-delimited JSON objects: `episode_id`, `task`, `messages`, `tool_calls`, `reward`, ' +
      '`reward_strength`, `served` (`{skills: [{id, version, arm}], bullets: [id], memories: [id]}` or null), `holdout`, ' +
      '`framework`, `model`, `created_at`. Transcripts are redacted as they were stored. Audited as `episodes.exported`.',
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
    agents: 'named',
    tag: TAG,
    summary: "Reflect on an agent's unreflected episodes",
    description:
      'Queues a job that judges runs of unknown outcome, and makes memories and one proposal of what they teach. ' +
      'Without a learning model nothing is queued: `skipped`, with the reason.',
    status: 202,
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(z.object({ ...started, kind: z.literal('reflect') }).meta({ id: 'ReflectOut' }))
    .mutation(({ ctx, input }) => startReflection(ctx.runtime, ctx.principal, input.agent_id)),

  readSources: operation({
    method: 'GET',
    path: '/v1/agents/{agent_id}/sources',
    scope: 'review',
    tag: TAG,
    summary: "Which of an agent's tools are trusted, and how often each was called",
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(snakeCased(agentSourcesSchema))
    .query(({ ctx, input }) => readSources(ctx.runtime, ctx.principal, input.agent_id)),

  changeSources: operation({
    method: 'PUT',
    path: '/v1/agents/{agent_id}/sources',
    scope: 'admin',
    tag: TAG,
    summary: "Replace the lists of an agent's trusted and untrusted tools",
    description:
      'What text from an untrusted tool teaches waits for a person. Policy decides anew on waiting changes that nothing but ' +
      'a tool now trusted held. Audited as `sources.changed`.',
  })
    .input(agentSourcesInSchema.extend({ agent_id: agentIdOrShared() }))
    .output(snakeCased(agentSourcesSchema))
    .mutation(({ ctx, input: { agent_id: agentId, trusted, untrusted } }) =>
      changeSources(ctx.runtime, ctx.principal, { agentId, trusted, untrusted }),
    ),

  curate: operation({
    method: 'POST',
    path: '/v1/agents/{agent_id}/curate',
    scope: 'review',
    agents: 'named',
    tag: TAG,
    summary: "Tidy up an agent's skills and its users' cards",
    description:
      'Queues a job that marks unused skills as stale or archived and, where a learning model is configured, nominates ' +
      'skills that fail too often for evolution, proposes merges of rules that say the same, and rewrites profile cards. ' +
      'Looks for memories that repeat another, too. For `*` the shared skills age; their text is changed by people alone.',
    status: 202,
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(z.object({ status: z.literal('queued'), kind: z.literal('curate') }).meta({ id: 'CurateOut' }))
    .mutation(({ ctx, input }) => startCuration(ctx.runtime, ctx.principal, input.agent_id)),

  replay: operation({
    method: 'POST',
    path: '/v1/agents/{agent_id}/replay',
    scope: 'review',
    agents: 'named',
    tag: TAG,
    summary: "Reflect on an agent's stored episodes once more",
    description:
      'Queues the newest episodes, at most `limit`, for reflection, also those that were reflected on; each costs as much ' +
      'as the first time, and its new verdicts on rules replace the earlier ones. ' +
      'Without a learning model nothing is queued: `skipped`, with the reason.',
    status: 202,
  })
    .input(z.object({ agent_id: agentIdOrShared(), limit: z.number().int().min(1).max(5000).default(200) }))
    .output(
      z
        .object({
          ...started,
          episodes: z.number().int().min(0).max(5000).describe('How many were queued again'),
        })
        .meta({ id: 'ReplayOut' }),
    )
    .mutation(({ ctx, input }) =>
      replayEpisodes(ctx.runtime, ctx.principal, { agentId: input.agent_id, limit: input.limit }),
    ),
};

export const insightsOperations = {
  readInsights: operation({
    method: 'GET',
    path: '/v1/agents/{agent_id}/insights',
    scope: 'learn',
    agents: 'named',
    tag: 'Governance',
    summary: 'Whether learning helps an agent, and how its skills do',
    description: 'All figures are exact: the same evidence gives the same digits on every call.',
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(snakeCased(insightsSchema))
    .query(({ ctx, input }) => readInsights(ctx.runtime, ctx.principal, input.agent_id)),
};
