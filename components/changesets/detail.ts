/** The shapes that a changeset's parts are given, named once. */
import type { Outputs } from '../api/trpc.ts';

export type Detail = Outputs['changesets']['detail'];
export type DetailSkill = Detail['skills'][number];
export type SourceEpisode = Detail['episodes'][number];
