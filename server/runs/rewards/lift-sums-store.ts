/**
 * The rows of the lift: the sums of agents and of their weeks, and what each session has in them. Locks are taken in
 * this order: sessions by agent and unit, totals by agent, weeks.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import { Prisma, RowsInsert, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { LiftGroup } from './credit-lift.ts';

/** Rows in one statement: SQLite takes 32,766 values. */
const CHUNK = 2000;

/** Strength below which a session has nothing any more. */
const NO_WEIGHT = 1e-9;

/** By the names of the columns; see SessionSums. */
const COLUMNS = {
  treatedEvidence: 'treated_evidence',
  treatedReward: 'treated_reward',
  holdoutEvidence: 'holdout_evidence',
  holdoutReward: 'holdout_reward',
  treatedSessions: 'treated_sessions',
  treatedMeans: 'treated_means',
  treatedSquares: 'treated_squares',
  holdoutSessions: 'holdout_sessions',
  holdoutMeans: 'holdout_means',
  holdoutSquares: 'holdout_squares',
} as const;

/** Evidence of both groups: Σ strength and Σ strength × reward of runs, and the sums over sessions. */
export type LiftSums = Record<keyof typeof COLUMNS, number>;

const FIELDS = Object.keys(COLUMNS) as (keyof LiftSums)[];
const NAMES = Object.values(COLUMNS);
const added = (table: string) =>
  NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
const valuesOf = (sums: LiftSums) => FIELDS.map((field) => sums[field]);

const ADD_TO_TOTALS = new RowsInsert(
  'agent_totals',
  ['agent_id', 'episodes', 'day', 'day_episodes', ...NAMES],
  `ON CONFLICT (tenant, agent_id) DO UPDATE SET
    day = CASE WHEN excluded.day > agent_totals.day THEN excluded.day ELSE agent_totals.day END,
    day_episodes = CASE WHEN excluded.day > agent_totals.day THEN excluded.day_episodes
      WHEN excluded.day = agent_totals.day THEN agent_totals.day_episodes + excluded.day_episodes
      ELSE agent_totals.day_episodes END,
    episodes = agent_totals.episodes + excluded.episodes, ${added('agent_totals')}
  RETURNING agent_id, episodes`,
);
const ADD_TO_WEEKS = new RowsInsert(
  'lift_week',
  ['week', 'agent_id', ...NAMES],
  `ON CONFLICT (tenant, week, agent_id) DO UPDATE SET ${added('lift_week')}`,
);

interface TotalsStep extends LiftSums {
  agentId: string;
  episodes: number;
  /** The UTC day that new episodes count for, in days since 1970; 0 where there are none. */
  day: number;
}

/** What is added to an agent's week, which its Monday names. */
interface WeekStep extends LiftSums {
  agentId: string;
  week: string;
}

/** What a session gets. The group and the week are those of its row, if it is new. */
export interface UnitStep {
  agentId: string;
  unit: string;
  week: string;
  liftGroup: LiftGroup;
  evidence: Evidence;
}

/** A session as it is after a step; of one that counts in the other group nothing changed. */
export type MovedUnit = UnitStep;

interface UnitRow {
  agent_id: string;
  unit: string;
  week: string;
  lift_group: LiftGroup;
  evidence: number;
  reward: number;
}

const toMoved = ({ agent_id: agentId, unit, week, lift_group: liftGroup, ...row }: UnitRow): MovedUnit => ({
  ...{ agentId, unit, week, liftGroup },
  evidence: { weight: Number(row.evidence), reward: Number(row.reward) },
});

export function liftSumsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);

  /** Adds evidence; a session that has none yet, or none any more, begins with it. */
  async function extend(steps: readonly UnitStep[], at: Date): Promise<UnitRow[]> {
    const values = steps.map(
      ({ agentId, unit, week, liftGroup, evidence: { weight, reward } }) =>
        Prisma.sql`(${tenant}, ${agentId}, ${unit}, ${week}, ${liftGroup}, ${weight}, ${reward}, ${at})`,
    );
    const isEmpty = Prisma.sql`lift_unit.evidence < ${NO_WEIGHT}`;
    const isOwn = Prisma.sql`(${isEmpty} OR lift_unit.lift_group = excluded.lift_group)`;
    return await client.$queryRaw<UnitRow[]>`
      INSERT INTO lift_unit (tenant, agent_id, unit, week, lift_group, evidence, reward, updated_at)
      VALUES ${Prisma.join(values)}
      ON CONFLICT (tenant, agent_id, unit) DO UPDATE SET
        week = CASE WHEN ${isEmpty} THEN excluded.week ELSE lift_unit.week END,
        lift_group = CASE WHEN ${isEmpty} THEN excluded.lift_group ELSE lift_unit.lift_group END,
        evidence = lift_unit.evidence + CASE WHEN ${isOwn} THEN excluded.evidence ELSE 0 END,
        reward = lift_unit.reward + CASE WHEN ${isOwn} THEN excluded.reward ELSE 0 END,
        updated_at = excluded.updated_at
      RETURNING agent_id, unit, week, lift_group, evidence, reward`;
  }

  /** Corrects evidence; a session that is no longer kept stays away. */
  async function correct({ agentId, unit, liftGroup, evidence }: UnitStep, at: Date): Promise<UnitRow[]> {
    return await client.$queryRaw<UnitRow[]>`
      UPDATE lift_unit SET evidence = evidence + ${evidence.weight}, reward = reward + ${evidence.reward},
        updated_at = ${at}
      WHERE tenant = ${tenant} AND agent_id = ${agentId} AND unit = ${unit} AND lift_group = ${liftGroup}
        AND evidence >= ${NO_WEIGHT}
      RETURNING agent_id, unit, week, lift_group, evidence, reward`;
  }

  return {
    /** Moves the rows of sessions, in the order of the steps, each of another session; answers with those rows. */
    async moveUnits(steps: readonly UnitStep[], at: Date): Promise<MovedUnit[]> {
      const rows: UnitRow[] = [];
      const grown = steps.filter(({ evidence }) => evidence.weight > 0);
      for (const chunk of inChunks(grown, CHUNK)) {
        rows.push(...(await extend(chunk, at)));
      }
      for (const step of steps) if (!(step.evidence.weight > 0)) rows.push(...(await correct(step, at)));
      return rows.map(toMoved);
    },

    /** Adds to the totals of agents; answers with how many episodes each of them has recorded now. */
    async addToTotals(steps: readonly TotalsStep[]): Promise<Map<string, number>> {
      const rows = await client.insertReturning<{ agent_id: string; episodes: number | bigint }>(
        ADD_TO_TOTALS,
        steps
          .toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1))
          .map((step) => {
            const { agentId, episodes, day } = step;
            return [agentId, episodes, day, day === 0 ? 0 : episodes, ...valuesOf(step)];
          }),
      );
      return new Map(rows.map(({ agent_id, episodes }) => [agent_id, Number(episodes)]));
    },

    /** Adds to weeks, in the order of the steps. The totals' rows of their agents are locked before. */
    async addToWeeks(steps: readonly WeekStep[]): Promise<void> {
      if (steps.length === 0) return;
      await client.insertRows(
        ADD_TO_WEEKS,
        steps.map((step) => [step.week, step.agentId, ...valuesOf(step)]),
      );
    },
  };
}
