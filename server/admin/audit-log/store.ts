/** Searches the audit log, also by what the things that its entries are about are called; and reads those names. */
import { fromJson, toJson } from '../../platform/db/database.ts';
import { firstIdAt, idBelow } from '../../platform/db/partitions/ranges.ts';
import {
  contains,
  INDEXED_ENTRY,
  INDEXED_TASK,
  literally,
  SAMPLED,
  sampleWords,
} from '../../platform/db/search-text.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

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

/** What an entry about a changeset is told with. */
export interface ChangesetFacts {
  risk: string;
  rejectionReason: string | null;
  reviewComment: string | null;
  skills: string[];
}

/** For each entry that is asked for, so many of the newest are read before all that have the text are looked up. */
const READ_FOR_ONE = 20;

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

function ofSkill(tenant: string, skillId: string): Prisma.Sql {
  // One list: of two conditions neither would be looked up by an index.
  return Prisma.sql`a.resource IN (SELECT CAST(${`skill:${skillId}`} AS TEXT) UNION ALL
    SELECT 'changeset:' || t.changeset_id FROM changeset_target t
    WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId})`;
}

/** All that is asked of an entry but its text. */
function conditions(tenant: string, { where, before }: AuditSearch): Prisma.Sql {
  const { actions, actor, resource, skillId, agentId, from, to } = where;
  const all = [Prisma.sql`a.tenant = ${tenant}`];
  if (actions.length > 0) all.push(Prisma.sql`a.action IN (${Prisma.join([...actions])})`);
  if (actor !== null) all.push(Prisma.sql`a.actor = ${actor}`);
  if (resource !== null) all.push(Prisma.sql`a.resource LIKE ${`${literally(resource)}%`}`);
  if (skillId !== null) all.push(ofSkill(tenant, skillId));
  if (agentId !== null) all.push(ofAgent(tenant, agentId));
  // Ids are in the order of time: they say where to look.
  if (from !== null) all.push(Prisma.sql`a.at >= ${from} AND a.id >= ${idBelow('audit_entry', from)}`);
  if (to !== null) all.push(Prisma.sql`a.at < ${to} AND a.id < ${firstIdAt('audit_entry', to)}`);
  if (before !== null) all.push(Prisma.sql`a.id < ${before}`);
  return Prisma.join(all, ' AND ');
}

const ENTRIES = Prisma.sql`audit_entry a`;

