/**
 * A skill with enough uses for a canary, proposals that are tried, and runs that serve and credit the arms.
 */

import { type Principal, SYSTEM_ACTORS } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest, type RecallResponse } from '../../domain/runs/recall/recall.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { recall } from '../../runs/recall/index.ts';
import { proposeChangesets, reviewChangeset } from '../../skills/changesets/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import { skillIn } from '../samples/skill-history.ts';
import type { TestRuntime } from '../test-runtime.ts';

/** A task that the skill of {@link usedSkill} is served for. */
export const TASK = 'Roll out the new container image to our Kubernetes cluster';
export const SKILL_NAME = 'kubernetes-rollout';
const DESCRIPTION = 'Roll out a new container image to a Kubernetes cluster';

/** Few samples, and no session is held out, so that a test reaches verdicts with few runs. */
export const QUICK_CANARIES = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_CANARY_MIN_SAMPLES: '4',
  SERVICE_CANARY_MAX_SAMPLES: '12',
};

/** Authors the skill of the agent and gives it `uses`; returns its id. */
export async function usedSkill(
  rt: TestRuntime,
  who: Principal,
  {
    uses = 1000,
    name = SKILL_NAME,
    agentId = 'default',
  }: { uses?: number; name?: string; agentId?: string } = {},
): Promise<string> {
  const skill = skillIn({
    name,
    agent_id: agentId,
    description: DESCRIPTION,
    rules: ['Run kubectl rollout status and wait for it', 'Keep the previous replica set'],
  });
  const { skill_id: id } = await authorSkill(rt, who, skill);
  if (id === null) throw new Error('the skill was held');
  await clientOf(rt.db.read).skill.updateMany({ where: { tenant: who.tenant, id }, data: { uses } });
  return id;
}

/** Proposes operations in the name of reflection; returns the changesets' ids. */
export async function proposeAll(
  rt: TestRuntime,
  { tenant }: Principal,
  ops: Operation[],
  agentId = 'default',
): Promise<string[]> {
  const scores = { evalScore: null, baselineScore: null };
  const changesets = await proposeChangesets(rt, tenant, {
    ...{ agentId, ops, rationale: 'Runs failed.', source: 'reflection', episodeIds: ['ep_1'] },
    ...{ proposedBy: SYSTEM_ACTORS.reflection, ...scores },
  });
  return changesets.map(({ id }) => id);
}

/** As {@link proposeAll}, for operations that are one changeset. */
export async function proposeOps(
  rt: TestRuntime,
  who: Principal,
  ops: Operation[],
  agentId = 'default',
): Promise<string> {
  const [id, ...more] = await proposeAll(rt, who, ops, agentId);
  if (id === undefined || more.length > 0)
    throw new Error(`${more.length + Number(id !== undefined)} changesets`);
  return id;
}

/** A proposal of high risk: another description and one more rule. */
export async function proposeBetter(
  rt: TestRuntime,
  who: Principal,
  { name = SKILL_NAME, words = 'carefully' }: { name?: string; words?: string } = {},
): Promise<string> {
  return await proposeOps(rt, who, [
    { op: 'set_description', skill: name, description: `${DESCRIPTION}, ${words}` },
    {
      ...{ op: 'add', skill: name, section: 'steps', issue: '', keywords: [] },
      content: `Look at the dashboards ${words} before and after the rollout`,
    },
  ]);
}

export const approveIt = async (rt: TestRuntime, who: Principal, id: string, more: object = {}) =>
  await reviewChangeset(rt, who, { id, approve: true, comment: null, ...more });

/**
 * What a skill has that succeeds in nine of ten runs: few rates are possible, so that its boundary is
 * computed soon.
 */
export const WELL_KNOWN = { evidence: 1e5, reward: 9e4 };

/** A skill with a canary running on it; `history` is what it was credited with before. */
export async function runningCanary(
  rt: TestRuntime,
  who: Principal,
  history: { evidence: number; reward: number } = { evidence: 0, reward: 0 },
): Promise<{ skillId: string; changesetId: string; experimentId: string }> {
  const skillId = await usedSkill(rt, who);
  await clientOf(rt.db.read).skill.updateMany({ where: { tenant: who.tenant, id: skillId }, data: history });
  const changesetId = await proposeBetter(rt, who);
  const { status } = await approveIt(rt, who, changesetId);
  if (status !== 'canary') throw new Error(`approved, the changeset is ${status}`);
  const where = { tenant: who.tenant, changesetId };
  const { id } = await clientOf(rt.db.read).experiment.findFirstOrThrow({ where });
  return { skillId, changesetId, experimentId: id };
}

export const serve = async (rt: TestRuntime, who: Principal, more: object = {}): Promise<RecallResponse> =>
  await recall(rt, who, RecallRequest.parse({ query: TASK, ...more }));

export const record = async (rt: TestRuntime, who: Principal, episode: object): Promise<string> =>
  (await recordEpisode(rt, who, episodeInSchema.parse(episode))).episode_id;

export const servedArm = (reply: RecallResponse, name = SKILL_NAME) =>
  reply.skills.find((skill) => skill.name === name)?.arm ?? null;

/** Recalls for fresh sessions until each arm was served `each` times; returns the recalls by arm. */
export async function serveBoth(rt: TestRuntime, who: Principal, each: number) {
  const served: Record<'incumbent' | 'candidate', string[]> = { incumbent: [], candidate: [] };
  for (let session = 0; served.incumbent.length < each || served.candidate.length < each; session += 1) {
    if (session > 2000) throw new Error('an arm is not served');
    const reply = await serve(rt, who, { session_id: `s${session}` });
    const arm = servedArm(reply);
    if (arm === 'incumbent' || arm === 'candidate') served[arm].push(reply.recall_id);
    else throw new Error('no arm was served');
  }
  return { incumbent: served.incumbent.slice(0, each), candidate: served.candidate.slice(0, each) };
}

/** Records runs of which the better arm's succeed and the other's fail. */
export async function recordRuns(
  rt: TestRuntime,
  who: Principal,
  served: Record<'incumbent' | 'candidate', string[]>,
  better: 'incumbent' | 'candidate',
): Promise<void> {
  for (const arm of ['incumbent', 'candidate'] as const) {
    for (const recall_id of served[arm]) {
      await record(rt, who, { recall_id, outcome: arm === better ? 'success' : 'failure' });
    }
  }
}

export const skillNow = async (rt: TestRuntime, who: Principal, ref = SKILL_NAME) =>
  await getSkill(rt, who, { ref, agentId: 'default' });
