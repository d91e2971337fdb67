/** The embed job's handler. */
import { embedKnowledge } from '../../server/knowledge/embedding/index.ts';
import type { JobHandler } from '../../server/jobs/index.ts';
import type { Runtime } from '../../server/platform/runtime.ts';

export function embed(runtime: Runtime): JobHandler<'embed'> {
  return (job, context) => embedKnowledge(runtime, job, context);
}
