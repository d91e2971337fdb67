/** How much background work waits: beside a budget that is used up, what it holds off. */
import type { Principal } from '../domain/principal.ts';
import type { Runtime } from '../platform/runtime.ts';
import { waitingJobs } from './waiting-store.ts';

/** The principal's tenant's pending jobs, whether they are due or not. */
export async function countWaitingJobs({ db }: Runtime, { tenant }: Principal): Promise<number> {
  return await waitingJobs(db.read, tenant, db.dialect).count();
}
