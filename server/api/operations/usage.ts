/** Token usage over REST. */
import { z } from 'zod';
import { listUsage } from '../../admin/usage/index.ts';
import { operation } from './operation.ts';

const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const UsageRow = z
  .object({
    day: z.iso.date().meta({ description: 'UTC day' }),
    purpose: z.string(),
    calls: count(),
    input_tokens: count().meta({ description: 'uncached, cache-write and cache-read tokens' }),
    output_tokens: count(),
  })
  .meta({ id: 'UsageRow' });

export const usageOperations = {
  listUsage: operation({
    method: 'GET',
    path: '/v1/admin/usage',
    scope: 'admin',
    tag: 'Administration',
    summary: 'Tokens that learning used, per UTC day and purpose',
    description: 'Newest days first, up to 500 rows.',
  })
    .input(z.object({}))
    .output(z.array(UsageRow))
    .query(async ({ ctx }) => {
      const rows = await listUsage(ctx.runtime, ctx.principal);
      return rows.map(({ inputTokens, outputTokens, ...row }) => ({
        ...row,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
      }));
    }),
};
