/**
 * Background jobs: enqueued with the change that calls for them, done by workers, retried by hand when they
 * failed.
 */
export { JOB_KINDS } from './catalogue.ts';
export { createWorker, type Worker } from './create-worker.ts';
export { enqueueJob, enqueueJobs, type NewJob } from './daily-jobs.ts';
export type { Job, JobContext, JobHandlers } from './job.ts';
export { Defer } from './job.ts';
export { countWaitingJobs, listFailedJobs, retryAllJobs, retryJob } from './list-jobs.ts';
export { measureQueue } from './measure-queue.ts';
