/** What the server tells of canaries, by the names that these components use. */
import type { Outputs } from '../api/trpc.ts';

export type CanaryRow = Outputs['canaries']['list']['items'][number];
export type CanaryDetail = Outputs['canaries']['detail'];
export type CanaryEpisode = Outputs['canaries']['episodes']['items'][number];
