/** A recorded episode as its tenant reads it. */

import type { Principal } from '../../domain/principal.ts';
import { type CreditStatus, creditOf } from '../../domain/runs/credit.ts';
import type { Episode, ListedEpisode, Outcome } from '../../domain/runs/episodes/episode.ts';
import { type RewardSource, type WeighedSignal, weighSignals } from '../../domain/runs/reward.ts';
import { fromJson } from '../../platform/db/database.ts';
import { type SearchedPage, searchedPage } from '../../platform/db/search/look-back.ts';
import { notFound } from '../../platform/errors.ts';
import { momentOf, type Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type BrowsedRow, type EpisodeFilter, episodeBrowseStore } from './browse-store.ts';
import { type EpisodeRow, episodeStore, type Judgement, type StoredEpisode } from './store.ts';

/** The episode with this id. Throws `not_found`. */
export async function getEpisode(runtime: Runtime, principal: Principal, id: string): Promise<Episode> {
  return requireEpisode(await episodeStore(runtime.db.read, principal.tenant).byId(id));
}

/** The episode of a session that was recorded last. Throws `not_found` where the session has none. */
export async function latestEpisode(
  runtime: Runtime,
  principal: Principal,
  { agentId, sessionId }: { agentId: string; sessionId: string },
): Promise<Episode> {
  const store = episodeStore(runtime.db.read, principal.tenant);
  return requireEpisode(
    await store.latest(agentId, sessionId, { dialect: runtime.db.dialect, now: runtime.clock() }),
  );
}

function requireEpisode(row: StoredEpisode | null): Episode {
  if (row === null) throw notFound('episode');
  return {
    episodeId: row.id,
    agentId: row.agentId,
    userId: row.userId,
    sessionId: row.sessionId,
    recallId: row.recallId,
    task: row.task,
    messages: fromJson(row.messages),
    toolCalls: fromJson(row.toolCalls),
    outcome: row.outcome as Outcome,
    verification: toVerification(row),
    error: row.error,
    durationMs: row.durationMs,
    framework: row.framework,
    model: row.model,
    skillsLoaded: fromJson(row.skillsLoaded),
    metadata: fromJson(row.metadata),
    reward: row.reward,
    rewardStrength: row.rewardStrength,
    rewardSource: row.rewardSource as RewardSource | null,
    ...creditOf(row),
    holdout: row.holdout,
    reflected: row.reflected,
    reflection: toReflectionFault(row),
    createdAt: row.createdAt.toISOString(),
  };
}

function toReflectionFault(row: StoredEpisode): Episode['reflection'] {
  const { reflected, reflectAttempts: attempts, reflectError: lastError, reflectNextAt: nextAt } = row;
  if (reflected || lastError === null) return null;
  return { attempts, lastError, nextAt: nextAt?.toISOString() ?? null };
}

function toVerification(row: EpisodeRow): Episode['verification'] {
  if (row.verificationPassed === null) return null;
  return {
    passed: row.verificationPassed,
    details: row.verificationDetails,
    source: row.verificationSource ?? '',
  };
}

/** Longest beginning of a task that a list shows. */
const EXCERPT = 300;
const MOST_FEEDBACK = 200;

/** An episode in the list; `task` is its beginning. */
type BrowsedEpisode = Omit<BrowsedRow, 'createdAt' | keyof CreditStatus> &
  CreditStatus & { createdAt: string };

interface BrowseRequest {
  filter: EpisodeFilter;
  cursor: string | null;
  limit: number;
}

type ListRequest = Pick<EpisodeFilter, 'agentId' | 'userId' | 'sessionId' | 'outcome'> &
  Pick<BrowseRequest, 'cursor' | 'limit'>;

/** A page of episodes as the REST interface lists them, newest first. */
export async function listEpisodes(
  runtime: Runtime,
  principal: Principal,
  { agentId, userId, sessionId, outcome, ...page }: ListRequest,
): Promise<Page<ListedEpisode>> {
  const filter = { agentId, userId, sessionId, outcome, holdout: null, reflected: null, text: null };
  const { items, nextCursor } = await browseEpisodes(runtime, principal, { filter, ...page });
  const toListed = ({ id, ...rest }: BrowsedEpisode) => ({ episodeId: id, ...rest }) as ListedEpisode;
  return { items: items.map(toListed), nextCursor };
}

/** A page of episodes, newest first. */
export async function browseEpisodes(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor, limit }: BrowseRequest,
): Promise<SearchedPage<BrowsedEpisode>> {
  const store = episodeBrowseStore(runtime.db.read, tenant);
  const at = { dialect: runtime.db.dialect, now: runtime.clock() };
  const found = await store.page({ ...at, filter, before: momentOf(cursor), limit: limit + 1 });
  return searchedPage(found, limit, {
    show: ({ task, createdAt, ...row }) => ({
      ...row,
      ...creditOf(row),
      task: excerpt(task),
      createdAt: createdAt.toISOString(),
    }),
    place: ({ createdAt, id }) => ({ key: createdAt, id }),
  });
}

function excerpt(task: string | null): string | null {
  return task === null || task.length <= EXCERPT ? task : `${task.slice(0, EXCERPT)}…`;
}

/** How the tasks of some episodes begin, by id; an episode that is gone or has none is left out. */
export async function episodeTasks(
  runtime: Runtime,
  { tenant }: Principal,
  ids: string[],
): Promise<Record<string, string>> {
  const rows = await episodeBrowseStore(runtime.db.read, tenant).tasks(ids);
  return Object.fromEntries(rows.flatMap(({ id, task }) => (task ? [[id, excerpt(task) ?? '']] : [])));
}

interface EpisodeFeedback {
  id: string;
  score: number;
  comment: string | null;
  correction: string | null;
  source: string;
  actor: string;
  createdAt: string;
}

/** An episode with its feedback, oldest first, and the skills that its reward is credited to. */
interface InspectedEpisode {
  episode: Episode;
  /** What tells how the run went, strongest first. */
  signals: WeighedSignal[];
  feedback: EpisodeFeedback[];
  credits: { skillId: string; name: string | null; version: number; arm: string | null }[];
}

/** One episode. Unknown: `episode not found`. */
export async function inspectEpisode(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<InspectedEpisode> {
  const row = await episodeStore(runtime.db.read, principal.tenant).byId(id);
  const episode = requireEpisode(row);
  const store = episodeBrowseStore(runtime.db.read, principal.tenant);
  const [feedback, credits] = await Promise.all([store.feedback(id, MOST_FEEDBACK), store.credits(id)]);
  const entries = feedback.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  const { verification, outcome, reward, rewardSource } = episode;
  const reported = rewardSource === 'reported' ? reward : null;
  const judge = row === null ? null : judgementOf(runtime, row);
  const signals = weighSignals({ verification, feedback: entries.at(-1) ?? null, reported, outcome, judge });
  return { episode, signals, feedback: entries, credits };
}

/** A judgement that decided is heard, however sure a judge must be by now. */
function judgementOf(
  { config }: Runtime,
  { judgeOutcome: outcome, judgeConfidence: confidence, rewardSource }: EpisodeRow & Judgement,
) {
  if (outcome === null || confidence === null) return null;
  const minConfidence = rewardSource === 'judge' ? 0 : config.learning.minJudgeConfidence;
  return { outcome: outcome as Outcome, confidence, minConfidence };
}
