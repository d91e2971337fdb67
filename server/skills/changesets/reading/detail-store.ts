/**
 * What a changeset's page shows in addition to the changeset: the versions it names and the runs behind it.
 */
import type { Operation } from '../../../domain/skills/changesets/ops.ts';
import { fromJson } from '../../../platform/db/database.ts';
import { literally } from '../../../platform/db/search-text.ts';
import { type Tx, tenantClient } from '../../../platform/db/tenant-client.ts';
import type { Versions } from '../records.ts';

/** Longest beginning of a task or an error that is shown in a list. */
const EXCERPT = 300;
/** Most episodes that are shown with a changeset. */
const MOST_EPISODES = 200;

/** A run that a change was learned from; `gone` where it was purged or erased since. */
export interface SourceEpisode {
  id: string;
  gone: boolean;
  task: string | null;
  outcome: string | null;
  error: string | null;
  reward: number | null;
  rewardSource: string | null;
  sessionId: string | null;
  createdAt: string | null;
}

/** The version that followed on another one. */
export interface LaterVersion {
  version: number;
  source: string;
  changesetId: string | null;
  createdBy: string;
  createdAt: string;
}

export function detailStore(tx: Tx, tenant: string) {
  const { episode, skillVersion, changeset } = tenantClient(tx, tenant);
  return {
    /** The episodes in the order of `ids`. */
    async sources(ids: string[]): Promise<SourceEpisode[]> {
      const newest = ids.slice(0, MOST_EPISODES);
      const rows = await episode.findMany({
        where: { id: { in: newest } },
        select: {
          id: true,
          task: true,
          outcome: true,
          error: true,
          reward: true,
          rewardSource: true,
          sessionId: true,
          createdAt: true,
        },
      });
      const known = new Map(rows.map((row) => [row.id, row]));
      return newest.map((id) => {
        const row = known.get(id);
        if (row === undefined) return missingEpisode(id);
        const { task, error, createdAt } = row;
        const texts = { task: excerpt(task), error: excerpt(error), createdAt: createdAt.toISOString() };
        return { ...row, ...texts, gone: false };
      });
    },
    /** The first version of a skill after `version`; null where there is none. */
    async versionAfter(skillId: string, version: number): Promise<LaterVersion | null> {
      const row = await skillVersion.findFirst({
        where: { skillId, version: { gt: version } },
        orderBy: { version: 'asc' },
        select: { version: true, source: true, changesetId: true, createdBy: true, createdAt: true },
      });
      return row === null ? null : { ...row, createdAt: row.createdAt.toISOString() };
    },
    async decidedAt(id: string): Promise<Date | null> {
      const row = await changeset.findFirst({ where: { id }, select: { decidedAt: true } });
      return row?.decidedAt ?? null;
    },
    /** The newest changesets that cite an episode, at most `limit`. */
    async citing(episodeId: string, limit: number) {
      const rows = await changeset.findMany({
        where: { episodeIds: { contains: literally(`"${episodeId}"`) } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        select: {
          id: true,
          status: true,
          createdAt: true,
          ops: true,
          safetyFindings: true,
          baseVersions: true,
        },
      });
      return rows.map((row) => ({
        ...row,
        ops: fromJson<Operation[]>(row.ops),
        safetyFindings: fromJson<string[]>(row.safetyFindings),
        baseVersions: fromJson<Versions>(row.baseVersions),
      }));
    },
  };
}

function missingEpisode(id: string): SourceEpisode {
  const nothing = { task: null, outcome: null, error: null, reward: null, rewardSource: null };
  return { id, gone: true, ...nothing, sessionId: null, createdAt: null };
}

/** The beginning of a text. */
function excerpt(text: string | null): string | null {
  return text === null || text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
}
