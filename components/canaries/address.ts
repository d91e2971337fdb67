/** What the addresses of the canaries' pages say. */

import type { Outputs } from '../api/trpc.ts';
import { oneOf, type UrlState } from '../url/use-url-state.ts';

export const LIST_STATE = { tab: oneOf(['running', 'ended'], 'running') };

export const DETAIL_STATE = {
  axis: oneOf(['evidence', 'time'], 'evidence'),
  arm: oneOf(['', 'incumbent', 'candidate'], ''),
};
export type CourseAxis = UrlState<typeof DETAIL_STATE>['axis'];

/** What the server tells of canaries, by the names that these components use. */
export type CanaryRow = Outputs['canaries']['list']['items'][number];
export type CanaryDetail = Outputs['canaries']['detail'];
export type CanaryEpisode = Outputs['canaries']['episodes']['items'][number];
