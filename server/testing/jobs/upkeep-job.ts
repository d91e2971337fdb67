/** Curate and evolve jobs in a test's hands, and skills with a history. */

import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { RawAnswer } from '../../domain/learning/answers.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import type { Changeset } from '../../domain/skills/changesets/changeset.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import type { JobContext } from '../../jobs/index.ts';
import { curateAgent } from '../../learning/curation/index.ts';
import { evolveSkill } from '../../learning/evolution/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { recordBatch } from '../../runs/episodes/index.ts';
import { listChangesets } from '../../skills/changesets/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import { insertRecalls } from '../canary/credited-runs.ts';
import { skillIn } from '../samples/skill-history.ts';
import type { TestRuntime } from '../test-runtime.ts';
import { jobContext, logLines } from './reflect-job.ts';

/** Runs one curate job of the default agent, or of another. */
export async function curate(
  runtime: Runtime,
  who: Principal,
  { agentId = 'default', ...context }: Partial<JobContext> & { agentId?: string } = {},
): Promise<void> {
  const job = { id: 'job_1', kind: 'curate', tenant: who.tenant, agentId, attempt: 1 } as const;
  await curateAgent(runtime, job, jobContext(runtime, context));
}

/** Runs one evolve job of a skill. */
export async function evolve(
  runtime: Runtime,
  who: Principal,
  { skillId, ...context }: Partial<JobContext> & { skillId: string },
): Promise<void> {
  const job = { id: 'job_1', kind: 'evolve', tenant: who.tenant, agentId: 'default', attempt: 1 } as const;
  await evolveSkill(runtime, { ...job, skillId }, jobContext(runtime, context));
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

/**
 * Records a run of a skill for each outcome, oldest first, each saying something of its own. Answers with
 * their ids.
 */
export async function recordRuns(
  runtime: Runtime,
  who: Principal,
  {
    skill,
    outcomes,
    more = {},
  }: { skill: string; outcomes: ('success' | 'failure' | 'partial')[]; more?: object },
): Promise<string[]> {
  const recalled = { id: runtime.newId('recall'), applied: false, createdAt: runtime.clock() };
  const recalls = await insertRecalls(runtime.db.read, who.tenant, outcomes.length, recalled);
  const sent = outcomes.map((outcome, at) =>
    episodeInSchema.parse({
      ...{ task: `Deploy service number ${at}`, outcome, recall_id: recalls[at], skills_loaded: [skill] },
      messages: [{ role: 'assistant', content: `Attempt ${at} ended with a ${outcome} of the rollout` }],
      ...more,
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

// What tests of evolution need: a skill that fails, a model that proposes, and what came of it.

/** The rules of a skill that fails. */
export const RULES = ['Roll out to every cluster at once', 'Announce the rollout in the release channel'];
export const BETTER = 'Roll out to one cluster and wait for its health checks before the next';

export type Operation = RawAnswer<'evolve'>['ops'][number];

/** One more rule. */
export const addition = (content: string, skill = 'deploy-service'): Operation => ({
  ...{ op: 'add', skill, section: 'steps', content, issue: '', keywords: [], reason: 'It failed' },
});

/**
 * A model whose iterations answer with these operations in turn, and whose judge gives these scores in turn.
 */
export function propose(model: StandInModel, attempts: Operation[][], scores: [number, number][]): void {
  let [asked, judged] = [0, 0];
  model.answer('evolve', () => {
    const ops = attempts[asked++ % attempts.length];
    return { rationale: `Attempt ${asked}`, ops };
  });
  model.answer('judge_skill', () => {
    const [candidate, baseline] = scores[judged++ % scores.length] ?? [0, 0];
    return { candidate_score: candidate, baseline_score: baseline, reason: 'so it seems' };
  });
}

/** A failing skill; its id and the ids of its runs, oldest first. */
export async function aFailingSkill(
  rt: TestRuntime,
  who: Principal,
): Promise<{ skill: Skill; runs: string[] }> {
  const skill = await aSkillWith(rt, who, { rules: RULES });
  const outcomes = ['failure', 'success', 'failure', 'success'] as const;
  return { skill, runs: await recordRuns(rt, who, { skill: skill.name, outcomes: [...outcomes] }) };
}

/** The proposals of evolution, newest first. */
export async function evolutions(rt: TestRuntime, who: Principal): Promise<Changeset[]> {
  const { items } = await listChangesets(rt, who, { agentId: null, status: null, limit: 50 });
  return items.filter(({ source }) => source === 'evolution');
}

/** Why evolutions of the tenant proposed nothing. */
export function noGain(rt: TestRuntime, who: Principal): unknown[] {
  return logLines(rt, who, 'evolution.no_gain').map((line) => line['why']);
}
