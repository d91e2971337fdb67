/** Skills that nobody uses leave the recalls: first marked as stale, later archived. Needs no model. */

import { writeAudit } from '../../audit/index.ts';
import { type LifecycleMove, lifecycleMoves } from '../../domain/learning/curation/lifecycle.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import type { SkillStatus } from '../../domain/skills/skill.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { bumpSkills } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockLibrary } from '../../skills/library/index.ts';
import { curationStore } from './store.ts';

/** Most skills of one transaction and move. */
const AT_ONCE = 500;

/** How many skills took each status. */
export interface LifecycleCounts {
  stale: number;
  archived: number;
  revived: number;
}

/** Makes the moves that are due for the job's agent. Audited as `skills.lifecycle` with the ids. */
export async function ageSkills(
  runtime: Runtime,
  job: Job<'curate'>,
  context: JobContext,
): Promise<LifecycleCounts> {
  const counts = new Map<string, number>();
  for (const move of lifecycleMoves(runtime.clock(), runtime.config.learning)) {
    counts.set(move.to, await makeMove(runtime, job, { move, context }));
  }
  const countOf = (status: SkillStatus) => counts.get(status) ?? 0;
  return { stale: countOf('stale'), archived: countOf('archived'), revived: countOf('active') };
}

interface DueMoves {
  move: LifecycleMove;
  context: JobContext;
}

async function makeMove(
  runtime: Runtime,
  { tenant, agentId }: Job<'curate'>,
  { move, context }: DueMoves,
): Promise<number> {
  for (let moved = 0; ; ) {
    const movedNow = await context.commit(
      async (tx) => await moveSome(runtime, tx, tenant, { agentId, move }),
    );
    moved += movedNow;
    if (movedNow < AT_ONCE) return moved;
  }
}

async function moveSome(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, move }: { agentId: string; move: LifecycleMove },
): Promise<number> {
  await lockLibrary(tx, tenant, agentId);
  const ids = await curationStore(tx, tenant).move(agentId, move, AT_ONCE);
  if (ids.length === 0) return 0;
  await bumpSkills(tx, tenant, agentId, ids);
  const event = {
    action: 'skills.lifecycle',
    resource: `agent:${agentId}`,
    details: { [move.to]: ids },
  } as const;
  await writeAudit(runtime, tx, { tenant, actor: SYSTEM_ACTORS.curation }, event);
  return ids.length;
}
