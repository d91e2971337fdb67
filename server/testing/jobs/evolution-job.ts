/** What tests of evolution need: a skill that fails, a model that proposes, and what came of it. */

import type { RawAnswer } from '../../domain/learning/answers.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Changeset } from '../../domain/skills/changesets/changeset.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import { listChangesets } from '../../skills/changesets/index.ts';
import type { StandInModel } from '../model/stand-in-model.ts';
import type { TestRuntime } from '../test-runtime.ts';
import { logLines } from './reflect-job.ts';
import { aSkillWith, recordRuns } from './upkeep-job.ts';

/** The rules of a skill that fails. */
export const RULES = ['Roll out to every cluster at once', 'Announce the rollout in the release channel'];
export const BETTER = 'Roll out to one cluster and wait for its health checks before the next';

export type Operation = RawAnswer<'evolve'>['ops'][number];

/** One more rule. */
export const addition = (content: string, skill = 'deploy-service'): Operation => ({
  ...{ op: 'add', skill, section: 'steps', content, issue: '', keywords: [], reason: 'It failed' },
});

/** A model whose iterations answer with these operations in turn, and whose judge gives these scores in turn. */
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
