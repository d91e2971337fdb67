/** Asks for a better wording of a skill. Evolution is the learning model's work. */
import type { Principal } from '../../domain/principal.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { libraryStore } from '../../skills/library/index.ts';
import { notFound } from '../../platform/errors.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { obstacleTo } from './gather-evidence.ts';

/** What became of the request, and why nothing was queued. */
export type EvolutionStart =
  | { skill_id: string; status: 'queued' }
  | { skill_id: string; status: 'skipped'; reason: string };

/** Queues the evolution of a skill of the principal's tenant, or says why not. Unknown: `skill not found`. */
export async function startEvolution(
  runtime: Runtime,
  { tenant }: Principal,
  skillId: string,
): Promise<EvolutionStart> {
  const [skill] = await libraryStore(runtime.db.read, tenant).findSkills([skillId]);
  if (skill === undefined) throw notFound('skill');
  const { id, agentId } = skill;
  const reason = modelConfigured(runtime.config)
    ? await obstacleTo(runtime, tenant, skill)
    : 'no learning model is configured';
  if (reason !== null) return { skill_id: id, status: 'skipped', reason };
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'evolve', tenant, agentId, skillId: id }));
  return { skill_id: id, status: 'queued' };
}
