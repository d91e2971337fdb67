import { eraseTenantRows } from '../server/admin/tenants/index.ts';
import type { JobHandlers } from '../server/jobs/index.ts';
import { embedKnowledge } from '../server/knowledge/embedding/index.ts';
import { curateAgent } from '../server/learning/curation/index.ts';
import { evolveSkill } from '../server/learning/evolution/index.ts';
import { reflectAgent } from '../server/learning/reflection/index.ts';
import { checkMemories } from '../server/memories/cleanup/index.ts';
import { reconcileLate } from '../server/memories/index.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { deliverEvent } from '../server/webhooks/index.ts';

/** The handler of each kind of job that a worker runs. Jobs of another kind stay pending. */
export function createHandlers(runtime: Runtime): JobHandlers {
  return {
    reflect: (job, context) => reflectAgent(runtime, job, context),
    curate: (job, context) => curateAgent(runtime, job, context),
    evolve: (job, context) => evolveSkill(runtime, job, context),
    reconcile: (job, context) => reconcileLate(runtime, job, context),
    hygiene: (job, context) => checkMemories(runtime, job, context),
    embed: (job, context) => embedKnowledge(runtime, job, context),
    deliver: (job, context) => deliverEvent(runtime, job, context),
    erase: (job, context) => eraseTenantRows(runtime, job, context),
  };
}
