/** Searches the audit log, also by what the things that its entries are about are called. */
import { fromJson, toJson } from '../../platform/db/database.ts';
import { firstIdAt, idBelow, madeAt } from '../../platform/db/partitions/ranges.ts';
import {
  type Found,
  hasAll,
  LOOKED_UP_AT_ONCE,
  lookBack,
  READ_AT_ONCE,
  type Reach,
  reachOf,
  SAMPLED,
  type Sample,
  sampleWords,
  withinReach,
} from '../../platform/db/search/look-back.ts';
import { contains, INDEXED_ENTRY, INDEXED_TASK, literally } from '../../platform/db/search-text.ts';
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
  now: Date;
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
/** Most things shown with the text whose entries are looked up: each is looked for in every partition of the log. */
const MOST_SHOWN = 2000;

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
      const { before, limit, now, where } = search;
      const { text, actions, skillId } = where;
      const asked = conditions(tenant, search, skillId === null ? null : await aboutSkill(skillId));
      if (text === null) {
        // By an expression: in the order of the key PostgreSQL would read the log until it meets those of a skill.
        const inOrder = skillId === null ? Prisma.sql`a.id` : Prisma.sql`a.id || ''`;
        const rows = await client.$queryRaw<StoredEntry[]>`
          SELECT ${COLUMNS} FROM audit_entry a WHERE ${asked.fitting} ORDER BY ${inOrder} DESC LIMIT ${limit}`;
        return { rows: rows.map(toRow), reach: null };
      }
      // Nothing else is written about an episode.
      const withTasks = actions.length === 0 || actions.includes('feedback');
      const searched = { client, tenant, text, limit, withTasks, ...asked };
      const sample = await sampleTexts(searched);
      const read = () => readNewest(searched);
      if (sample === null) return await read();
      const from = (before === null ? null : madeAt('audit_entry', before)) ?? now;
      const lookUp = async () => {
        const shown = await shownWith(searched, sample);
        if (shown === null) return null;
        const { entry } = sample;
        return await withinReach(
          from,
          (since) => lookUpEntries(searched, { entry, shown, since }),
          (since) => firstIdAt('audit_entry', since),
        );
      };
      return await lookBack(limit, sample.words, { byIndex: lookUp, byReading: read });
    },
  };
}

/** A search for a text, among the entries that `indexed` and `fitting` say. */
interface TextSearch extends ReturnType<typeof conditions> {
  client: TenantClient;
  tenant: string;
  text: string;
  limit: number;
  /** Whether an entry may be about an episode, which is shown with its task. */
  withTasks: boolean;
}

/** How common the words of the text are, and the conditions by which an index looks them up. */
interface SampledTexts {
  words: Sample['words'];
  entry: Prisma.Sql;
  task: Prisma.Sql;
}

/** Null where there are too few entries for a sample. */
async function sampleTexts(search: TextSearch): Promise<SampledTexts | null> {
  const { client, tenant, text, withTasks, indexed } = search;
  const entries = Prisma.sql`(SELECT a.action, a.actor, a.resource, a.details FROM audit_entry a
    WHERE ${indexed} ORDER BY a.id DESC LIMIT ${SAMPLED}) a`;
  const entry = await sampleWords(client, entries, { text: INDEXED_ENTRY, phrases: [inJson(text)] });
  if (entry === null) return null;
  const episodes = Prisma.sql`(SELECT q.task FROM episode q
    WHERE q.tenant = ${tenant} ORDER BY q.id DESC LIMIT ${SAMPLED}) q`;
  const sampled = withTasks && (await sampleWords(client, episodes, { text: INDEXED_TASK, phrases: [text] }));
  const task: Sample = sampled || { words: 'rare', indexed: hasAll(INDEXED_TASK, [text]) };
  const common = (['common', 'uncommon'] as const).find((word) => [entry.words, task.words].includes(word));
  return { words: common ?? 'rare', entry: entry.indexed, task: task.indexed };
}

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

