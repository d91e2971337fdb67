/** The revision of each agent's knowledge (counters of its skills and its memories), and the knowledge itself. */

import type { OwnPolicy } from '../domain/admin/policy/resolve-policy.ts';
import {
  type CompactVector,
  compactVector,
  type Vectors,
  vectorOfBytes,
} from '../domain/knowledge/vector.ts';
import type { MemoryKind } from '../domain/memories/memory.ts';
import type { Trigger } from '../domain/moments/trigger.ts';
import { layoutIn } from '../domain/skills/skill-md/document-layout.ts';
import { outlineRules, type SkillOutline } from '../domain/skills/skill-md/outline-rules.ts';
import { LAYOUT_FIELD, type Section } from '../domain/skills/skill-state.ts';
import { fromJson, fromJsonOrNull, toJson } from '../platform/db/database.ts';
import { Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';
import { nextTurn } from '../platform/turns.ts';

/** The counters of one agent; both 0 where nothing was ever stored. */
export interface Revision {
  skills: number;
  memories: number;
}

interface Row extends Revision {
  agent_id: string;
}

export function revisionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Adds the given steps to the counters of agents, in one statement; returns what they are now. */
    async bump(steps: ReadonlyMap<string, Revision>): Promise<Map<string, Revision>> {
      // In one order everywhere, so that two transactions cannot wait for each other.
      const values = [...steps]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([agentId, { skills, memories }]) =>
            Prisma.sql`(${tenant}, ${agentId}, CAST(${skills} AS INTEGER), CAST(${memories} AS INTEGER))`,
        );
      const rows = await client.$queryRaw<Row[]>`
        INSERT INTO knowledge_revision (tenant, agent_id, skills, memories)
        VALUES ${Prisma.join(values)}
        ON CONFLICT (tenant, agent_id) DO UPDATE SET
          skills = knowledge_revision.skills + excluded.skills,
          memories = knowledge_revision.memories + excluded.memories
        RETURNING agent_id, skills, memories`;
      return revisionsOf(rows);
    },
    /** Adds `step` to all counters of the tenant. */
    bumpAll: (step: number) => client.$executeRaw`
      UPDATE knowledge_revision SET skills = skills + ${step}, memories = memories + ${step} WHERE tenant = ${tenant}`,
    /** Notes with skills that they changed at this revision. */
    async mark(ids: readonly string[], revision: number): Promise<void> {
      await client.skill.updateMany({ where: { id: { in: [...ids] } }, data: { revision } });
    },
    /** The counters of several agents in one statement; agents without any are absent. */
    async read(agentIds: string[]): Promise<Map<string, Revision>> {
      const rows = await client.$queryRaw<Row[]>`
        SELECT agent_id, skills, memories FROM knowledge_revision
        WHERE tenant = ${tenant} AND agent_id IN (${Prisma.join(agentIds)})`;
      return revisionsOf(rows);
    },
  };
}

function revisionsOf(rows: readonly Row[]): Map<string, Revision> {
  return new Map(
    rows.map((row) => [row.agent_id, { skills: Number(row.skills), memories: Number(row.memories) }]),
  );
}

/** A rule as it is served. */
interface KnownBullet extends Trigger {
  id: string;
  section: Section;
  content: string;
  issue: string;
  keywords: string[];
}

/** A skill that may be served, with its active rules in order. */
export interface KnownSkill {
  id: string;
  name: string;
  description: string;
  version: number;
  tags: string[];
  bullets: KnownBullet[];
  /** Where the rules of an imported skill stand in its document. */
  outline: SkillOutline | null;
  /** The canary that runs on it. */
  trial: KnownTrial | null;
  /** The share of sessions that go without it, to measure its lift; null while it is not measured. */
  measuredShare: number | null;
}

/** A canary: what its candidate serves in place of the skill. */
interface KnownTrial {
  experimentId: string;
  candidate: KnownSkill;
}

/** A candidate as its canary's row has it. */
type CandidateText = Pick<KnownSkill, 'description' | 'tags' | 'bullets'> & {
  frontMatter?: Record<string, unknown>;
};

export interface KnownMemory {
  id: string;
  kind: MemoryKind;
  content: string;
  validFrom: Date;
  createdAt: Date;
}

/** Whose memories: those of one user of an agent, or (null) those that are about no user. */
export interface MemoryPartition {
  agentId: string;
  userId: string | null;
}

interface SkillPartRow {
  /** A skill, a rule of it, or a canary on it. */
  part: number;
  skill_id: string;
  bullet_id: string | null;
  name: string;
  text: string;
  more: string;
  list: string;
  number: number;
  share: number | null;
  until: Date | null;
  trigger: string | null;
}

interface MemoryRow {
  id: string;
  kind: string;
  content: string;
  valid_from: Date;
  created_at: Date;
}

