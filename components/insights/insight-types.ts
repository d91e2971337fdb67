/** What the server tells of an agent's record, by the names that these components use. */
import type { Outputs } from '../api/trpc.ts';

export type LiftView = Outputs['insights']['lift'];
export type AgentLift = Outputs['insights']['agents']['agents'][number];
export type Library = Outputs['insights']['library'];
export type SkillRate = Library['skills'][number];
export type ProblemRule = Library['rules'][number];
