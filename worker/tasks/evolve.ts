/** The evolve job's handler. */
import { evolveSkill } from '../../server/learning/evolution/index.ts';
import type { JobHandler } from '../../server/jobs/index.ts';
import type { Runtime } from '../../server/platform/runtime.ts';

export function evolve(runtime: Runtime): JobHandler<'evolve'> {
  return (job, context) => evolveSkill(runtime, job, context);
}
