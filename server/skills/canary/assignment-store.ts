/**
 * Which arm each randomization unit of a canary was given, and what came of it. The first assignment of a
 * unit counts.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import type { Arm, ArmEvidence, Assignment } from '../../domain/skills/canary/arm.ts';
import type { UnitOutcome, UnitPart } from '../../domain/skills/canary/effect.ts';
import type { CanaryRule } from '../../domain/skills/canary/rules.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { evidenceOf } from './rows.ts';

/** Rows in one statement: SQLite takes 32,766 values. */
const ROWS_PER_INSERT = 2000;

/** A running canary as a recall sees it: the arm that the unit has already, or what to choose by. */
export interface RunningTrial {
  id: string;
  rule: CanaryRule;
  floor: number;
  evidence: ArmEvidence;
  assigned: Assignment | null;
}

interface RunningTrialRow {
  id: string;
  rule: string;
  floor: number;
  incumbentEvidence: number;
  incumbentReward: number;
  candidateEvidence: number;
  candidateReward: number;
  arm: string | null;
  probability: number | null;
}

interface AssignedRow {
  experiment_id: string;
  arm: string;
  probability: number;
}

/** A unit as its row keeps it: what it was given with what probability, and what came of it. */
export interface KnownUnit extends UnitPart {
  probability: number;
  /** Its place among the units by their first credit. */
  firstCredit: number | null;
}

/** A unit after some steps. `firstChange` is the place of its first credit among their changes, if that is one of them. */
export interface CreditedUnit extends KnownUnit {
  randomizationUnit: string;
  firstChange: number | null;
}

interface OutcomeRow {
  experimentId: string;
  arm: string;
  probability: number;
  evidence: number;
  reward: number;
}

const toAssignment = (arm: string, probability: number): Assignment => ({
  arm: arm as Assignment['arm'],
  propensity: Number(probability),
});

/** What came of units, by the id of their canary, in the order of the rows. */
function outcomesByCanary(rows: readonly OutcomeRow[]): Map<string, UnitOutcome[]> {
  const outcomes = rows.map(({ experimentId, arm, probability, evidence, reward }) => {
    const outcome = Math.min(1, Math.max(0, reward / evidence));
    return { experimentId, unit: { ...toAssignment(arm, probability), outcome } };
  });
  const grouped = Map.groupBy(outcomes, ({ experimentId }) => experimentId);
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ unit }) => unit)]));
}

export function assignmentStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Those of the canaries that still run, with the arm of `unit`, in one statement. */
    async running(experimentIds: string[], unit: string): Promise<RunningTrial[]> {
      const rows = await client.$queryRaw<RunningTrialRow[]>`
        SELECT e.id, e.rule, e.floor, e.incumbent_evidence AS "incumbentEvidence", e.incumbent_reward AS "incumbentReward",
          e.candidate_evidence AS "candidateEvidence", e.candidate_reward AS "candidateReward", a.arm, a.probability
        FROM experiment e LEFT JOIN experiment_assignment a
          ON a.tenant = e.tenant AND a.experiment_id = e.id AND a.unit = ${unit}
        WHERE e.tenant = ${tenant} AND e.id IN (${Prisma.join(experimentIds)}) AND e.status = 'running'
        ORDER BY e.id`;
      return rows.map(({ id, rule, floor, arm, probability, ...evidence }) => ({
        ...{ id, rule: rule as CanaryRule, floor: Number(floor) },
        evidence: evidenceOf(evidence),
        assigned: arm === null || probability === null ? null : toAssignment(arm, probability),
      }));
    },
    /**
     * Stores choices for a unit, in order of the canaries' ids; answers with the ones that count, these or
     * earlier ones.
     */
    async assign(
      unit: string,
      choices: (Assignment & { experimentId: string })[],
      at: Date,
    ): Promise<Map<string, Assignment>> {
      const values = choices.map(
        ({ experimentId, arm, propensity }) =>
          Prisma.sql`(${tenant}, ${experimentId}, ${unit}, ${arm}, ${propensity}, ${at}, 0, 0, ${false})`,
      );
      const rows = await client.$queryRaw<AssignedRow[]>`
        INSERT INTO experiment_assignment
          (tenant, experiment_id, unit, arm, probability, assigned_at, evidence, reward, mixed)
        VALUES ${Prisma.join(values)}
        ON CONFLICT (tenant, experiment_id, unit) DO UPDATE SET arm = experiment_assignment.arm
        RETURNING experiment_id, arm, probability`;
      return new Map(rows.map((row) => [row.experiment_id, toAssignment(row.arm, row.probability)]));
    },
    /** Those of the units that have a row, by name. */
    async parts(experimentId: string, units: readonly string[]): Promise<Map<string, KnownUnit>> {
      const found = new Map<string, KnownUnit>();
      for (const chunk of inPieces([...new Set(units)])) {
        const where = { experimentId, unit: { in: chunk } };
        for (const row of await client.experimentAssignment.findMany({ where })) {
          found.set(row.unit, {
            ...{ arm: row.arm as Arm, probability: row.probability, mixed: row.mixed },
            ...{ firstCredit: row.firstCredit, evidence: { weight: row.evidence, reward: row.reward } },
          });
        }
      }
      return found;
    },
    /** Stores units; their changes count on from `first`. A recall may have given one its arm since it was read. */
    async put(
      experimentId: string,
      units: readonly CreditedUnit[],
      { at, first }: { at: Date; first: number },
    ): Promise<void> {
      for (const chunk of inChunks(units, ROWS_PER_INSERT)) {
        const values = chunk.map((unit) => {
          const { randomizationUnit, arm, probability, mixed, firstChange } = unit;
          const firstCredit = unit.firstCredit ?? (firstChange === null ? null : first + firstChange);
          return Prisma.sql`(${tenant}, ${experimentId}, ${randomizationUnit}, ${arm}, ${probability}, ${at},
            ${unit.evidence.weight}, ${unit.evidence.reward}, ${firstCredit}, ${mixed})`;
        });
        await client.$executeRaw`
          INSERT INTO experiment_assignment (tenant, experiment_id, unit, arm, probability, assigned_at,
            evidence, reward, first_credit, mixed)
          VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, experiment_id, unit) DO UPDATE SET
            evidence = excluded.evidence, reward = excluded.reward, first_credit = excluded.first_credit,
            mixed = (excluded.mixed OR experiment_assignment.arm <> excluded.arm)`;
      }
    },
    /** Units with evidence that saw one arm only, in the order of their first credit. */
    async units(experimentId: string): Promise<UnitOutcome[]> {
      return (await this.unitsOf([experimentId])).get(experimentId) ?? [];
    },
    /** The same of several canaries, by id; those without units are absent. */
    async unitsOf(experimentIds: string[]): Promise<Map<string, UnitOutcome[]>> {
      if (experimentIds.length === 0) return new Map();
      const rows = await client.experimentAssignment.findMany({
        where: {
          experimentId: { in: experimentIds },
          ...{ mixed: false, firstCredit: { not: null }, evidence: { gt: 0 } },
        },
        orderBy: [{ firstCredit: 'asc' }, { unit: 'asc' }],
        select: { experimentId: true, arm: true, probability: true, evidence: true, reward: true },
      });
      return outcomesByCanary(rows);
    },
  };
}
