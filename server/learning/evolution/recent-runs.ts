/** The newest runs of a skill, for whoever has a change of it judged. */
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { evolutionStore } from './store.ts';

/** At most `limit` rewarded runs that used a skill, the newest first. */
export async function recentRuns(
  { db }: Runtime,
  tenant: string,
  { skillId, limit }: { skillId: string; limit: number },
): Promise<QuotableEpisode[]> {
  const store = evolutionStore(db.read, tenant);
  return await Array.fromAsync(store.runs(await store.runIds({ skillId, maxReward: 1, limit })));
}
