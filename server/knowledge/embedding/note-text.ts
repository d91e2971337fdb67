/**
 * Told of every new text of a skill or a memory, in the transaction that writes it: no vector of another text
 * outlives that, and a job follows for the new one wherever an endpoint is configured.
 */
import type { Vector } from '../../domain/knowledge/vector.ts';
import { enqueueJob } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { configuredSpace, isSpaceSettled } from '../../platform/embeddings/vector-space.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { embeddingStore, type SkillMeaning, skillText } from './store.ts';

/** How long to wait for further texts of the agent, so that they are embedded together. */
const DELAY_MS = 1000;

interface Owner {
  agentId: string;
  id: string;
}

/**
 * A skill's text was written. To be called after the agent's revision was bumped, which keeps others from
 * storing its old vector.
 */
export async function noteSkillText(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, id, meaning }: Owner & { meaning: SkillMeaning },
): Promise<void> {
  await embeddingStore(tx, tenant).removeOutdated(id, skillText(meaning));
  if (configuredSpace(runtime.config) !== null) await enqueueEmbedding(runtime, tx, tenant, agentId);
}

/** A memory became active. Its vector is kept where it is known already, in the configured space. */
export async function noteMemoryText(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, id, content, vector }: Owner & { content: string; vector: Vector | null },
): Promise<void> {
  const space = configuredSpace(runtime.config);
  if (space === null) return;
  if (vector === null || !isSpaceSettled(runtime))
    return await enqueueEmbedding(runtime, tx, tenant, agentId);
  const added = { noun: 'memory' as const, agentId, id, text: content, vector };
  await embeddingStore(tx, tenant).put([added], { space: space.name, at: runtime.clock() });
}

async function enqueueEmbedding(runtime: Runtime, tx: Tx, tenant: string, agentId: string): Promise<void> {
  await enqueueJob(runtime, tx, { kind: 'embed', tenant, agentId, delayMs: DELAY_MS });
}