/** Rows of skills, of rules and of canaries, in this order, joined. */
function assemble(rows: SkillPartRow[]): KnownSkill[] {
  const skills = new Map<string, KnownSkill>();
  for (const row of rows) {
    if (Number(row.part) === SKILL) skills.set(row.skill_id, toSkill(row));
    const skill = skills.get(row.skill_id);
    if (skill === undefined || row.bullet_id === null) continue;
    if (Number(row.part) === TRIAL) skill.trial = toTrial(skill, row, row.bullet_id);
    else skill.bullets.push(toBullet(row, row.bullet_id));
  }
  addOutlines(rows, skills);
  return [...skills.values()];
}

/** A rule's place in its document is known once all rules are. */
function addOutlines(rows: SkillPartRow[], skills: ReadonlyMap<string, KnownSkill>): void {
  for (const { part, skill_id: id, more } of rows) {
    const skill = Number(part) === SKILL && more.includes(LAYOUT_FIELD) ? skills.get(id) : undefined;
    if (skill !== undefined) skill.outline = outlineOf(fromJson(more), skill.bullets);
  }
}

const SKILL = 0;
const TRIAL = 2;

function toSkill(row: SkillPartRow): KnownSkill {
  const { skill_id: id, name, text: description, list, number, share } = row;
  const measuredShare = share === null ? null : Number(share);
  const [version, tags] = [Number(number), fromJson<string[]>(list)];
  return { id, name, description, version, tags, bullets: [], outline: null, trial: null, measuredShare };
}

function outlineOf(frontMatter: Record<string, unknown>, bullets: KnownBullet[]): SkillOutline | null {
  const layout = layoutIn(frontMatter);
  return layout && outlineRules(bullets, layout);
}

function toBullet(
  { name: section, text: content, more: issue, list, trigger }: SkillPartRow,
  id: string,
): KnownBullet {
  const wording = { id, section: section as Section, content, issue };
  return { ...wording, keywords: fromJson(list), ...fromJsonOrNull<Trigger>(trigger) };
}

function toTrial(skill: KnownSkill, { text, number }: SkillPartRow, experimentId: string): KnownTrial {
  const { frontMatter, ...own } = fromJson<CandidateText>(text);
  const { description, tags, bullets } = own;
  const outline = outlineOf(frontMatter ?? {}, bullets);
  const version = Number(number) + 1;
  return { experimentId, candidate: { ...skill, version, description, tags, bullets, outline, trial: null } };
}

/** Memories that are read in one statement: of the largest, about a megabyte. */
const MEMORIES_AT_ONCE = 250;

/** Reads what may be served. Statements that must agree with each other are one statement: it sees one state. */
export function knowledgeStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const ofPartition = ({ agentId, userId }: MemoryPartition) =>
    Prisma.sql`agent_id = ${agentId} AND status = 'active' AND ${
      userId === null ? Prisma.sql`user_id IS NULL` : Prisma.sql`user_id = ${userId}`
    }`;
  const memoriesWhere = async (where: Prisma.Sql, limit: number): Promise<KnownMemory[]> => {
    const rows = await client.$queryRaw<MemoryRow[]>`
      SELECT id, kind, content, valid_from, created_at FROM memory
      WHERE tenant = ${tenant} AND ${where} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
    return rows.map(({ id, kind, content, valid_from: validFrom, created_at: createdAt }) => ({
      id,
      kind: kind as MemoryKind,
      content,
      validFrom,
      createdAt,
    }));
  };
  return {
    /** A namespace's servable skills that were changed last, newest first, and how many more there are. */
    async skillIds(agentId: string, limit: number): Promise<{ ids: string[]; more: number }> {
      const rows = await client.$queryRaw<{ id: string; count: unknown }[]>`
        SELECT id, COUNT(*) OVER () AS count FROM skill
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND status IN ('active', 'stale')
        ORDER BY updated_at DESC, id DESC LIMIT ${limit}`;
      return { ids: rows.map(({ id }) => id), more: Number(rows[0]?.count ?? 0) - rows.length };
    },
    /** The skills of a namespace that changed after a revision, those that are no longer servable too. */
    async changedSkills(agentId: string, revision: number): Promise<string[]> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT id FROM skill
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND revision > ${revision}`;
      return rows.map(({ id }) => id);
    },
    /** Those of the given skills that may be served, whole. */
    async skills(ids: readonly string[]): Promise<KnownSkill[]> {
      const list = Prisma.join([...ids]);
      return assemble(
        await client.$queryRaw<SkillPartRow[]>`
          SELECT 0 AS part, id AS skill_id, NULL AS bullet_id, name, description AS text,
            COALESCE(front_matter, '') AS more, tags AS list,
            version AS number, measured_share AS share, NULL AS trigger
          FROM skill WHERE tenant = ${tenant} AND id IN (${list}) AND status IN ('active', 'stale')
          UNION ALL
          SELECT 1, skill_id, id, section, content, issue, keywords, position, NULL, trigger
          FROM bullet WHERE tenant = ${tenant} AND skill_id IN (${list}) AND status = 'active'
          UNION ALL
          SELECT 2, skill_id, id, '', candidate, '', '', base_version, NULL, NULL
          FROM experiment WHERE tenant = ${tenant} AND skill_id IN (${list}) AND status = 'running'
          ORDER BY part, number, bullet_id`,
      );
    },
    /** Ids of a partition's newest active memories, newest first. */
    async memoryIds(partition: MemoryPartition, limit: number): Promise<string[]> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT id FROM memory WHERE tenant = ${tenant} AND ${ofPartition(partition)}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },
    /**
     * A partition's newest active memories, newest first; some at a time, others in between. One that comes or goes meanwhile
     * has a newer revision than the one that is being read.
     */
    async memories(partition: MemoryPartition, limit: number): Promise<KnownMemory[]> {
      const found: KnownMemory[] = [];
      for (let older = Prisma.empty; ; await nextTurn()) {
        const most = Math.min(MEMORIES_AT_ONCE, limit - found.length);
        const some = await memoriesWhere(Prisma.sql`${ofPartition(partition)} ${older}`, most);
        found.push(...some);
        const last = some.at(-1);
        if (last === undefined || some.length < most || found.length >= limit) return found;
        const { createdAt, id } = last;
        older = Prisma.sql`AND (created_at < ${createdAt} OR (created_at = ${createdAt} AND id < ${id}))`;
      }
    },
    /** A partition's newest memories that were believed at a moment, newest first. */
    async memoriesAt({ agentId, userId }: MemoryPartition, at: Date, limit: number): Promise<KnownMemory[]> {
      const user = userId === null ? Prisma.sql`user_id IS NULL` : Prisma.sql`user_id = ${userId}`;
      return await memoriesWhere(
        Prisma.sql`agent_id = ${agentId} AND ${user}
          AND created_at <= ${at} AND activated_at <= ${at} AND valid_from <= ${at}
          AND (closed_at IS NULL OR closed_at > ${at}) AND (invalid_at IS NULL OR invalid_at > ${at})`,
        limit,
      );
    },
    /** Those of the given memories that are active, newest first where the ids are; some at a time, others in between. */
    async memoriesById(ids: readonly string[]): Promise<KnownMemory[]> {
      const found: KnownMemory[] = [];
      for (let from = 0; from < ids.length; from += MEMORIES_AT_ONCE) {
        const some = ids.slice(from, from + MEMORIES_AT_ONCE);
        const wanted = Prisma.sql`status = 'active' AND id IN (${Prisma.join(some)})`;
        found.push(...(await memoriesWhere(wanted, some.length)));
        if (from + MEMORIES_AT_ONCE < ids.length) await nextTurn();
      }
      return found;
    },
    /** A user's card; null where nothing is known. */
    async profile(agentId: string, userId: string): Promise<string | null> {
      const rows = await client.$queryRaw<{ profile: string }[]>`
        SELECT profile FROM profile
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND user_id = ${userId}`;
      return rows[0]?.profile ?? null;
    },
  };
}

