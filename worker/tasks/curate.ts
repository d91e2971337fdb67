/** The curate job's handler. */
import { curateAgent } from '../../server/learning/curation/index.ts';
import type { JobHandler } from '../../server/jobs/index.ts';
import type { Runtime } from '../../server/platform/runtime.ts';

export function curate(runtime: Runtime): JobHandler<'curate'> {
  return (job, context) => curateAgent(runtime, job, context);
}
