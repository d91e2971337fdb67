/**
 * Replaces what is known of an episode that is still arriving, as if all of it had come at once: its agent,
 * its recall and its outcome may become known last, and what was credited moves with them.
 */
import type { Served } from '../../domain/runs/episodes/episode.ts';
import { type Reward, strongestReward, toEvidence } from '../../domain/runs/reward.ts';
import { enqueueJobs } from '../../jobs/index.ts';
import { fromJsonOrNull, type Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { claimRecalls, lockRecalls, releaseRecall } from '../recall/index.ts';
import {
  creditEpisodes,
  type LedgerEntry,
  lockEntry,
  replaceReward,
  withdrawCredit,
} from '../rewards/index.ts';
import type { EpisodeDraft } from './draft-episode.ts';
import { dueJobs, jobsOfCompletion } from './due-jobs.ts';
import { type Attribution, findAttributions, withoutCredit } from './find-attributions.ts';
import { episodeCredit, recordedVerdicts, withAttribution } from './record-episodes.ts';
import { type CompletedRow, type EpisodeRow, episodeStore } from './store.ts';

interface Completion {
  episodeId: string;
  draft: EpisodeDraft;
  /** Writes more in the same transaction, while the episode is locked. Throwing changes nothing. */
  inTransaction(tx: Tx): Promise<void>;
}

/** Completes an episode; false where there is none with that id any more. */
export async function completeEpisode(
  runtime: Runtime,
  tenant: string,
  { episodeId, draft: { row, ...rest }, inTransaction }: Completion,
): Promise<boolean> {
  const sent = { ...rest, row: { ...row, id: episodeId } };
  const [attribution] = await findAttributions(runtime, tenant, [sent]);
  if (attribution === undefined) return false;
  return await runtime.db.write(async (tx) => {
    const entry = await lockEntry(runtime, tx, tenant, episodeId);
    const store = episodeStore(tx, tenant);
    const before = await store.byId(episodeId);
    if (entry === null || before === null) return false;
    await inTransaction(tx);
    const reward = rewardAfter(entry, sent);
    if (before.agentId === sent.row.agentId && before.recallId === sent.row.recallId) {
      const known = completedRow({ ...sent.row, ...creditOf(before) }, reward);
      const recorded = recordedVerdicts(sent.row, attribution.credit?.shown ?? []);
      await replaceReward(runtime, tx, tenant, { entry, reward, recorded });
      await store.complete(episodeId, known);
      await enqueueJobs(runtime, tx, jobsOfCompletion(runtime, tenant, sent));
    } else {
      const claimed = await changeRecall(runtime, tx, tenant, { before, attribution });
      const draft = withAttribution(sent, claimed);
      const bullets = entry.isCredited ? servedBullets(before) : [];
      await withdrawCredit(runtime, tx, tenant, { entry, bullets });
      await store.complete(episodeId, completedRow(draft.row, reward));
      await creditAgain(runtime, tx, tenant, { before, draft, attribution: claimed, reward });
    }
    return true;
  });
}

/** What an episode was credited by stays as it was decided when its recall became known. */
function creditOf(before: EpisodeRow) {
  const { credited, creditReason, served, holdout, liftGroup, liftUnit, holdback } = before;
  return { credited, creditReason, served, holdout, liftGroup, liftUnit, holdback };
}

/** Gives the recall of before back, for others to be credited by, and claims the one that is known now. */
async function changeRecall(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { before, attribution }: Pick<Recredit, 'before' | 'attribution'>,
): Promise<Attribution> {
  const { id: episodeId, recallId: earlier } = before;
  const recallId = attribution.credit?.recallId ?? null;
  const ids = [earlier, recallId].filter((id) => id !== null);
  await lockRecalls(runtime, tx, tenant, ids);
  if (earlier !== null) await releaseRecall(tx, tenant, { recallId: earlier, episodeId });
  if (recallId === null) return attribution;
  const claimed = await claimRecalls(runtime, tx, tenant, [{ recallId, episodeId }]);
  return claimed.has(episodeId) ? attribution : withoutCredit(attribution, 'already_credited');
}

/** Feedback outranks what a trace says of the outcome, and a model is only asked where it says nothing. */
function rewardAfter({ reward }: LedgerEntry, { outcome }: EpisodeDraft): Reward | null {
  const reported = strongestReward({ outcome });
  if (reward?.source === 'feedback' || reward?.source === 'verification') return reward;
  return reported ?? (reward?.source === 'judge' ? reward : null);
}

/** What of the row changes: its key too, as the run of a trace may become known last. */
function completedRow(row: EpisodeRow, reward: Reward | null): CompletedRow {
  const { id: _id, reflected: _reflected, createdAt: _at, ...known } = row;
  return {
    ...known,
    reward: reward?.reward ?? null,
    rewardStrength: reward?.strength ?? null,
    rewardSource: reward?.source ?? null,
  };
}

function servedBullets({ served }: EpisodeRow): string[] {
  return fromJsonOrNull<Served>(served)?.bullets ?? [];
}

interface Recredit {
  before: EpisodeRow;
  draft: EpisodeDraft;
  attribution: Attribution;
  reward: Reward | null;
}

/**
 * Credits the episode again: to what it is now known to have used, for the agent it is now known to belong
 * to.
 */
async function creditAgain(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { before, draft, attribution, reward }: Recredit,
): Promise<void> {
  const own = { ...draft, row: { ...draft.row, createdAt: before.createdAt } };
  const first = episodeCredit({ draft: own, attribution });
  const tally = { ...first.tally, reward: reward?.reward ?? null };
  const credit = { ...first, tally, evidence: toEvidence(reward) };
  const totals = await creditEpisodes(runtime, tx, tenant, [credit]);
  const { jobs } = dueJobs(runtime, tenant, [own], totals);
  await enqueueJobs(runtime, tx, jobs);
}
