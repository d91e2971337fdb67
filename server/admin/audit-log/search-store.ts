/** Searches the audit log, also by what the things that its entries are about are called. */
import { fromJson, toJson } from '../../platform/db/database.ts';
import { firstIdAt, idBelow } from '../../platform/db/partitions/ranges.ts';
import { type Found, READ_AT_ONCE, type Reach, reachOf } from '../../platform/db/search/look-back.ts';
import { contains, ENTRY_TEXT, INDEXED_TASK, literally } from '../../platform/db/search-text.ts';
import { Prisma, type TenantClient, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Which entries; null, or no action, means any. `resource` may be the beginning of one, such as `skill:`. */
export interface AuditFilter {
  actions: readonly string[];
  actor: string | null;
  resource: string | null;
  /** About this skill, or about a changeset of it. */
  skillId: string | null;
  agentId: string | null;
  from: Date | null;
  /** The first moment that does not count. */
  to: Date | null;
  text: string | null;
}

export interface AuditSearchRow {
  id: string;
  actor: string;
  action: string;
  resource: string;
  details: Record<string, unknown>;
  at: Date;
}

interface AuditSearch {
  where: AuditFilter;
  /** The id that the page begins below. */
  before: string | null;
  limit: number;
}

/** Which entries are about something of an agent: those that say so, and those about what belongs to it. */
function ofAgent(tenant: string, agentId: string): Prisma.Sql {
  const agentPattern = `%${literally(`"agent_id":${toJson(agentId)}`)}%`;
  const owned = (kind: string, table: Prisma.Sql) => Prisma.sql`
    (a.resource LIKE ${`${kind}:%`} AND EXISTS (SELECT 1 FROM ${table} o WHERE o.tenant = ${tenant}
      AND o.id = SUBSTR(a.resource, ${kind.length + 2}) AND o.agent_id = ${agentId}))`;
  return Prisma.sql`(a.details LIKE ${agentPattern} OR a.resource = ${`agent:${agentId}`}
    OR ${owned('changeset', Prisma.sql`changeset`)} OR ${owned('skill', Prisma.sql`skill`)}
    OR ${owned('episode', Prisma.sql`episode`)})`;
}

/** What is asked of an entry but its text: what indexes look up, and the rest. */
function conditions(
  tenant: string,
  { where, before }: AuditSearch,
  ofSkill: readonly string[] | null,
): { indexed: Prisma.Sql; fitting: Prisma.Sql } {
  const { actions, actor, resource, agentId, from, to } = where;
  const all = [Prisma.sql`a.tenant = ${tenant}`];
  if (actor !== null) all.push(Prisma.sql`a.actor = ${actor}`);
  if (resource !== null) all.push(Prisma.sql`a.resource LIKE ${`${literally(resource)}%`}`);
  if (ofSkill !== null) all.push(Prisma.sql`a.resource IN (${Prisma.join(ofSkill)})`);
  // Ids are in the order of time: they say where to look.
  if (from !== null) all.push(Prisma.sql`a.at >= ${from} AND a.id >= ${idBelow('audit_entry', from)}`);
  if (to !== null) all.push(Prisma.sql`a.at < ${to} AND a.id < ${firstIdAt('audit_entry', to)}`);
  if (before !== null) all.push(Prisma.sql`a.id < ${before}`);
  const indexed = Prisma.join(all, ' AND ');
  if (actions.length > 0) all.push(Prisma.sql`a.action IN (${Prisma.join([...actions])})`);
  if (agentId !== null) all.push(ofAgent(tenant, agentId));
  return { indexed, fitting: Prisma.join(all, ' AND ') };
}

const COLUMNS = Prisma.sql`a.id, a.actor, a.action, a.resource, a.details, a.at`;

type StoredEntry = Omit<AuditSearchRow, 'details'> & { details: string };

const toRow = ({ id, actor, action, resource, details, at }: StoredEntry): AuditSearchRow => ({
  ...{ id, actor, action, resource, at: new Date(at), details: fromJson(details) },
});

export function auditSearchStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  /** What is written about a skill is written about its changesets too. */
  const aboutSkill = async (skillId: string): Promise<string[]> => {
    const targets = await client.changesetTarget.findMany({
      where: { skillId },
      select: { changesetId: true },
    });
    return [`skill:${skillId}`, ...targets.map(({ changesetId }) => `changeset:${changesetId}`)];
  };
  return {
    /** At most `limit` entries that fit, newest first. */
    async search(search: AuditSearch): Promise<Found<AuditSearchRow>> {
      const { limit, where } = search;
      const { text, skillId } = where;
      const asked = conditions(tenant, search, skillId === null ? null : await aboutSkill(skillId));
      if (text === null) {
        // By an expression: in the order of the key PostgreSQL would read the log until it meets those of a skill.
        const inOrder = skillId === null ? Prisma.sql`a.id` : Prisma.sql`a.id || ''`;
        const rows = await client.$queryRaw<StoredEntry[]>`
          SELECT ${COLUMNS} FROM audit_entry a WHERE ${asked.fitting} ORDER BY ${inOrder} DESC LIMIT ${limit}`;
        return { rows: rows.map(toRow), reach: null };
      }
      return await readNewest({ client, tenant, text, limit, ...asked });
    },
  };
}

