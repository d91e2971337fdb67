/** What the lift over time is read from: the sums of weeks, what was applied, and the runs counted last. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Groups } from '../../domain/measurement/learning-lift.ts';
import type { LiftWeek } from '../../domain/measurement/lift-course.ts';
import type { GroupSessions, SessionSums } from '../../domain/measurement/session-sums.ts';
import { newestFirst, type ReadingAt } from '../../platform/db/partitions/newest-first.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

type Group = 'treated' | 'holdout';
type Sum = 'Evidence' | 'Reward' | 'Sessions' | 'Means' | 'Squares';
type Sums = Record<`${Group}${Sum}`, number | null>;

const SUMS: Record<keyof Sums, true> = {
  ...{ treatedEvidence: true, treatedReward: true, holdoutEvidence: true, holdoutReward: true },
  ...{ treatedSessions: true, treatedMeans: true, treatedSquares: true },
  ...{ holdoutSessions: true, holdoutMeans: true, holdoutSquares: true },
};

/** The evidence of both groups, by runs and by sessions. */
export interface LiftEvidence extends Groups {
  sessions: GroupSessions;
}

const evidenceOf = (weight: number | null, reward: number | null): Evidence => ({
  weight: weight ?? 0,
  reward: reward ?? 0,
});

const sessionsOf = (sessions: number | null, sum: number | null, squares: number | null): SessionSums => ({
  sessions: sessions ?? 0,
  sum: sum ?? 0,
  squares: squares ?? 0,
});

const groupsOf = (sums: Sums): LiftEvidence => ({
  treated: evidenceOf(sums.treatedEvidence, sums.treatedReward),
  holdout: evidenceOf(sums.holdoutEvidence, sums.holdoutReward),
  sessions: {
    treated: sessionsOf(sums.treatedSessions, sums.treatedMeans, sums.treatedSquares),
    holdout: sessionsOf(sums.holdoutSessions, sums.holdoutMeans, sums.holdoutSquares),
  },
});

interface AgentSums extends LiftEvidence {
  agentId: string;
  episodes: number;
}

export interface AppliedRow {
  id: string;
  agentId: string;
  at: Date;
}

export interface LatestRun {
  id: string;
  task: string | null;
  /** Null where it does not count for the lift. */
  group: 'treated' | 'holdout' | null;
  reward: number | null;
  createdAt: Date;
  /** Whether the agent had one of its skills as a file. */
  hadFiles: boolean;
}

/** The latest runs among which those that count, and those that do not, are looked for. */
const RUNS_LOOKED_AT = 1000;

export function liftStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const applied = async (agentId: string | null, limit: number): Promise<AppliedRow[]> => {
    const rows = await client.changeset.findMany({
      where: { status: 'applied', ...(agentId === null ? {} : { agentId }) },
      orderBy: [{ createdAt: 'desc' }],
      take: limit,
      select: { id: true, agentId: true, createdAt: true, decidedAt: true },
    });
    return rows.map(({ createdAt, decidedAt, ...row }) => ({ ...row, at: decidedAt ?? createdAt }));
  };
  return {
    async total(agentId: string | null): Promise<LiftEvidence> {
      const where = agentId === null ? {} : { agentId };
      const { _sum } = await client.agentTotals.aggregate({ where, _sum: SUMS });
      return groupsOf(_sum);
    },
    /** The agents that recorded most, and how many there are besides, counted up to `COUNT_LIMIT`. */
    async agents(limit: number): Promise<{ listed: AgentSums[]; leftOut: number }> {
      const [rows, count] = await Promise.all([
        client.agentTotals.findMany({
          orderBy: [{ episodes: 'desc' }, { agentId: 'asc' }],
          take: limit,
        }),
        client.agentTotals.count({ take: limit + COUNT_LIMIT }),
      ]);
      return {
        listed: rows.map(({ agentId, episodes, ...sums }) => ({ agentId, episodes, ...groupsOf(sums) })),
        leftOut: Math.max(0, count - rows.length),
      };
    },
    /** Those of the weeks that have evidence of an agent, or of all together; oldest first. */
    async weeks(agentId: string | null, weeks: string[]): Promise<(LiftWeek & LiftEvidence)[]> {
      const rows = await client.liftWeek.groupBy({
        by: ['week'],
        where: { week: { in: weeks }, ...(agentId === null ? {} : { agentId }) },
        _sum: SUMS,
        orderBy: { week: 'asc' },
      });
      return rows.map(({ week, _sum }) => ({ week, ...groupsOf(_sum) }));
    },
    /** The changes that were proposed last among those that are applied, of the agent and shared ones, or of all. */
    async applied(agentId: string | null, limit: number): Promise<AppliedRow[]> {
      // One list each: over both agents at once the index would not give them in order.
      const lists = agentId === null ? [null] : [...new Set([agentId, SHARED_AGENT])];
      const rows = (await Promise.all(lists.map((one) => applied(one, limit)))).flat();
      return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
    },
    /** The latest runs of an agent, or of all, the latest first. */
    async latestRuns(agentId: string | null, at: ReadingAt): Promise<LatestRun[]> {
      const own = agentId === null ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
      const newest = { ...at, take: RUNS_LOOKED_AT };
      const rows = await newestFirst(
        'episode',
        newest,
        ({ sql: since }) => client.$queryRaw<(Omit<LatestRun, 'hadFiles'> & { files: unknown })[]>`
          SELECT id, task, lift_group AS "group", reward, created_at AS "createdAt", served LIKE '%"files":true%' AS files
          FROM episode WHERE tenant = ${tenant} ${own} ${since} ORDER BY created_at DESC, id DESC LIMIT ${newest.take}`,
      );
      return rows.map(({ files, ...row }) => ({
        ...row,
        createdAt: new Date(row.createdAt),
        hadFiles: Boolean(files),
      }));
    },
  };
}
