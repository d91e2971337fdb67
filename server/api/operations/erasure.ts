/** User erasure over REST. */
import { z } from 'zod';
import { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import { callerKey } from '../../domain/fields.ts';
import { eraseUser } from '../../admin/erasure/index.ts';
import { operation } from './operation.ts';

export const erasureOperations = {
  eraseUser: operation({
    method: 'DELETE',
    path: '/v1/admin/users/{user_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Erase a user',
    description:
      'Deletes for good, in the tenant of the credential, all memories (every version), episodes with their feedback, ' +
      'profiles and recalls of this user_id, and answers how many. Not reached: facts stored without a user_id, skills and ' +
      'their versions, sums that hold no text, the audit log, backups, and what was already sent to the learning model.',
  })
    .input(z.object({ user_id: callerKey(256).min(1) }))
    .output(ErasureCounts)
    .mutation(({ ctx, input }) => eraseUser(ctx.runtime, ctx.principal, input.user_id)),
};