export function auditLogStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const read = async (
    from: Prisma.Sql,
    where: Prisma.Sql,
    limit: number,
    order = Prisma.sql`a.id`,
  ): Promise<AuditSearchRow[]> => {
    const rows = await client.$queryRaw<(Omit<AuditSearchRow, 'details'> & { details: string })[]>`
      SELECT a.id, a.actor, a.action, a.resource, a.details, a.at FROM ${from}
      WHERE a.tenant = ${tenant} AND ${where} ORDER BY ${order} DESC LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, at: new Date(row.at), details: fromJson(row.details) }));
  };
  const hasMoreThan = async (most: number, where: Prisma.Sql): Promise<boolean> => {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT a.id FROM audit_entry a WHERE a.tenant = ${tenant} AND ${where}
      ORDER BY a.id DESC LIMIT 1 OFFSET ${most}`;
    return rows.length > 0;
  };
  /** Whether an entry, or a task, says the text: by the index of words as far as they are rare. */
  const hasInEntry = async (text: string) => {
    const newest = Prisma.sql`(SELECT a.action, a.actor, a.resource, a.details FROM audit_entry a
      WHERE a.tenant = ${tenant} ORDER BY a.id DESC LIMIT ${SAMPLED}) a`;
    return (await sampleWords(client, newest, { text: INDEXED_ENTRY, phrases: [inJson(text)] })).has;
  };
  const hasInTask = async (text: string) => {
    const newest = Prisma.sql`(SELECT q.task FROM episode q
      WHERE q.tenant = ${tenant} ORDER BY q.id DESC LIMIT ${SAMPLED}) q`;
    return (await sampleWords(client, newest, { text: INDEXED_TASK, phrases: [text] })).has;
  };
  return {
    /**
     * At most `limit` entries that fit, newest first. A text that most entries have is found among the newest ones
     * of them, one that few have by the indexes of words.
     */
    async search(search: AuditSearch): Promise<AuditSearchRow[]> {
      const { limit } = search;
      const { text } = search.where;
      const fitting = conditions(tenant, search);
      if (text === null) return await read(ENTRIES, fitting, limit);
      const most = READ_FOR_ONE * limit;
      const newest = Prisma.sql`(SELECT a.* FROM audit_entry a WHERE a.tenant = ${tenant} AND ${fitting}
        ORDER BY a.id DESC LIMIT ${most}) a`;
      const found = await read(newest, mentionsText(tenant, text), limit);
      if (found.length === limit || !(await hasMoreThan(most, fitting))) return found;
      const [entry, task] = await Promise.all([hasInEntry(text), hasInTask(text)]);
      const mentions = Prisma.sql`(${entriesMentioning(tenant, text, { entry, task })}) mentioned CROSS JOIN audit_entry a`;
      // By an expression: in the order of the key PostgreSQL would read the log until it meets them.
      const inOrder = Prisma.sql`a.id || ''`;
      return await read(mentions, Prisma.sql`a.id = mentioned.id AND ${fitting}`, limit, inOrder);
    },
    async skillNames(ids: string[]): Promise<[id: string, name: string][]> {
      const rows = await client.skill.findMany({
        where: { id: { in: ids } },
        select: { id: true, name: true },
      });
      return rows.map(({ id, name }) => [id, name]);
    },
    async memoryTexts(ids: string[]): Promise<[id: string, text: string][]> {
      const rows = await client.memory.findMany({
        where: { id: { in: ids } },
        select: { id: true, content: true },
      });
      return rows.map(({ id, content }) => [id, content]);
    },
    async tasks(ids: string[]): Promise<[id: string, task: string][]> {
      const rows = await client.episode.findMany({
        where: { id: { in: ids } },
        select: { id: true, task: true },
      });
      return rows.flatMap(({ id, task }) => (task === null ? [] : [[id, task] as [string, string]]));
    },
    async changesets(ids: string[]): Promise<Map<string, ChangesetFacts>> {
      const rows = await client.changeset.findMany({
        where: { id: { in: ids } },
        select: {
          ...{ id: true, risk: true, rejectionReason: true, reviewComment: true },
          targets: { select: { skill: { select: { name: true } } } },
        },
      });
      return new Map(
        rows.map(({ id, targets, ...facts }) => [
          id,
          { ...facts, skills: targets.map(({ skill }) => skill.name) },
        ]),
      );
    },
  };
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

const keys = (prefix: string, text: string): SearchedTable => ({
  ...{ prefix, table: Prisma.sql`api_key`, has: contains(NAME, text) },
});

/** Changesets are shown with the names of their skills too: see {@link changesOfSkills}. */
function resources(text: string, inTask = contains(INDEXED_TASK, text)): SearchedTable[] {
  const inChangeset = Prisma.sql`(${contains(Prisma.sql`q.ops`, inJson(text))}
    OR ${contains(Prisma.sql`COALESCE(q.rejection_reason, q.review_comment)`, text)})`;
  return [
    keys('apikey:', text),
    { prefix: 'skill:', table: Prisma.sql`skill`, has: contains(NAME, text) },
    { prefix: 'memory:', table: Prisma.sql`memory`, has: contains(Prisma.sql`q.content`, text) },
    { prefix: 'episode:', table: Prisma.sql`episode`, has: inTask },
    { prefix: 'changeset:', table: Prisma.sql`changeset`, has: inChangeset },
  ];
}

const changesOfSkills = (tenant: string, text: string) => Prisma.sql`
  SELECT 'changeset:' || t.changeset_id FROM skill q CROSS JOIN changeset_target t
  WHERE q.tenant = ${tenant} AND ${contains(NAME, text)} AND t.tenant = ${tenant} AND t.skill_id = q.id`;

/** The condition that the entry `a` says or shows `text`. */
function mentionsText(tenant: string, text: string): Prisma.Sql {
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
function entriesMentioning(
  tenant: string,
  text: string,
  rare: { entry: Prisma.Sql; task: Prisma.Sql },
): Prisma.Sql {
  const all = ({ prefix, table, has }: SearchedTable) =>
    Prisma.sql`SELECT ${prefix} || q.id FROM ${table} q WHERE q.tenant = ${tenant} AND ${has}`;
  const shown = [...resources(text, rare.task).map(all), changesOfSkills(tenant, text)];
  const entries = Prisma.sql`SELECT a.id FROM audit_entry a WHERE a.tenant = ${tenant}`;
  return Prisma.sql`SELECT DISTINCT id FROM (
    ${entries} AND ${rare.entry}
    UNION ALL ${entries} AND a.actor IN (${all(keys('key:', text))})
    UNION ALL ${entries} AND a.resource IN (${Prisma.join(shown, ' UNION ALL ')})) entries`;
}
