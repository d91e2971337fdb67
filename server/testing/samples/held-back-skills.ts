/** Two skills that serve one task, and sessions of which some go without one of them. */
import { setMeasurement } from '../../admin/insights/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import type { RecallExplanation } from '../../domain/runs/recall/recall.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { explainRecall } from '../../runs/recall/index.ts';
import { putSkill } from '../database/knowledge-rows.ts';
import type { TestRuntime } from '../test-runtime.ts';
import { ask, KUBERNETES, ROLLOUT } from './said-memories.ts';

/** Sessions that go without a skill while it is measured alone. */
const SHARE = 0.1;

/** Serves the same task as {@link KUBERNETES}. */
const CLUSTER = {
  id: 'sk_cluster',
  name: 'kubernetes-cluster',
  description: 'Roll out a container image to a Kubernetes cluster with a deployment',
  rules: { bl_c1: 'Name the namespace of the cluster' },
};

export async function putBoth(rt: TestRuntime, who: Principal): Promise<void> {
  await putSkill(rt, who.tenant, KUBERNETES);
  await putSkill(rt, who.tenant, CLUSTER);
}

export async function measureBoth(rt: TestRuntime, who: Principal): Promise<void> {
  await putBoth(rt, who);
  for (const skill_id of [KUBERNETES.id, CLUSTER.id]) {
    await setMeasurement(rt, who, { skill_id, share: SHARE });
  }
}

/** A recall of a session and how it explains itself. */
export async function askIn(rt: TestRuntime, who: Principal, session: string) {
  const reply = await ask(rt, who, ROLLOUT, { session_id: session });
  return { reply, explained: await explainRecall(rt, who, reply.recall_id) };
}

/** The skill that a recall went without. */
export const heldBackIn = ({ skills }: RecallExplanation): string | null =>
  skills.find(({ reason }) => reason === 'held_back')?.id ?? null;

/** Records a run of a recall. */
export async function recordOf(
  rt: TestRuntime,
  who: Principal,
  recallId: string,
  more: object,
): Promise<string> {
  const episode = episodeInSchema.parse({ recall_id: recallId, ...more });
  return (await recordEpisode(rt, who, episode)).episode_id;
}

/** A session that goes without the skill, and one that goes without none. */
export async function bothSessions(rt: TestRuntime, who: Principal, skill: string) {
  const found: { without?: string; whole?: string } = {};
  for (let i = 0; i < 500; i++) {
    const session = `s${i}`;
    const { reply, explained } = await askIn(rt, who, session);
    const heldBack = heldBackIn(explained);
    if (heldBack === skill) found.without ??= reply.recall_id;
    if (heldBack === null) found.whole ??= reply.recall_id;
    const { without, whole } = found;
    if (without !== undefined && whole !== undefined) return { without, whole };
  }
  throw new Error('no session went without the skill');
}
