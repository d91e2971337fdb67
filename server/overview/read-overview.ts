/** What a tenant has, in five numbers, for the first page. */
import type { Principal } from '../domain/principal.ts';
import type { Runtime } from '../platform/runtime.ts';
import { overviewStore } from './store.ts';

export interface Overview {
  tenant: string;
  skills: number;
  episodes: number;
  memories: number;
  pendingMemories: number;
  pendingChangesets: number;
}

/** The counts of the principal's tenant. */
export async function readOverview(runtime: Runtime, { tenant }: Principal): Promise<Overview> {
  const store = overviewStore(runtime.db.read, tenant);
  const [skills, episodes, memories, pendingMemories, pendingChangesets] = await Promise.all([
    store.skills(),
    store.episodes(),
    store.memories(),
    store.pendingMemories(),
    store.pendingChangesets(),
  ]);
  return { tenant, skills, episodes, memories, pendingMemories, pendingChangesets };
}
