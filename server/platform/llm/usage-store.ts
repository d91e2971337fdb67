/** The usage rows as the model client writes and reads them: one a tenant, UTC day and purpose. */
import type { Purpose } from '../../domain/learning/answers.ts';
import { type Tx, tenantClient } from '../db/tenant-client.ts';
import type { CallUsage } from './read-reply.ts';

export function usageStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Counts one call. One statement, so that any number of processes can count at once. */
    async addCall(day: string, purpose: Purpose, { input, output }: CallUsage): Promise<void> {
      await client.$executeRaw`
        INSERT INTO usage_day (tenant, day, purpose, calls, input_tokens, output_tokens)
        VALUES (${tenant}, ${day}, ${purpose}, 1, ${input}, ${output})
        ON CONFLICT (tenant, day, purpose) DO UPDATE SET
          calls = usage_day.calls + 1,
          input_tokens = usage_day.input_tokens + excluded.input_tokens,
          output_tokens = usage_day.output_tokens + excluded.output_tokens`;
    },
    /** Tokens of a day, input and output of every purpose. */
    async tokensOn(day: string): Promise<number> {
      const { _sum } = await client.usageDay.aggregate({
        where: { day },
        _sum: { inputTokens: true, outputTokens: true },
      });
      return (_sum.inputTokens ?? 0) + (_sum.outputTokens ?? 0);
    },
  };
}
