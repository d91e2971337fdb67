/**
 * The rows of canaries. One is only ended under the condition that it still runs, and only evidence of a
 * running one is added to, so that what a verdict rested on stays as it was.
 */
import type { ArmEvidence } from '../../domain/skills/canary/arm.ts';
import type { ExperimentEnding } from '../../domain/skills/canary/status.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { type ExperimentRecord, evidenceColumns, experimentColumns, experimentOf } from './rows.ts';

const RUNNING = 'running';

export type ExperimentKey = Pick<ExperimentRecord, 'id' | 'agentId' | 'skillId'>;

export function experimentStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { experiment } = client;
  return {
    async add(record: ExperimentRecord): Promise<void> {
      await experiment.create({ data: experimentColumns(record) });
    },
    async find(id: string): Promise<ExperimentRecord | null> {
      const row = await experiment.findFirst({ where: { id } });
      return row === null ? null : experimentOf(row);
    },
    /** The canaries that run on any of the skills. */
    async runningOn(skillIds: string[]): Promise<ExperimentRecord[]> {
      const where = { skillId: { in: skillIds }, status: RUNNING };
      return (await experiment.findMany({ where, orderBy: { id: 'asc' } })).map(experimentOf);
    },
    /** Those of the skills that a canary runs on. */
    async onTrial(skillIds: string[]): Promise<Set<string>> {
      if (skillIds.length === 0) return new Set();
      const where = { skillId: { in: skillIds }, status: RUNNING };
      return new Set(
        (await experiment.findMany({ where, select: { skillId: true } })).map((row) => row.skillId),
      );
    },
    /** Those of the given canaries that still run, by id. */
    async running(ids: string[]): Promise<ExperimentKey[]> {
      return await experiment.findMany({
        where: { id: { in: ids }, status: RUNNING },
        orderBy: { id: 'asc' },
        select: { id: true, agentId: true, skillId: true },
      });
    },
    /** The latest canary that tried the text after `version` of a skill. */
    async latestAfter(skillId: string, version: number): Promise<ExperimentRecord | null> {
      const where = { skillId, baseVersion: version };
      const row = await experiment.findFirst({ where, orderBy: { id: 'desc' } });
      return row === null ? null : experimentOf(row);
    },
    /** Whether a canary tried the changeset, be it that it still does. */
    async triedChangeset(changesetId: string): Promise<boolean> {
      return (await experiment.count({ where: { changesetId } })) > 0;
    },
    /** Ends a canary that still runs; returns whether it did. */
    async end(
      id: string,
      { status, reason, at }: { status: ExperimentEnding; reason: string; at: Date },
    ): Promise<boolean> {
      const { count } = await experiment.updateMany({
        where: { id, status: RUNNING },
        data: { status, reason, endedAt: at },
      });
      return count === 1;
    },
    /** Adds to the evidence of a running canary; returns it as it is then, or null where it has ended. */
    async addEvidence(id: string, added: ArmEvidence, credits: number): Promise<ExperimentRecord | null> {
      const columns = Object.entries(evidenceColumns(added));
      const increments = Object.fromEntries(columns.map(([name, by]) => [name, { increment: by }]));
      const [row] = await experiment.updateManyAndReturn({
        where: { id, status: RUNNING },
        data: { ...increments, credits: { increment: credits } },
      });
      return row === undefined ? null : experimentOf(row);
    },
    /** Notes that so many planned looks were taken. */
    async setLooks(id: string, looks: number): Promise<void> {
      await experiment.updateMany({ where: { id }, data: { looks } });
    },
    /** Sets the boundary of a canary that has none yet. */
    async setBoundary(id: string, boundary: number): Promise<void> {
      await experiment.updateMany({ where: { id, boundary: null }, data: { boundary } });
    },
    /** Canaries of an agent that started at `until` or before, or whose skill is not served any more. */
    async expired(agentId: string, until: Date, limit: number): Promise<{ id: string; reason: string }[]> {
      const rows = await client.$queryRaw<{ id: string; status: string }[]>`
        SELECT e.id, s.status FROM experiment e JOIN skill s ON s.tenant = e.tenant AND s.id = e.skill_id
        WHERE e.tenant = ${tenant} AND e.agent_id = ${agentId} AND e.status = ${RUNNING}
          AND (e.started_at <= ${until} OR s.status IN ('archived', 'deprecated'))
        ORDER BY e.id LIMIT ${limit}`;
      const isGone = (status: string) => status === 'archived' || status === 'deprecated';
      return rows.map(({ id, status }) => ({
        id,
        reason: isGone(status) ? `the skill is ${status}` : 'the canary ran for its longest time undecided',
      }));
    },
  };
}
