/** What the addresses of the canaries' pages say. */
import * as z from 'zod/mini';

export const LIST_STATE = z.object({ tab: z.catch(z.enum(['running', 'ended']), 'running') });

export const DETAIL_STATE = z.object({
  axis: z.catch(z.enum(['evidence', 'time']), 'evidence'),
  arm: z.catch(z.enum(['', 'incumbent', 'candidate']), ''),
});
export type CourseAxis = z.infer<typeof DETAIL_STATE>['axis'];
