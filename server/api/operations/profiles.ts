/** Users' cards over REST. */
import { z } from 'zod';
import { agentIdOrShared } from '../../domain/fields.ts';
import { userId } from '../../domain/memories/memory.ts';
import { ProfileCard } from '../../domain/memories/profiles/profile.ts';
import { getProfile } from '../../memories/profiles/index.ts';
import { operation } from './operation.ts';

export const profileOperations = {
  getProfile: operation({
    method: 'GET',
    path: '/v1/profiles/{agent_id}/{user_id}',
    scope: 'learn',
    tag: 'Memory and profiles',
    summary: "A user's card: what is known of their preferences",
    description: '`profile` is null where nothing is known. Percent-encode both path segments.',
  })
    .input(z.object({ agent_id: agentIdOrShared(), user_id: userId() }))
    .output(ProfileCard)
    .query(({ ctx, input }) =>
      getProfile(ctx.runtime, ctx.principal, { agentId: input.agent_id, userId: input.user_id }),
    ),
};
