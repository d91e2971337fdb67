/** Feedback over REST. */
import { feedbackInSchema, feedbackOutSchema } from '../../domain/runs/episodes/feedback.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { operation } from './operation.ts';

export const feedbackOperations = {
  giveFeedback: operation({
    method: 'POST',
    path: '/v1/feedback',
    scope: 'learn',
    notFound: 'The episode is unknown here or in another tenant',
    tag: 'Learning loop',
    summary: 'Judge a recorded run',
    description:
      'The latest feedback becomes the reward of the episode unless a verification outranks it. A score below 0.5, a ' +
      'comment or a correction triggers reflection.',
  })
    .input(feedbackInSchema)
    .output(feedbackOutSchema)
    .mutation(({ ctx, input }) => giveFeedback(ctx.runtime, ctx.principal, input)),
};