/** A search for a text, among the entries that `indexed` and `fitting` say. */
interface TextSearch extends ReturnType<typeof conditions> {
  client: TenantClient;
  tenant: string;
  text: string;
  limit: number;
}

/** Reads the newest entries; what they do not reach is left to the next page. */
async function readNewest(search: TextSearch): Promise<Found<AuditSearchRow>> {
  const { client, tenant, text, limit, indexed, fitting } = search;
  const newest = Prisma.sql`(SELECT a.* FROM audit_entry a
    WHERE a.tenant = ${tenant} AND ${indexed} ORDER BY a.id DESC LIMIT ${READ_AT_ONCE}) a`;
  const rows = await client.$queryRaw<StoredEntry[]>`SELECT ${COLUMNS} FROM ${newest}
    WHERE ${fitting} AND ${mentionsText(tenant, text)} ORDER BY a.id DESC LIMIT ${limit}`;
  if (rows.length === limit) return { rows: rows.map(toRow), reach: null };
  const ends = await client.$queryRaw<Reach[]>`
    SELECT a.at, a.id FROM audit_entry a WHERE a.tenant = ${tenant} AND ${indexed} ORDER BY a.id DESC LIMIT 2 OFFSET ${READ_AT_ONCE - 1}`;
  return { rows: rows.map(toRow), reach: reachOf(ends) };
}

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
const EPISODE = 'episode:';

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
    { prefix: EPISODE, table: Prisma.sql`episode`, has: contains(INDEXED_TASK, text) },
    { prefix: 'changeset:', table: Prisma.sql`changeset`, has: inChangeset },
  ];
}

const changesOfSkills = (tenant: string, text: string) => Prisma.sql`
  SELECT 'changeset:' || t.changeset_id AS name FROM skill q CROSS JOIN changeset_target t
  WHERE q.tenant = ${tenant} AND ${contains(NAME, text)} AND t.tenant = ${tenant} AND t.skill_id = q.id`;

/** The condition that the entry `a` says or shows `text`. */
function mentionsText(tenant: string, text: string): Prisma.Sql {
  const names = (column: Prisma.Sql, { prefix, table, has }: SearchedTable) => Prisma.sql`
    (${column} LIKE ${`${prefix}%`} AND EXISTS (SELECT 1 FROM ${table} q
      WHERE q.tenant = ${tenant} AND q.id = SUBSTR(${column}, ${prefix.length + 1}) AND ${has}))`;
  const ways = [
    contains(ENTRY_TEXT, inJson(text)),
    names(Prisma.sql`a.actor`, keys('key:', text)),
    ...resources(text).map((named) => names(Prisma.sql`a.resource`, named)),
    Prisma.sql`a.resource IN (${changesOfSkills(tenant, text)})`,
  ];
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}
