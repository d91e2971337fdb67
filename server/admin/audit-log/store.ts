/** Searches the audit log, also by what the things that its entries are about are called; and reads those names. */
import { fromJson, toJson } from '../../platform/db/database.ts';
import { contains, literally } from '../../platform/db/search-text.ts';
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

export interface FoundEntry {
  id: string;
  actor: string;
  action: string;
  resource: string;
  details: Record<string, unknown>;
  at: Date;
}

interface AuditSearch {
  where: AuditFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

/** What an entry about a changeset is told with. */
export interface ChangesetFacts {
  risk: string;
  rejectionReason: string | null;
  reviewComment: string | null;
  skills: string[];
}

/** Newest rows of a kind whose names are searched; of long ones fewer. */
const NAMES_SEARCHED = 10_000;
const LONG_SEARCHED = 5000;

/** Which entries are about something of an agent: those that say so, and those about what belongs to it. */
function ofAgent(tenant: string, agentId: string): Prisma.Sql {
  const said = `%${literally(`"agent_id":${toJson(agentId)}`)}%`;
  const owned = (kind: string, table: Prisma.Sql) => Prisma.sql`
    (a.resource LIKE ${`${kind}:%`} AND EXISTS (SELECT 1 FROM ${table} o WHERE o.tenant = ${tenant}
      AND o.id = SUBSTR(a.resource, ${kind.length + 2}) AND o.agent_id = ${agentId}))`;
  return Prisma.sql`(a.details LIKE ${said} OR a.resource = ${`agent:${agentId}`}
    OR ${owned('changeset', Prisma.sql`changeset`)} OR ${owned('skill', Prisma.sql`skill`)}
    OR ${owned('episode', Prisma.sql`episode`)})`;
}

function ofSkill(tenant: string, skillId: string): Prisma.Sql {
  return Prisma.sql`(a.resource = ${`skill:${skillId}`} OR a.resource IN (
    SELECT 'changeset:' || t.changeset_id FROM changeset_target t
    WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId}))`;
}

/** What an entry says or shows: its own words, and the names of who did it and of what it is about. */
function saying(tenant: string, text: string): Prisma.Sql {
  // Operations and details are kept as JSON, where quotes and line ends are written in two characters.
  const inJson = toJson(text).slice(1, -1);
  const named = (kind: string, table: Prisma.Sql, column: Prisma.Sql, rows = NAMES_SEARCHED) => Prisma.sql`
    SELECT ${`${kind}:`} || q.id FROM (
      SELECT id, ${column} AS name FROM ${table} WHERE tenant = ${tenant} ORDER BY id DESC LIMIT ${rows}) q
    WHERE ${contains(Prisma.sql`q.name`, text)}`;
  const [key, name] = [Prisma.sql`api_key`, Prisma.sql`name`];
  // One search of all of an entry, not four: this is what takes the time in a long log.
  const own = Prisma.sql`a.action || ' ' || a.actor || ' ' || a.resource || ' ' || a.details`;
  return Prisma.sql`(${contains(own, inJson)}
    OR a.actor IN (${named('key', key, name)})
    OR a.resource IN (${named('apikey', key, name)}
      UNION ALL ${named('skill', Prisma.sql`skill`, name)}
      UNION ALL ${named('memory', Prisma.sql`memory`, Prisma.sql`content`)}
      UNION ALL ${named('episode', Prisma.sql`episode`, Prisma.sql`task`, LONG_SEARCHED)}
      UNION ALL SELECT 'changeset:' || q.id FROM (SELECT id, ops, rejection_reason, review_comment FROM changeset
          WHERE tenant = ${tenant} ORDER BY id DESC LIMIT ${LONG_SEARCHED}) q
        WHERE ${contains(Prisma.sql`q.ops`, inJson)}
          OR ${contains(Prisma.sql`COALESCE(q.rejection_reason, q.review_comment)`, text)}
      UNION ALL SELECT 'changeset:' || t.changeset_id FROM skill s CROSS JOIN changeset_target t
        WHERE s.tenant = ${tenant} AND ${contains(Prisma.sql`s.name`, text)}
          AND t.tenant = ${tenant} AND t.skill_id = s.id))`;
}

function conditions(tenant: string, { where, before }: AuditSearch): Prisma.Sql {
  const { actions, actor, resource, skillId, agentId, from, to, text } = where;
  const all = [Prisma.sql`a.tenant = ${tenant}`];
  if (actions.length > 0) all.push(Prisma.sql`a.action IN (${Prisma.join([...actions])})`);
  if (actor !== null) all.push(Prisma.sql`a.actor = ${actor}`);
  if (resource !== null) all.push(Prisma.sql`a.resource LIKE ${`${literally(resource)}%`}`);
  if (skillId !== null) all.push(ofSkill(tenant, skillId));
  if (agentId !== null) all.push(ofAgent(tenant, agentId));
  if (from !== null) all.push(Prisma.sql`a.at >= ${from}`);
  if (to !== null) all.push(Prisma.sql`a.at < ${to}`);
  if (text !== null) all.push(saying(tenant, text));
  if (before !== null) all.push(Prisma.sql`(a.at, a.id) < (${before.at}, ${before.id})`);
  return Prisma.join(all, ' AND ');
}

export function auditLogStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** At most `limit` entries that fit, newest first. */
    async search(search: AuditSearch): Promise<FoundEntry[]> {
      const rows = await client.$queryRaw<(Omit<FoundEntry, 'details'> & { details: string })[]>`
        SELECT a.id, a.actor, a.action, a.resource, a.details, a.at FROM audit_entry a
        WHERE a.tenant = ${tenant} AND ${conditions(tenant, search)}
        ORDER BY a.at DESC, a.id DESC LIMIT ${search.limit}`;
      return rows.map((row) => ({ ...row, at: new Date(row.at), details: fromJson(row.details) }));
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
