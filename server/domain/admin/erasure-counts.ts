/** What an erasure answers: how many rows of each kind it removed. */
import { z } from 'zod';
import { count } from '../fields.ts';

/**
 * Rows removed, by kind; what hangs on a row without being about the user (an episode's credits) is not
 * counted.
 */
export const ErasureCounts = z
  .object({
    memories: count().meta({ description: 'all versions, also closed and pending ones' }),
    memory_evidence: count().meta({
      description: 'what says that memories rest on the user’s runs; a memory that all users share stays',
    }),
    episodes: count(),
    feedback: count().meta({ description: 'given on those episodes' }),
    profiles: count(),
    recalls: count(),
    people: count().meta({
      description: 'who signed in with this id as the subject',
    }),
  })
  .meta({ id: 'ErasureCounts' });
export type ErasureCounts = z.infer<typeof ErasureCounts>;
