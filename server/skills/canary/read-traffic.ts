/** How much traffic a canary on a skill would meet, for whoever decides whether to start one. */
import type { Runtime } from '../../platform/runtime.ts';
import { canaryReadStore } from './read-store.ts';

/** The runs that a skill's traffic is judged by. */
const RUNS_LOOKED_AT = 200;

const DAY_MS = 86_400_000;
const LEAST_DAYS = 1 / 24;

/** In how many recorded runs a day the skill is used, by its latest ones; null where it was never used. */
export async function readTraffic(runtime: Runtime, tenant: string, skillId: string): Promise<number | null> {
  const { runs, since } = await canaryReadStore(runtime.db.read, tenant).latestRuns(skillId, RUNS_LOOKED_AT);
  if (since === null) return null;
  const days = Math.max(LEAST_DAYS, (runtime.clock().getTime() - since.getTime()) / DAY_MS);
  return runs / days;
}
