/**
 * Feedback on a recorded run. The episode's row is locked first, so that of any number at once each is
 * stored, the last one counts, and what was credited is exactly the reward that counts.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { FeedbackIn, FeedbackOut } from '../../domain/runs/episodes/episode.ts';
import { feedbackTriggersReflection } from '../../domain/runs/episodes/reflection-trigger.ts';
import { strongestReward } from '../../domain/runs/reward.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { enqueueJob } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LedgerEntry, lockEntry, replaceReward } from '../rewards/index.ts';
import { feedbackStore } from './store.ts';

const SECOND_MS = 1000;

/**
 * Stores feedback and makes it the episode's reward unless a verification outranks it. Throws `not_found`.
 */
export async function giveFeedback(
  runtime: Runtime,
  principal: Principal,
  input: FeedbackIn,
): Promise<FeedbackOut> {
  const scheduled = feedbackTriggersReflection(input);
  const reward = await runtime.db.write(async (tx) => {
    const entry = await lockEntry(runtime, tx, principal.tenant, input.episode_id);
    if (entry === null) throw notFound('episode');
    const store = feedbackStore(tx, principal.tenant);
    await store.add(toRow(runtime, principal, input));
    if (scheduled) await store.queueForReflection(input.episode_id);
    await writeAudit(runtime, tx, principal, {
      action: 'feedback',
      resource: `episode:${input.episode_id}`,
      details: { score: input.score, source: input.source },
    });
    const applied = await applyLatest(runtime, tx, principal.tenant, entry);
    // Last, as in all places that credit an episode: a transaction that waits for the job's row has locked no
    // row that is needed here.
    if (scheduled) await enqueueReflection(runtime, tx, principal.tenant, entry);
    return applied;
  });
  return { episode_id: input.episode_id, reward, reflection_scheduled: scheduled };
}

/** The run is reflected on once more, when its agent has been quiet for a while. */
async function enqueueReflection(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId }: LedgerEntry,
): Promise<void> {
  const delayMs = runtime.config.learning.reflectDebounceSeconds * SECOND_MS;
  await enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId, delayMs });
}

/** The row, with its time and id taken under the episode's lock: they say which feedback is the latest. */
function toRow(runtime: Runtime, { actor }: Principal, input: FeedbackIn) {
  const cleaned = (text: string | null | undefined) =>
    redactIf(runtime.config.recall.redactPii, text ?? null);
  return {
    id: runtime.newId('feedback'),
    episodeId: input.episode_id,
    score: input.score,
    comment: cleaned(input.comment),
    correction: cleaned(input.correction),
    source: input.source,
    actor,
    createdAt: runtime.clock(),
  };
}

/** Gives the episode the reward that its signals call for now; answers with it. */
async function applyLatest(runtime: Runtime, tx: Tx, tenant: string, entry: LedgerEntry): Promise<number> {
  const score = await feedbackStore(tx, tenant).latestScore(entry.episodeId);
  const { outcome, verification } = entry;
  const reward = strongestReward({ outcome, verification, feedback: { score } });
  await replaceReward(runtime, tx, tenant, { entry, reward });
  return reward?.reward ?? score;
}
