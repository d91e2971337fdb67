/** Curate and evolve jobs in a test's hands, and skills with a history. */

import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { curateAgent } from '../../learning/curation/index.ts';
import { evolveSkill } from '../../learning/evolution/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { recordBatch } from '../../runs/episodes/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import { skillIn } from '../skill-history.ts';
import { jobContext } from './reflect-job.ts';

function makeJob(kind: 'curate' | 'evolve', { tenant }: Principal, more: Partial<Job>): Job {
  return { id: 'job_1', kind, tenant, agentId: 'default', skillId: null, items: [], attempt: 1, ...more };
}

/** Runs one curate job of the default agent, or of another. */
export async function curate(
  runtime: Runtime,
  who: Principal,
  { agentId = 'default', ...context }: Partial<JobContext> & { agentId?: string } = {},
): Promise<void> {
  await curateAgent(runtime, makeJob('curate', who, { agentId }), jobContext(runtime, context));
}

/** Runs one evolve job of a skill. */
export async function evolve(
  runtime: Runtime,
  who: Principal,
  { skillId, ...context }: Partial<JobContext> & { skillId: string },
): Promise<void> {
  await evolveSkill(runtime, makeJob('evolve', who, { skillId }), jobContext(runtime, context));
}

/** Writes a skill of the default agent with these rules, or replaces it; answers with how it is then. */
export async function aSkillWith(
  runtime: Runtime,
  who: Principal,
  {
    name = 'deploy-service',
    rules,
    agentId = 'default',
  }: { name?: string; rules: string[]; agentId?: string },
): Promise<Skill> {
  await authorSkill(runtime, who, skillIn({ name, agent_id: agentId, rules }));
  return await getSkill(runtime, who, { ref: name, agentId, includeRemoved: true });
}

/** Records a run of a skill for each outcome, oldest first, each saying something of its own. Answers with their ids. */
export async function recordRuns(
  runtime: Runtime,
  who: Principal,
  { skill, outcomes }: { skill: string; outcomes: ('success' | 'failure' | 'partial')[] },
): Promise<string[]> {
  const sent = outcomes.map((outcome, at) =>
    episodeInSchema.parse({
      ...{ task: `Deploy service number ${at}`, outcome, skills_loaded: [skill] },
      messages: [{ role: 'assistant', content: `Attempt ${at} ended with a ${outcome} of the rollout` }],
    }),
  );
  const { episodes } = await recordBatch(runtime, who, sent);
  return episodes.map(({ episode_id: id }) => id);
}

/** The skills of the tenant, by name, with their status. */
export async function skillStatuses({ db }: Runtime, { tenant }: Principal): Promise<Record<string, string>> {
  const rows = await clientOf(db.read).skill.findMany({ where: { tenant }, orderBy: { name: 'asc' } });
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
}
