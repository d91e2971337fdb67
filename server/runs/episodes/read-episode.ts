/** A recorded episode as its tenant reads it. */
import type { Episode } from '../../domain/runs/episodes/episode.ts';
import type { Outcome } from '../../domain/runs/episodes/outcome.ts';
import type { Principal } from '../../domain/principal.ts';
import type { RewardSource } from '../../domain/runs/rewards/reward.ts';
import { fromJson } from '../../platform/db/json.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type EpisodeRow, episodeStore } from './store.ts';

/** The episode with this id. Throws `not_found`. */
export async function getEpisode(runtime: Runtime, principal: Principal, id: string): Promise<Episode> {
  return shown(await episodeStore(runtime.db.read, principal.tenant).byId(id));
}

/** The episode of a session that was recorded last. Throws `not_found` where the session has none. */
export async function latestEpisode(
  runtime: Runtime,
  principal: Principal,
  { agentId, sessionId }: { agentId: string; sessionId: string },
): Promise<Episode> {
  return shown(await episodeStore(runtime.db.read, principal.tenant).latest(agentId, sessionId));
}

function shown(row: EpisodeRow | null): Episode {
  if (row === null) throw notFound('episode');
  return {
    episode_id: row.id,
    agent_id: row.agentId,
    user_id: row.userId,
    session_id: row.sessionId,
    recall_id: row.recallId,
    task: row.task,
    messages: fromJson(row.messages),
    tool_calls: fromJson(row.toolCalls),
    outcome: row.outcome as Outcome,
    verification: verificationOf(row),
    error: row.error,
    duration_ms: row.durationMs,
    framework: row.framework,
    skills_loaded: fromJson(row.skillsLoaded),
    metadata: fromJson(row.metadata),
    reward: row.reward,
    reward_strength: row.rewardStrength,
    reward_source: row.rewardSource as RewardSource | null,
    holdout: row.holdout,
    reflected: row.reflected,
    created_at: row.createdAt.toISOString(),
  };
}

function verificationOf(row: EpisodeRow): Episode['verification'] {
  if (row.verificationPassed === null) return null;
  return {
    passed: row.verificationPassed,
    details: row.verificationDetails,
    source: row.verificationSource ?? '',
  };
}
