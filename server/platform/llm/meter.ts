/** Counts what a call cost: in the usage rows, against the budget and in the metrics, whether or not its answer is of use. */
import type { Purpose } from '../../domain/learning/purpose.ts';
import { errorFields } from '../log/error-fields.ts';
import type { Runtime } from '../runtime.ts';
import type { Budget } from './budget.ts';
import type { CallUsage } from './read-reply.ts';
import { usageStore } from './usage-store.ts';

/** Whose call it was, and for what. */
export interface Metered {
  tenant: string;
  purpose: Purpose;
}

/** Counts one call. A failure to write it down is logged and costs no answer. */
export async function meterCall(
  { db, log, metrics }: Runtime,
  budget: Budget,
  { tenant, purpose }: Metered,
  usage: CallUsage,
): Promise<void> {
  metrics.llmCalls.inc({ purpose });
  metrics.llmTokens.inc({ purpose, kind: 'input' }, usage.input);
  metrics.llmTokens.inc({ purpose, kind: 'output' }, usage.output);
  try {
    await budget.use(tenant, usage.input + usage.output, (day) =>
      db.write((tx) => usageStore(tx, tenant).addCall(day, purpose, usage)),
    );
  } catch (error) {
    log.error('usage.meter_failed', { purpose, tenant, ...usage, ...errorFields(error) });
  }
}
