/**
 * The ledger's rows. Every statement works on any number of episodes at once, and locks are taken in one
 * order in every transaction: episodes, recalls by id, skills by id, their weeks, their rules, sessions of the lift, totals by
 * agent, the lift of skills by id. So transactions that credit the same skills wait for each other and never in a circle.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import { type TallyStep, VERDICT_COUNTERS } from '../../domain/learning/reflection/rule-verdicts.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { entryRows } from './entry-store.ts';

/** Rows in one statement: SQLite takes 32,766 values. */
const CHUNK = 2000;

export interface CreditRow {
  episodeId: string;
  skillId: string;
  version: number;
  arm: string | null;
  /** The canary that it is evidence of, and the randomization unit that it belongs to there. */
  experimentId: string | null;
  randomizationUnit: string | null;
}

/** What is added to a skill's week, which its Monday names; `arm` and `experimentId` are empty outside of a canary. */
export interface CreditWeekStep extends Evidence {
  skillId: string;
  week: string;
  version: number;
  arm: string;
  experimentId: string;
  runs: number;
  rewarded: number;
  succeeded: number;
  partly: number;
}

/** What an agent's runs add to a skill's counters. */
export interface SkillStep {
  skillId: string;
  agentId: string;
  uses: number;
  evidence: number;
  reward: number;
}

const COUNTERS = Prisma.raw(VERDICT_COUNTERS.join(', '));
const ADDED = Prisma.raw(
  VERDICT_COUNTERS.map((counter) => `${counter} = bullet.${counter} + step.${counter}`).join(', '),
);

const text = (value: string) => Prisma.sql`CAST(${value} AS TEXT)`;
const whole = (value: number) => Prisma.sql`CAST(${value} AS INTEGER)`;
const real = (value: number) => Prisma.sql`CAST(${value} AS DOUBLE PRECISION)`;

const stepValues = ({ skillId, agentId, uses, evidence, reward }: SkillStep) =>
  Prisma.sql`(${text(skillId)}, ${text(agentId)}, ${whole(uses)}, ${real(evidence)}, ${real(reward)})`;

