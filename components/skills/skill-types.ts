/** What the skill pages are given by the server. */
import type { Outputs } from '../api/trpc.ts';

export type SkillDetail = Outputs['skills']['detail'];
export type SkillSummary = SkillDetail['summary'];
export type Rule = SkillDetail['skill']['bullets'][number];
export type Version = Outputs['skills']['versions'][number];