// The vectors of skills and memories as they are stored, in the space of the configured model; those of other
// spaces are not seen.

type EmbeddedKind = 'skill' | 'memory';

/** Vectors of one statement: half a megabyte to three. */
const STEP = 250;

export type VectorStore = ReturnType<typeof vectorStore>;

export function vectorStore(tx: Tx, tenant: string, space: string) {
  const { embedding } = tenantClient(tx, tenant);
  const ofSpace = { model: space, dimensions: { gt: 0 } };
  return {
    async vectors(noun: EmbeddedKind, ids: readonly string[]): Promise<Vectors> {
      const found = new Map<string, CompactVector>();
      for (let start = 0; start < ids.length; start += STEP) {
        const ownerId = { in: ids.slice(start, start + STEP) };
        const rows = await embedding.findMany({
          where: { ...ofSpace, noun, ownerId },
          select: { ownerId: true, vector: true },
        });
        for (const { ownerId: id, vector } of rows) found.set(id, compactVector(vectorOfBytes(vector)));
      }
      return found;
    },
  };
}

// The versions of each tenant's own settings.

/** A tenant's own values, and who chose them when. */
export interface PolicyVersion {
  version: number;
  settings: OwnPolicy;
  changedBy: string;
  changedAt: Date;
}

interface Row {
  version: number;
  settings: string;
  changed_by: string;
  changed_at: Date;
}

export function policyStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { policyVersion } = client;
  return {
    /** Versions below `before`, newest first. */
    // A raw statement: each memory that is added reads it, and would pay for the client joining its transaction.
    async newest(limit: number, before: number | null = null): Promise<PolicyVersion[]> {
      const below = before === null ? Prisma.empty : Prisma.sql`AND version < ${before}`;
      const rows = await client.$queryRaw<Row[]>`
        SELECT version, settings, changed_by, changed_at FROM policy_version
        WHERE tenant = ${tenant} ${below} ORDER BY version DESC LIMIT ${limit}`;
      return rows.map(({ version, settings, changed_by: changedBy, changed_at: changedAt }) => ({
        ...{ version, changedBy, changedAt },
        settings: fromJson(settings),
      }));
    },
    add: ({ settings, ...row }: PolicyVersion) =>
      policyVersion.create({ data: { ...row, settings: toJson(settings) } }),
  };
}
