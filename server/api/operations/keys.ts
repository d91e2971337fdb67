/** API keys over REST. */
import { z } from 'zod';
import { reference } from '../../domain/fields.ts';
import { KeyCreated, KeyIn } from '../../domain/admin/key.ts';
import { createKey, revokeKey } from '../../admin/keys/index.ts';
import { operation } from './operation.ts';

export const keyOperations = {
  createKey: operation({
    method: 'POST',
    path: '/v1/admin/api-keys',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Create an API key of the tenant',
    description: 'The raw key is in this reply alone: only its hash is stored. An unknown scope gives 400.',
  })
    .input(KeyIn)
    .output(KeyCreated)
    .mutation(async ({ ctx, input }) => {
      const { createdAt, ...key } = await createKey(ctx.runtime, ctx.principal, input);
      return { ...key, created_at: createdAt.toISOString() };
    }),

  revokeKey: operation({
    method: 'DELETE',
    path: '/v1/admin/api-keys/{key_id}',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Revoke an API key of the tenant',
    description:
      'Other processes of the gateway may accept the key for up to 30 seconds more. A key that is already revoked gives 404.',
    status: 204,
  })
    .input(z.object({ key_id: reference() }))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx.runtime, ctx.principal, input.key_id);
    }),
};
