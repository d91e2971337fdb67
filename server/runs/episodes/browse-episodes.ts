/** Episodes as people look through them, and one with what was said of it and credited from it. */
import type { Episode } from '../../domain/runs/episodes/episode.ts';
import type { Principal } from '../../domain/principal.ts';
import { momentOf, type Page, pageOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type EpisodeFilter, episodeBrowseStore } from './browse-store.ts';
import { getEpisode } from './read-episode.ts';

/** Longest beginning of a task that a list shows. */
const EXCERPT = 300;
const MOST_FEEDBACK = 200;

type Row = Awaited<ReturnType<ReturnType<typeof episodeBrowseStore>['page']>>[number];

/** An episode in the list; `task` is its beginning. */
export type BrowsedEpisode = Omit<Row, 'createdAt'> & { createdAt: string };

interface BrowseRequest {
  filter: EpisodeFilter;
  cursor: string | null;
  limit: number;
}

/** A page of episodes, newest first. */
export async function browseEpisodes(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor, limit }: BrowseRequest,
): Promise<Page<BrowsedEpisode>> {
  const store = episodeBrowseStore(runtime.db.read, tenant);
  const rows = await store.page({ filter, before: momentOf(cursor), limit: limit + 1 });
  return pageOf(rows, limit, {
    show: ({ task, createdAt, ...row }: Row) => ({
      ...row,
      task: task === null || task.length <= EXCERPT ? task : `${task.slice(0, EXCERPT)}…`,
      createdAt: createdAt.toISOString(),
    }),
    place: ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }),
  });
}

interface SaidOfEpisode {
  id: string;
  score: number;
  comment: string | null;
  correction: string | null;
  source: string;
  actor: string;
  createdAt: string;
}

/** An episode with its feedback, oldest first, and the skills that its reward is credited to. */
export interface InspectedEpisode {
  episode: Episode;
  feedback: SaidOfEpisode[];
  credits: { skillId: string; name: string | null; version: number; arm: string | null }[];
}

/** One episode. Unknown: `episode not found`. */
export async function inspectEpisode(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<InspectedEpisode> {
  const episode = await getEpisode(runtime, principal, id);
  const store = episodeBrowseStore(runtime.db.read, principal.tenant);
  const [feedback, credits] = await Promise.all([store.feedback(id, MOST_FEEDBACK), store.credits(id)]);
  const said = feedback.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return { episode, feedback: said, credits };
}
