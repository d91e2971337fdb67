/** Questions over REST. */
import { ask } from '../../runs/ask/index.ts';
import { AskIn, AskOut } from '../../domain/runs/ask/ask.ts';
import { operation } from './operation.ts';

export const askOperations = {
  ask: operation({
    method: 'POST',
    path: '/v1/ask',
    scope: 'learn',
    tag: 'Learning loop',
    summary: 'Answer a question from learned evidence only',
    description:
      'Answers from the skills of the agent and the shared ones, its memories and the user profile, with the ids of what the ' +
      'answer rests on. 503 with Retry-After 30 where no learning model answers usably, 429 with Retry-After 3600 where the ' +
      "tenant's tokens of the day are used.",
  })
    .input(AskIn)
    .output(AskOut)
    .mutation(({ ctx, input }) => ask(ctx.runtime, ctx.principal, input)),
};
