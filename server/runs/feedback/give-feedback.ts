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
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findRecalls } from '../recall/index.ts';
import { type LedgerEntry, lockEntry, replaceReward } from '../rewards/index.ts';
import { feedbackStore } from './store.ts';

const SECOND_MS = 1000;

/**
 * Stores feedback and makes it the episode's reward unless a verification outranks it. Throws `not_found` for an unknown
 * episode or recall, and `conflict` for a recall whose run was not recorded yet.
 */
export async function giveFeedback(
  runtime: Runtime,
  principal: Principal,
  input: FeedbackIn,
): Promise<FeedbackOut> {
  const scheduled = feedbackTriggersReflection(input);
  const episodeId = await findEpisode(runtime, principal.tenant, input);
  const reward = await runtime.db.write(async (tx) => {
    const entry = await lockEntry(runtime, tx, principal.tenant, episodeId);
    if (entry === null) throw notFound('episode');
    const store = feedbackStore(tx, principal.tenant);
    const createdAt = timeAfter(entry.feedback?.createdAt ?? null, runtime.clock());
    await store.add({ episodeId, ...toRow(runtime, principal, input), createdAt });
    if (scheduled) await store.queueForReflection(episodeId);
    await writeAudit(runtime, tx, principal, {
      action: 'feedback',
      resource: `episode:${episodeId}`,
      details: { score: input.score, source: input.source },
    });
    const applied = await applyScore(runtime, tx, principal.tenant, { entry, score: input.score });
    // Last, as in all places that credit an episode: a transaction that waits for the job's row has locked no
    // row that is needed here.
    if (scheduled) await enqueueReflection(runtime, tx, principal.tenant, entry);
    return applied;
  });
  return { episode_id: episodeId, reward, reflection_scheduled: scheduled };
}

/** The id of the run that is meant. Throws as {@link giveFeedback}. */
async function findEpisode(
  runtime: Runtime,
  tenant: string,
  { episode_id: episodeId = null, recall_id: recallId = null }: FeedbackIn,
): Promise<string> {
  if (recallId === null) return episodeId ?? '';
  const { read } = runtime.db;
  const found = await feedbackStore(read, tenant).recordedWith(recallId, episodeId);
  if (episodeId !== null) {
    if (found === null) throw notFound('episode');
    return found;
  }
  // An episode keeps an unknown recall as it was sent: another tenant's stays unknown all the same.
  const [recall] = await findRecalls(read, tenant, [recallId]);
  if (recall === undefined) throw notFound('recall');
  if (found === null) {
    throw new ServiceError('conflict', 'no run was recorded with this recall yet: record it first');
  }
  return found;
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

/**
 * Now, or just after an episode's latest feedback where that is later: it came from a process whose clock is ahead. So times tell
 * in which order feedback was given.
 */
const timeAfter = (latest: Date | null, now: Date) =>
  latest === null ? now : new Date(Math.max(now.getTime(), latest.getTime() + 1));

/** The feedback's row but for its episode and time. */
function toRow(runtime: Runtime, { actor }: Principal, input: FeedbackIn) {
  const cleaned = (text: string | null | undefined) =>
    redactIf(runtime.config.recall.redactPii, text ?? null);
  return {
    id: runtime.newId('feedback'),
    score: input.score,
    comment: cleaned(input.comment),
    correction: cleaned(input.correction),
    source: input.source,
    actor,
  };
}

/** Gives the locked episode the reward that its signals call for with the score that was just given; answers with it. */
async function applyScore(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { entry, score }: { entry: LedgerEntry; score: number },
): Promise<number> {
  const { outcome, verification } = entry;
  const reward = strongestReward({ outcome, verification, feedback: { score } });
  await replaceReward(runtime, tx, tenant, { entry, reward, feedback: { score } });
  return reward?.reward ?? score;
}
