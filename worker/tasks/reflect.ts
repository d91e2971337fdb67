/** The reflect job's handler. */
import type { JobHandler } from '../../server/jobs/index.ts';
import type { Runtime } from '../../server/platform/runtime.ts';
import { reflectAgent } from '../../server/learning/reflection/index.ts';

export function reflect(runtime: Runtime): JobHandler<'reflect'> {
  return (job, context) => reflectAgent(runtime, job, context);
}
