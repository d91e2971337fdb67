/** What the addresses of the canaries' pages say. */
import { oneOf, urlSchema } from '../url/fields.ts';
import type { UrlState } from '../url/state.ts';

export const LIST_STATE = urlSchema({ tab: oneOf(['running', 'ended'], 'running') });

export const DETAIL_STATE = urlSchema({
  axis: oneOf(['evidence', 'time'], 'evidence'),
  arm: oneOf(['', 'incumbent', 'candidate'], ''),
});
export type CourseAxis = UrlState<typeof DETAIL_STATE>['axis'];