const byId =
  <T>(key: (item: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : 1;

export function ledgerStore(tx: Tx, tenant: string, dialect: Dialect) {
  const client = tenantClient(tx, tenant);
  // SQLite has one writer; only PostgreSQL can and must lock in order. A row with the skill as its parent may be added meanwhile.
  const inOrder = dialect === 'postgresql' ? Prisma.sql`FOR NO KEY UPDATE OF s` : Prisma.empty;

  return {
    async addCredits(rows: CreditRow[]): Promise<void> {
      for (const chunk of inChunks(rows, CHUNK)) {
        const values = chunk.map(
          (row) =>
            Prisma.sql`(${tenant}, ${row.episodeId}, ${row.skillId}, ${row.version}, ${row.arm},
              ${row.experimentId}, ${row.randomizationUnit})`,
        );
        await client.$executeRaw`
          INSERT INTO episode_credit (tenant, episode_id, skill_id, version, arm, experiment_id, unit)
          VALUES ${Prisma.join(values)}`;
      }
    },

    /**
     * Adds to the counters of skills, and of shared ones to those of each agent; `usedAt` is when they were last used, null
     * where that does not change.
     */
    async addToSkills(steps: SkillStep[], usedAt: Date | null): Promise<void> {
      const used =
        usedAt === null
          ? Prisma.empty
          : Prisma.sql`, last_used_at = CASE WHEN skill.last_used_at > ${usedAt} THEN skill.last_used_at ELSE ${usedAt} END`;
      for (const chunk of inChunks(steps.toSorted(byId((step) => step.skillId)), CHUNK)) {
        const values = Prisma.join(chunk.map(stepValues));
        await client.$executeRaw`
          WITH part (id, agent_id, uses, evidence, reward) AS (VALUES ${values}),
          step AS (
            SELECT id, SUM(uses) AS uses, SUM(evidence) AS evidence, SUM(reward) AS reward FROM part GROUP BY id
          ),
          target AS (
            SELECT s.id, step.uses, step.evidence, step.reward
            FROM skill s JOIN step ON step.id = s.id
            WHERE s.tenant = ${tenant} ORDER BY s.id ${inOrder}
          )
          UPDATE skill SET
            uses = skill.uses + target.uses,
            evidence = skill.evidence + target.evidence,
            reward = skill.reward + target.reward ${used}
          FROM target WHERE skill.tenant = ${tenant} AND skill.id = target.id`;
        await client.$executeRaw`
          WITH step (id, agent_id, uses, evidence, reward) AS (VALUES ${values})
          INSERT INTO shared_skill_use (tenant, skill_id, agent_id, uses, evidence, reward)
          SELECT s.tenant, s.id, step.agent_id, step.uses, step.evidence, step.reward
          FROM step JOIN skill s ON s.id = step.id
          WHERE s.tenant = ${tenant} AND s.agent_id = ${SHARED_AGENT}
          ON CONFLICT (tenant, skill_id, agent_id) DO UPDATE SET
            uses = shared_skill_use.uses + excluded.uses,
            evidence = shared_skill_use.evidence + excluded.evidence,
            reward = shared_skill_use.reward + excluded.reward`;
      }
    },

    /** Adds to the weeks of skills, whose rows are locked before. No row is named twice. */
    async addToWeeks(steps: readonly CreditWeekStep[]): Promise<void> {
      for (const chunk of inChunks(steps, CHUNK)) {
        const values = chunk.map(
          (step) => Prisma.sql`(${tenant}, ${step.skillId}, ${step.week}, ${step.version}, ${step.arm},
            ${step.experimentId}, ${step.runs}, ${step.rewarded}, ${step.succeeded}, ${step.partly}, ${step.weight},
            ${step.reward})`,
        );
        await client.$executeRaw`
          INSERT INTO credit_week (tenant, skill_id, week, version, arm, experiment_id, runs, rewarded, succeeded,
            partly, evidence, reward)
          VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, skill_id, week, version, arm, experiment_id) DO UPDATE SET
            runs = credit_week.runs + excluded.runs, rewarded = credit_week.rewarded + excluded.rewarded,
            succeeded = credit_week.succeeded + excluded.succeeded, partly = credit_week.partly + excluded.partly,
            evidence = credit_week.evidence + excluded.evidence, reward = credit_week.reward + excluded.reward`;
      }
    },

    /**
     * Adds to how often rules were served. Their skills' rows are locked before, which orders these locks
     * too.
     */
    async addToBullets(uses: Map<string, number>): Promise<void> {
      for (const chunk of inChunks([...uses], CHUNK)) {
        const values = chunk.map(([id, count]) => Prisma.sql`(${text(id)}, ${whole(count)})`);
        await client.$executeRaw`
          WITH step (id, uses) AS (VALUES ${Prisma.join(values)})
          UPDATE bullet SET used = bullet.used + step.uses
          FROM step WHERE bullet.tenant = ${tenant} AND bullet.id = step.id`;
      }
    },

    /** Adds to the counters of verdicts on rules. Their skills' rows are locked before, as for their uses. */
    async addToVerdicts(steps: ReadonlyMap<string, TallyStep>): Promise<void> {
      for (const chunk of inChunks([...steps], CHUNK)) {
        const values = chunk.map(
          ([id, step]) =>
            Prisma.sql`(${text(id)}, ${Prisma.join(VERDICT_COUNTERS.map((counter) => whole(step[counter])))})`,
        );
        await client.$executeRaw`
          WITH step (id, ${COUNTERS}) AS (VALUES ${Prisma.join(values)})
          UPDATE bullet SET ${ADDED}
          FROM step WHERE bullet.tenant = ${tenant} AND bullet.id = step.id`;
      }
    },

    ...entryRows(client),
  };
}

export function withdrawalStore(tx: Tx, tenant: string) {
  const { episodeCredit } = tenantClient(tx, tenant);
  return {
    /** Forgets what an episode is credited to. */
    async removeCredits(episodeId: string): Promise<void> {
      await episodeCredit.deleteMany({ where: { episodeId } });
    },
  };
}
