/** Looks for words in what a tenant has, kind by kind, the newest first. */
import type { Found } from '../../platform/db/search/look-back.ts';
import { newestWithWords } from '../../platform/db/search/word-search.ts';
import { contains } from '../../platform/db/search-text.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** A thing that has the words. */
export interface FoundRow {
  id: string;
  /** The text that it is known by: a name, a rule, a statement, a task. */
  title: string;
  /** The skill of a rule; the agent of all others that have one. */
  of: string | null;
  /** The id of the skill that a rule is part of. */
  skillId: string | null;
  /** Its status, or how an episode ended. */
  status: string;
  /** When it was changed last, or recorded. */
  at: string;
}

function allWords(words: readonly string[], ...columns: Prisma.Sql[]): Prisma.Sql {
  const conditions = words.map((word) => {
    const anywhere = columns.map((column) => contains(column, word));
    return Prisma.sql`(${Prisma.join(anywhere, ' OR ')})`;
  });
  return Prisma.join(conditions, ' AND ');
}

const NAME = Prisma.sql`q.name`;
const CONTENT = Prisma.sql`q.content`;

export function findStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const read = async (query: Prisma.Sql): Promise<FoundRow[]> => {
    const rows = await client.$queryRaw<(Omit<FoundRow, 'at'> & { at: Date })[]>`${query}`;
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  };
  return {
    /** Those whose name has the words before those whose description has them. */
    skills: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.name AS title, q.agent_id AS "of", NULL AS "skillId", q.status, q.updated_at AS at FROM skill q
        WHERE q.tenant = ${tenant} AND ${allWords(words, NAME, Prisma.sql`q.description`)}
        ORDER BY CASE WHEN ${allWords(words, NAME)} THEN 0 ELSE 1 END, q.id DESC LIMIT ${limit}`),
    rules: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.content AS title, s.name AS "of", q.skill_id AS "skillId", s.status, q.updated_at AS at
        FROM bullet q
        JOIN skill s ON s.tenant = ${tenant} AND s.id = q.skill_id
        WHERE q.tenant = ${tenant} AND q.status = 'active' AND ${allWords(words, CONTENT)}
        ORDER BY q.id DESC LIMIT ${limit}`),
    memories: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.content AS title, q.agent_id AS "of", NULL AS "skillId", q.status, q.created_at AS at
        FROM memory q
        WHERE q.tenant = ${tenant} AND ${allWords(words, CONTENT)} ORDER BY q.id DESC LIMIT ${limit}`),
    async episodes(words: readonly string[], limit: number, now: Date): Promise<Found<FoundRow>> {
      const where = Prisma.sql`q.tenant = ${tenant}`;
      const search = { where, order: 'id' as const, phrases: words, limit, from: now };
      const { rows: ids, reach } = await newestWithWords(client, search);
      if (ids.length === 0) return { rows: [], reach };
      const rows = await read(Prisma.sql`
        SELECT e.id, e.task AS title, e.agent_id AS "of", NULL AS "skillId", e.outcome AS status, e.created_at AS at
        FROM episode e WHERE e.tenant = ${tenant} AND e.id IN (${Prisma.join(ids)}) ORDER BY e.id DESC`);
      return { rows, reach: ids.length < limit ? reach : null };
    },
    /** By what they say, and by the skills they change; the title is a page's to make. */
    changesets: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.id AS title, q.agent_id AS "of", NULL AS "skillId", q.status, q.created_at AS at
        FROM changeset q
        WHERE q.tenant = ${tenant} AND (${allWords(words, Prisma.sql`q.ops`, Prisma.sql`q.rationale`)}
          OR q.id IN (SELECT t.changeset_id FROM skill s CROSS JOIN changeset_target t
            WHERE s.tenant = ${tenant} AND ${allWords(words, Prisma.sql`s.name`)}
              AND t.tenant = ${tenant} AND t.skill_id = s.id))
        ORDER BY q.id DESC LIMIT ${limit}`),
    keys: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.name AS title, NULL AS "of", NULL AS "skillId",
          CASE WHEN q.revoked_at IS NULL THEN 'active' ELSE 'revoked' END AS status, q.created_at AS at
        FROM api_key q
        WHERE q.tenant = ${tenant} AND ${allWords(words, NAME)} ORDER BY q.id DESC LIMIT ${limit}`),
  };
}
