/** Recalls over REST. */
import { z } from 'zod';
import { reference } from '../../domain/fields.ts';
import { RecallExplanation, RecallRequest, RecallResponse } from '../../domain/runs/recall/recall.ts';
import { explainRecall, recall } from '../../runs/recall/index.ts';
import { operation } from './operation.ts';

export const recallOperations = {
  recall: operation({
    method: 'POST',
    path: '/v1/recall',
    scope: 'learn',
    tag: 'Learning loop',
    summary: 'What was learned that helps with a task, ready for the prompt',
    description:
      'Ranks the skills of the agent and of the shared namespace and the memories that the user may see. The best skills ' +
      'come in full, the next by name in `skill_index`. A session in the holdout receives neither, but memories and ' +
      'profile. An empty query serves no skill and the newest memories. At most the 2,000 newest memories are ranked.',
  })
    .input(RecallRequest)
    .output(RecallResponse)
    .mutation(({ ctx, input }) => recall(ctx.runtime, ctx.principal, input)),

  explainRecall: operation({
    method: 'GET',
    path: '/v1/recalls/{recall_id}',
    scope: 'learn',
    tag: 'Learning loop',
    summary: 'What a recall served and why',
  })
    .input(z.object({ recall_id: reference() }))
    .output(RecallExplanation)
    .query(({ ctx, input }) => explainRecall(ctx.runtime, ctx.principal, input.recall_id)),
};
