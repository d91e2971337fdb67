/** Insights over REST. */
import { z } from 'zod';
import { agentIdOrShared } from '../../domain/fields.ts';
import { insightsSchema } from '../../domain/admin/insights/insights.ts';
import { readInsights } from '../../admin/insights/index.ts';
import { operation } from './operation.ts';

export const insightsOperations = {
  readInsights: operation({
    method: 'GET',
    path: '/v1/agents/{agent_id}/insights',
    scope: 'learn',
    tag: 'Governance',
    summary: 'Whether learning helps an agent, and how its skills do',
    description: 'All figures are exact: the same evidence gives the same digits on every call.',
  })
    .input(z.object({ agent_id: agentIdOrShared() }))
    .output(insightsSchema)
    .query(({ ctx, input }) => readInsights(ctx.runtime, ctx.principal, input.agent_id)),
};
