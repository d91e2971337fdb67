/** A job that has no attempt left, as the server tells it. */
import type { Outputs } from '../api/trpc.ts';

export type FailedJob = Outputs['jobs']['failed']['items'][number];
