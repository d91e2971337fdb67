/** The handlers of this program's workers: one file a kind, each a shim to a feature's use case. */
import type { JobHandler, JobHandlers } from '../server/jobs/index.ts';
import { embedKnowledge } from '../server/knowledge/embedding/index.ts';
import { curateAgent } from '../server/learning/curation/index.ts';
import { evolveSkill } from '../server/learning/evolution/index.ts';
import { reflectAgent } from '../server/learning/reflection/index.ts';
import type { Runtime } from '../server/platform/runtime.ts';

/** The handlers there are. Jobs of a kind without one stay pending until there is. */
export function createHandlers(runtime: Runtime): JobHandlers {
  return {
    reflect: reflect(runtime),
    curate: curate(runtime),
    evolve: evolve(runtime),
    embed: embed(runtime),
  };
}

/** The curate job's handler. */

function curate(runtime: Runtime): JobHandler<'curate'> {
  return (job, context) => curateAgent(runtime, job, context);
}

/** The embed job's handler. */

function embed(runtime: Runtime): JobHandler<'embed'> {
  return (job, context) => embedKnowledge(runtime, job, context);
}

/** The evolve job's handler. */

function evolve(runtime: Runtime): JobHandler<'evolve'> {
  return (job, context) => evolveSkill(runtime, job, context);
}

/** The reflect job's handler. */

function reflect(runtime: Runtime): JobHandler<'reflect'> {
  return (job, context) => reflectAgent(runtime, job, context);
}
