/**
 * Which entries of the audit log say or show a text: in their own words, or in the names of who did it and of
 * what it is about. Once as a condition on one entry, and once as the set of all such entries, which is quick
 * where they are few.
 */
import { toJson } from '../../platform/db/database.ts';
import { contains, INDEXED_ENTRY, INDEXED_TASK } from '../../platform/db/search-text.ts';
import { Prisma } from '../../platform/db/tenant-client.ts';

/** Rows of a tenant that entries are shown with: those that have the text. */
interface SearchedTable {
  /** What an entry's actor or resource has before the row's id: `skill:`. */
  prefix: string;
  table: Prisma.Sql;
  /** The condition that the row `q` has the text. */
  has: Prisma.Sql;
}

/** Operations and details are kept as JSON, where quotes and line ends are written in two characters. */
const inJson = (text: string) => toJson(text).slice(1, -1);

const NAME = Prisma.sql`q.name`;

const keys = (prefix: string, text: string): SearchedTable => ({
  ...{ prefix, table: Prisma.sql`api_key`, has: contains(NAME, text) },
});

/** Changesets are shown with the names of their skills too: see {@link changesOfSkills}. */
function resources(text: string): SearchedTable[] {
  const inChangeset = Prisma.sql`(${contains(Prisma.sql`q.ops`, inJson(text))}
    OR ${contains(Prisma.sql`COALESCE(q.rejection_reason, q.review_comment)`, text)})`;
  return [
    keys('apikey:', text),
    { prefix: 'skill:', table: Prisma.sql`skill`, has: contains(NAME, text) },
    { prefix: 'memory:', table: Prisma.sql`memory`, has: contains(Prisma.sql`q.content`, text) },
    { prefix: 'episode:', table: Prisma.sql`episode`, has: contains(INDEXED_TASK, text) },
    { prefix: 'changeset:', table: Prisma.sql`changeset`, has: inChangeset },
  ];
}

const changesOfSkills = (tenant: string, text: string) => Prisma.sql`
  SELECT 'changeset:' || t.changeset_id FROM skill q CROSS JOIN changeset_target t
  WHERE q.tenant = ${tenant} AND ${contains(NAME, text)} AND t.tenant = ${tenant} AND t.skill_id = q.id`;

/** The condition that the entry `a` says or shows `text`. */
export function mentionsText(tenant: string, text: string): Prisma.Sql {
  const names = (column: Prisma.Sql, { prefix, table, has }: SearchedTable) => Prisma.sql`
    (${column} LIKE ${`${prefix}%`} AND EXISTS (SELECT 1 FROM ${table} q
      WHERE q.tenant = ${tenant} AND q.id = SUBSTR(${column}, ${prefix.length + 1}) AND ${has}))`;
  const ways = [
    contains(INDEXED_ENTRY, inJson(text)),
    names(Prisma.sql`a.actor`, keys('key:', text)),
    ...resources(text).map((named) => names(Prisma.sql`a.resource`, named)),
    Prisma.sql`a.resource IN (${changesOfSkills(tenant, text)})`,
  ];
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}

/** A query of the ids of all entries that say or show `text`, each once. */
export function entriesMentioning(tenant: string, text: string): Prisma.Sql {
  const all = ({ prefix, table, has }: SearchedTable) =>
    Prisma.sql`SELECT ${prefix} || q.id FROM ${table} q WHERE q.tenant = ${tenant} AND ${has}`;
  const shown = [...resources(text).map(all), changesOfSkills(tenant, text)];
  const entries = Prisma.sql`SELECT a.id FROM audit_entry a WHERE a.tenant = ${tenant}`;
  return Prisma.sql`SELECT DISTINCT id FROM (
    ${entries} AND ${contains(INDEXED_ENTRY, inJson(text))}
    UNION ALL ${entries} AND a.actor IN (${all(keys('key:', text))})
    UNION ALL ${entries} AND a.resource IN (${Prisma.join(shown, ' UNION ALL ')})) entries`;
}
