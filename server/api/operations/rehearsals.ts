/** Rehearsals over REST: what other settings would have made of the recorded past. */
import { z } from 'zod';
import {
  cancelRehearsal,
  listRehearsals,
  readRehearsal,
  removeRehearsal,
  startRehearsal,
} from '../../admin/rehearsals/index.ts';
import { rehearsalItemSchema, rehearsalSchema } from '../../domain/admin/rehearsal/rehearsal.ts';
import { rehearsalInSchema } from '../../domain/admin/rehearsal/settings.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { reference } from '../../domain/fields.ts';
import { cursor, operation, PAGES, pageSchema } from './operation.ts';

const one = z.object({ rehearsal_id: reference() });

export const rehearsalOperations = {
  startRehearsal: operation({
    method: 'POST',
    path: '/v1/admin/rehearsals',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Rehearse other settings on the recorded past',
    description:
      'A worker goes through the changesets, canaries and recalls of the last days and says what the settings would have made ' +
      'of them. No model is called, and nothing changes. What the record cannot tell is counted by its reason.',
    status: 202,
  })
    .input(rehearsalInSchema)
    .output(snakeCased(rehearsalItemSchema))
    .mutation(({ ctx, input }) => startRehearsal(ctx.runtime, ctx.principal, input)),

  listRehearsals: operation({
    method: 'GET',
    path: '/v1/admin/rehearsals',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Rehearsals without their results, newest first',
    description: PAGES,
    paged: true,
  })
    .input(z.object({ cursor: cursor(), limit: z.number().int().min(1).max(200).default(50) }))
    .output(pageSchema(rehearsalItemSchema))
    .query(({ ctx, input: { cursor: from = null, limit } }) =>
      listRehearsals(ctx.runtime, ctx.principal, { cursor: from, limit }),
    ),

  readRehearsal: operation({
    method: 'GET',
    path: '/v1/admin/rehearsals/{rehearsal_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'A rehearsal with its result',
  })
    .input(one)
    .output(snakeCased(rehearsalSchema))
    .query(({ ctx, input }) => readRehearsal(ctx.runtime, ctx.principal, input.rehearsal_id)),

  cancelRehearsal: operation({
    method: 'POST',
    path: '/v1/admin/rehearsals/{rehearsal_id}/cancel',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Cancel a rehearsal that waits or runs',
    description: 'One that has ended gives 409.',
  })
    .input(one)
    .output(snakeCased(rehearsalItemSchema))
    .mutation(({ ctx, input }) => cancelRehearsal(ctx.runtime, ctx.principal, input.rehearsal_id)),

  removeRehearsal: operation({
    method: 'DELETE',
    path: '/v1/admin/rehearsals/{rehearsal_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Remove a rehearsal that has ended',
    status: 204,
  })
    .input(one)
    .output(z.void())
    .mutation(({ ctx, input }) => removeRehearsal(ctx.runtime, ctx.principal, input.rehearsal_id)),
};
