/** What the addresses of the canaries' pages say. */

import type { Outputs } from '../api/trpc.ts';
import { oneOf } from '../url/use-url-state.ts';

export const LIST_STATE = { tab: oneOf(['running', 'ended'], 'running') };

export const DETAIL_STATE = { arm: oneOf(['', 'incumbent', 'candidate'], '') };

/** What the server tells of canaries, by the names that these components use. */
export type CanaryRow = Outputs['canaries']['list']['items'][number];
export type CanaryDetail = Outputs['canaries']['detail'];
export type CanaryEpisode = Outputs['canaries']['episodes']['items'][number];
