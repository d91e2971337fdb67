/**
 * Gives jobs that have become due their turns, on either engine by the same rule. Read by no tenant: a worker serves all
 * of them.
 */
import { giveTurns } from '../domain/jobs/turns.ts';
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';
import type { JobKind } from './catalogue.ts';

/** Jobs that get their turns in one transaction. */
export const TURNS_AT_ONCE = 500;

interface DueRow {
  tenant: string;
  id: string;
  last: bigint | number | null;
  lowest: bigint | number | null;
}

const toTurn = (value: bigint | number | null) => (value === null ? null : Number(value));

/** The kinds of jobs, for `IN`. */
export const oneOf = (kinds: readonly JobKind[]) => Prisma.sql`(${Prisma.join([...kinds])})`;

/**
 * Gives turns to the jobs that `due` selects: `tenant`, `id` and `run_at` of at most {@link TURNS_AT_ONCE}, which nobody
 * else can change before `tx` ends. Answers with their number.
 */
export async function takeTurns(tx: Tx, kinds: readonly JobKind[], due: Prisma.Sql): Promise<number> {
  const client = clientOf(tx);
  const rows = await client.$queryRaw<DueRow[]>`
    SELECT due.tenant, due.id,
      (SELECT max(own.turn) FROM job AS own
        WHERE own.tenant = due.tenant AND own.status = 'pending' AND own.turn IS NOT NULL) AS last,
      (SELECT turn FROM job
        WHERE status = 'pending' AND turn IS NOT NULL AND kind IN ${oneOf(kinds)} ORDER BY turn LIMIT 1) AS lowest
    FROM (${due}) AS due ORDER BY due.run_at`;
  if (rows.length === 0) return 0;
  const turns = giveTurns(
    rows.map(({ tenant, last }) => ({ tenant, lastTurn: toTurn(last) })),
    toTurn(rows[0]?.lowest ?? null),
  );
  const given = rows.map(
    ({ tenant, id }, at) => Prisma.sql`(${tenant}, ${id}, CAST(${turns[at]} AS BIGINT))`,
  );
  await client.$executeRaw`
    WITH given (tenant, id, turn) AS (VALUES ${Prisma.join(given)})
    UPDATE job SET turn = given.turn FROM given WHERE job.tenant = given.tenant AND job.id = given.id`;
  return rows.length;
}
