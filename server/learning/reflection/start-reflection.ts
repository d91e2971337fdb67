/**
 * Reflection on demand. Only a learning model can reflect, so where there is none the answer says that nothing was queued and
 * why, and episodes stay as they are.
 */
import type { Principal } from '../../domain/principal.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { reflectionStore } from './store.ts';

/** What became of the request, and why nothing was queued. */
type Started = { status: 'queued' } | { status: 'skipped'; reason: string };

const NO_MODEL: Started = { status: 'skipped', reason: 'no learning model is configured' };

/** Queues reflection on an agent's unreflected episodes. */
export async function startReflection(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<Started & { kind: 'reflect' }> {
  if (!modelConfigured(runtime.config)) return { ...NO_MODEL, kind: 'reflect' };
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId }));
  return { status: 'queued', kind: 'reflect' };
}

/**
 * Queues reflection on the agent's newest episodes, at most `limit`, whether they were reflected on or not; `episodes` is how many
 * there are. What they taught stays; the verdicts that they gave on rules will be replaced.
 */
export async function replayEpisodes(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, limit }: { agentId: string; limit: number },
): Promise<Started & { episodes: number }> {
  if (!modelConfigured(runtime.config)) return { ...NO_MODEL, episodes: 0 };
  const episodes = await runtime.db.write(async (tx) => {
    const count = await reflectionStore(tx, tenant, runtime.db.dialect).forgetReflections(agentId, limit);
    if (count > 0) await enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId });
    return count;
  });
  return { status: 'queued', episodes };
}