/** The keys, and all else that entries may be about, that are shown with the text; null where there are too many. */
async function shownWith(search: TextSearch, { task }: SampledTexts): Promise<string[] | null> {
  const { client, tenant, text, withTasks } = search;
  const tables = [keys('key:', text), ...resources(text)].map(({ prefix, table, has }) =>
    prefix === EPISODE
      ? Prisma.sql`SELECT name FROM tasks WHERE fits`
      : Prisma.sql`SELECT ${prefix} || q.id AS name FROM ${table} q WHERE q.tenant = ${tenant} AND ${has}`,
  );
  const rows = await client.$queryRaw<{ name: string | null }[]>`
    WITH tasks AS MATERIALIZED (SELECT ${EPISODE} || q.id AS name, ${hasAll(INDEXED_TASK, [text])} AS fits FROM episode q
      WHERE q.tenant = ${tenant} AND ${withTasks ? task : Prisma.sql`FALSE`} LIMIT ${LOOKED_UP_AT_ONCE + 1})
    SELECT CAST(NULL AS TEXT) AS name FROM (SELECT COUNT(*) AS found FROM tasks) counted WHERE found > ${LOOKED_UP_AT_ONCE}
    UNION ALL ${Prisma.join([...tables, changesOfSkills(tenant, text)], ' UNION ALL ')} LIMIT ${MOST_SHOWN + 1}`;
  const names = rows.flatMap(({ name }) => name ?? []);
  return names.length < rows.length || rows.length > MOST_SHOWN ? null : names;
}

/** The entries since then that say the text, or have one of the names; null where the index knows too many. */
async function lookUpEntries(
  search: TextSearch,
  { entry, shown, since }: { entry: Prisma.Sql; shown: readonly string[]; since: Date | null },
): Promise<AuditSearchRow[] | null> {
  const { client, tenant, text, limit, fitting } = search;
  const range = since === null ? Prisma.empty : Prisma.sql`AND a.id >= ${firstIdAt('audit_entry', since)}`;
  const entries = (fits: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`SELECT a.id, ${fits} AS fits
    FROM audit_entry a WHERE a.tenant = ${tenant} AND ${fitting} ${range} AND ${condition}`;
  const ways = [
    entries(hasAll(INDEXED_ENTRY, [inJson(text)]), entry),
    ...(['actor', 'resource'] as const).flatMap((column) => {
      const names = shown.filter((name) => name.startsWith('key:') === (column === 'actor'));
      if (names.length === 0) return [];
      return [entries(Prisma.sql`TRUE`, Prisma.sql`a.${Prisma.raw(column)} IN (${Prisma.join(names)})`)];
    }),
  ];
  const rows = await client.$queryRaw<{ candidates: bigint; id: string | null }[]>`
    WITH candidates AS MATERIALIZED (
      SELECT * FROM (${Prisma.join(ways, ' UNION ALL ')}) a LIMIT ${LOOKED_UP_AT_ONCE + 1})
    SELECT counted.candidates, a.id FROM (SELECT COUNT(*) AS candidates FROM candidates) counted
    LEFT JOIN (SELECT DISTINCT a.id FROM candidates a WHERE a.fits ORDER BY a.id DESC LIMIT ${limit}) a ON TRUE`;
  if (Number(rows[0]?.candidates) > LOOKED_UP_AT_ONCE) return null;
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return [];
  const found = await client.auditEntry.findMany({ where: { id: { in: ids } }, orderBy: { id: 'desc' } });
  return found.map(toRow);
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
    contains(INDEXED_ENTRY, inJson(text)),
    names(Prisma.sql`a.actor`, keys('key:', text)),
    ...resources(text).map((named) => names(Prisma.sql`a.resource`, named)),
    Prisma.sql`a.resource IN (${changesOfSkills(tenant, text)})`,
  ];
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}
