/** Background jobs: enqueued with the change that calls for them, done by workers, retried by hand when they failed. */
export { createWorker, type Worker } from './create-worker.ts';
export { Defer } from './defer.ts';
export { enqueueJob, enqueueJobs, type NewJob } from './enqueue-job.ts';
export { listFailedJobs, retryAllJobs, retryJob } from './failed-jobs.ts';
export type { Job, JobContext, JobHandler, JobHandlers } from './job.ts';
export { countWaitingJobs } from './waiting-jobs.ts';
