/** What waits for which source, so that an owner sees which decision spares the most work. */
import type { Principal } from '../../../domain/principal.ts';
import type { Source } from '../../../domain/trust/side.ts';
import { holdingSources, sourceKey } from '../../../domain/trust/source-names.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { queueStore } from './store.ts';

interface WaitingSource extends Source {
  agentId: string;
  /** Pending changesets that were learned from it, and wait because of it. */
  waiting: number;
  /** Those of them that wait for no other source. */
  alone: number;
}

/** Most sources that are shown. */
const MOST_SOURCES = 100;

/** The sources for which changesets wait, those first that hold most alone. */
export async function countBySource(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId: only }: { agentId: string | null },
): Promise<WaitingSource[]> {
  const counts = new Map<string, WaitingSource>();
  const alike = await queueStore(runtime.db.read, tenant).waitingAlike(only);
  for (const { agentId, sources, because, waiting } of alike) {
    for (const { kind, name } of holdingSources(sources, because)) {
      const key = `${agentId} ${sourceKey({ kind, name })}`;
      const count = counts.get(key) ?? { agentId, kind, name, waiting: 0, alone: 0 };
      count.waiting += waiting;
      if (because.length === 1) count.alone += waiting;
      counts.set(key, count);
    }
  }
  return [...counts.values()]
    .sort((one, other) => other.alone - one.alone || other.waiting - one.waiting)
    .slice(0, MOST_SOURCES);
}
