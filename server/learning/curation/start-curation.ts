/** Asks for curation of an agent now. There is always something to do: what needs no model. */
import type { Principal } from '../../domain/principal.ts';
import { enqueueJob } from '../../jobs/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Queues curation of an agent, or of the shared skills. */
export async function startCuration(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<{ status: 'queued'; kind: 'curate' }> {
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'curate', tenant, agentId }));
  return { status: 'queued', kind: 'curate' };
}
