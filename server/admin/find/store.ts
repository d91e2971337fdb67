/** Looks for words in what a tenant has, kind by kind. Each query reads at most the newest rows of one table, by its primary key. */
import { contains } from '../../platform/db/search-text.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Newest rows of a kind that are looked through: a query stays quick however much there is. */
const LOOKED_THROUGH = 10_000;
/** Changesets are long texts, and episodes are longer. */
const LONG_LOOKED_THROUGH = 5000;

/** A thing that has the words. */
export interface FoundRow {
  id: string;
  /** The text that it is known by: a name, a rule, a statement, a task. */
  title: string;
  /** The skill of a rule; the agent of all others that have one. */
  of: string | null;
  /** The id of the skill that a rule is part of. */
  skillId: string | null;
}

/** Every word in any of the columns. */
function allWords(words: readonly string[], ...columns: Prisma.Sql[]): Prisma.Sql {
  const each = words.map((word) => {
    const anywhere = columns.map((column) => contains(column, word));
    return Prisma.sql`(${Prisma.join(anywhere, ' OR ')})`;
  });
  return Prisma.join(each, ' AND ');
}

const NAME = Prisma.sql`q.name`;
const TITLE = Prisma.sql`q.title`;

export function findStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const newest = (table: Prisma.Sql, columns: Prisma.Sql, rows = LOOKED_THROUGH) =>
    Prisma.sql`(SELECT id, ${columns} FROM ${table} WHERE tenant = ${tenant} ORDER BY id DESC LIMIT ${rows}) q`;
  const read = async (query: Prisma.Sql): Promise<FoundRow[]> => await client.$queryRaw`${query}`;
  return {
    /** Those whose name has the words before those whose description has them. */
    skills: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.name AS title, q.agent_id AS "of", NULL AS "skillId"
        FROM ${newest(Prisma.sql`skill`, Prisma.sql`name, description, agent_id`)}
        WHERE ${allWords(words, NAME, Prisma.sql`q.description`)}
        ORDER BY CASE WHEN ${allWords(words, NAME)} THEN 0 ELSE 1 END, q.id DESC LIMIT ${limit}`),
    rules: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.title, s.name AS "of", q.skill_id AS "skillId"
        FROM ${newest(Prisma.sql`bullet`, Prisma.sql`content AS title, skill_id, status`)}
        JOIN skill s ON s.tenant = ${tenant} AND s.id = q.skill_id
        WHERE q.status = 'active' AND ${allWords(words, TITLE)} ORDER BY q.id DESC LIMIT ${limit}`),
    memories: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.title, q.agent_id AS "of", NULL AS "skillId"
        FROM ${newest(Prisma.sql`memory`, Prisma.sql`content AS title, agent_id`)}
        WHERE ${allWords(words, TITLE)} ORDER BY q.id DESC LIMIT ${limit}`),
    episodes: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.title, q.agent_id AS "of", NULL AS "skillId"
        FROM ${newest(Prisma.sql`episode`, Prisma.sql`task AS title, agent_id`, LONG_LOOKED_THROUGH)}
        WHERE ${allWords(words, TITLE)} ORDER BY q.id DESC LIMIT ${limit}`),
    /** By what they say, and by the skills they change; the title is a page's to make. */
    changesets: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.id AS title, q.agent_id AS "of", NULL AS "skillId"
        FROM ${newest(Prisma.sql`changeset`, Prisma.sql`ops, rationale, agent_id`, LONG_LOOKED_THROUGH)}
        WHERE ${allWords(words, Prisma.sql`q.ops`, Prisma.sql`q.rationale`)}
          OR q.id IN (SELECT t.changeset_id FROM skill s CROSS JOIN changeset_target t
            WHERE s.tenant = ${tenant} AND ${allWords(words, Prisma.sql`s.name`)}
              AND t.tenant = ${tenant} AND t.skill_id = s.id)
        ORDER BY q.id DESC LIMIT ${limit}`),
    keys: (words: readonly string[], limit: number) =>
      read(Prisma.sql`
        SELECT q.id, q.name AS title, NULL AS "of", NULL AS "skillId"
        FROM ${newest(Prisma.sql`api_key`, Prisma.sql`name`)}
        WHERE ${allWords(words, NAME)} ORDER BY q.id DESC LIMIT ${limit}`),
  };
}
