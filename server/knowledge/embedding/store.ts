/** The vectors' rows, and the texts that lack one in the space of the present model. */
import { bytesOfVector, type Vector } from '../../domain/knowledge/vector.ts';
import { fromJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { type EmbeddedKind, skillText, textDigest } from './text.ts';

/** Rows of one statement: the database client allows fewer than 1,000 parameters on SQLite. */
const STEP = 50;

/** A text that is served, and whose it is. */
export interface OwnedText {
  id: string;
  text: string;
}

/** A vector to be kept; null where the endpoint refuses the text. */
export interface NewVector extends OwnedText {
  noun: EmbeddedKind;
  agentId: string;
  vector: Vector | null;
}

/** An agent of a tenant; the shared namespace is one here. */
export interface AgentPlace {
  tenant: string;
  agentId: string;
}

interface SkillRow {
  id: string;
  name: string;
  description: string;
  tags: string;
}

const LACKS = {
  skill: (space: string) => Prisma.sql`owner.status IN ('active', 'stale') AND NOT EXISTS (
    SELECT 1 FROM embedding AS e WHERE e.tenant = owner.tenant AND e.noun = 'skill' AND e.owner_id = owner.id
      AND e.model = ${space})`,
  memory: (space: string) => Prisma.sql`owner.status = 'active' AND NOT EXISTS (
    SELECT 1 FROM embedding AS e WHERE e.tenant = owner.tenant AND e.noun = 'memory' AND e.owner_id = owner.id
      AND e.model = ${space})`,
};

const ofSkill = ({ id, tags, ...row }: SkillRow): OwnedText => ({
  id,
  text: skillText({ ...row, tags: fromJson(tags) }),
});

export function embeddingStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { skill, memory, embedding } = client;
  return {
    /** At most `limit` texts of an agent that lack a vector, in the order of their ids, from behind `after`. */
    async lacking(
      noun: EmbeddedKind,
      { agentId, space, after, limit }: { agentId: string; space: string; after: string; limit: number },
    ): Promise<OwnedText[]> {
      const where = Prisma.sql`owner.tenant = ${tenant} AND owner.agent_id = ${agentId}
        AND owner.id > ${after} AND ${LACKS[noun](space)} ORDER BY owner.id LIMIT ${limit}`;
      if (noun === 'memory') {
        return await client.$queryRaw<OwnedText[]>`
          SELECT owner.id, owner.content AS text FROM memory AS owner WHERE ${where}`;
      }
      const rows = await client.$queryRaw<SkillRow[]>`
        SELECT owner.id, owner.name, owner.description, owner.tags FROM skill AS owner WHERE ${where}`;
      return rows.map(ofSkill);
    },
    /** The present texts of a few skills or memories that are served. */
    async present(noun: EmbeddedKind, ids: string[]): Promise<OwnedText[]> {
      const where = { id: { in: ids } };
      if (noun === 'memory') {
        const select = { id: true, content: true };
        const rows = await memory.findMany({ where: { ...where, status: 'active' }, select });
        return rows.map(({ id, content }) => ({ id, text: content }));
      }
      const select = { id: true, name: true, description: true, tags: true };
      return (await skill.findMany({ where, select })).map(ofSkill);
    },
    /** Puts vectors in the place of those there are in their space. Those of the space before serve until it is left. */
    async put(vectors: readonly NewVector[], { space, at }: { space: string; at: Date }): Promise<void> {
      for (let start = 0; start < vectors.length; start += STEP) {
        const data = vectors
          .slice(start, start + STEP)
          .map(({ id: ownerId, noun, agentId, text, vector }) => ({
            ...{ noun, ownerId, agentId, model: space, digest: textDigest(text), createdAt: at },
            dimensions: vector?.length ?? 0,
            vector: vector === null ? new Uint8Array() : bytesOfVector(vector),
          }));
        const same = data.map(({ noun, ownerId }) => ({ noun, ownerId }));
        await embedding.deleteMany({ where: { model: space, OR: same } });
        await embedding.createMany({ data });
      }
    },
    /** Removes the vector of a skill unless it is that of `text`. */
    async removeOutdated(skillId: string, text: string): Promise<void> {
      const digest = { not: textDigest(text) };
      await embedding.deleteMany({ where: { noun: 'skill', ownerId: skillId, digest } });
    },
  };
}

/** Vectors of other spaces whose text is served and has none in `space` yet. */
const outdatedBeside = (space: string) => Prisma.sql`e.model <> ${space} AND NOT EXISTS (
    SELECT 1 FROM embedding AS later WHERE later.tenant = e.tenant AND later.noun = e.noun
      AND later.owner_id = e.owner_id AND later.model = ${space})
  AND (
    (e.noun = 'skill' AND EXISTS (SELECT 1 FROM skill AS owner WHERE owner.tenant = e.tenant
      AND owner.id = e.owner_id AND owner.status IN ('active', 'stale')))
    OR (e.noun = 'memory' AND EXISTS (SELECT 1 FROM memory AS owner WHERE owner.tenant = e.tenant
      AND owner.id = e.owner_id AND owner.status = 'active')))`;

/** Read by no tenant: a worker serves all of them. */
export function lackingStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** At most `limit` agents that know a text without a vector in `space`, in order, from behind `after`. */
    async agents(space: string, { tenant, agentId }: AgentPlace, limit: number): Promise<AgentPlace[]> {
      const owned = Prisma.sql`owner.tenant = known.tenant AND owner.agent_id = known.agent_id`;
      return await client.$queryRaw<AgentPlace[]>`
        SELECT known.tenant, known.agent_id AS "agentId" FROM knowledge_revision AS known
        WHERE (known.tenant > ${tenant} OR (known.tenant = ${tenant} AND known.agent_id > ${agentId})) AND (
          EXISTS (SELECT 1 FROM skill AS owner WHERE ${owned} AND ${LACKS.skill(space)})
          OR EXISTS (SELECT 1 FROM memory AS owner WHERE ${owned} AND ${LACKS.memory(space)}))
        ORDER BY known.tenant, known.agent_id LIMIT ${limit}`;
    },
    /** The space that most texts without a vector in `space` have one in, and how many such texts there are; null for none. */
    async spaceBefore(space: string): Promise<{ name: string; texts: number } | null> {
      const [most] = await client.$queryRaw<{ name: string; texts: number | bigint }[]>`
        SELECT e.model AS name, COUNT(*) AS texts FROM embedding AS e WHERE ${outdatedBeside(space)}
        GROUP BY e.model ORDER BY COUNT(*) DESC, e.model LIMIT 1`;
      return most === undefined ? null : { name: most.name, texts: Number(most.texts) };
    },
    /** Removes at most `limit` vectors of other spaces whose text has had one in `space` since before `until`; how many. */
    async removeOutdated(space: string, { until, limit }: { until: Date; limit: number }): Promise<number> {
      return await client.$executeRaw`
        DELETE FROM embedding WHERE (tenant, noun, owner_id, model) IN (
          SELECT e.tenant, e.noun, e.owner_id, e.model FROM embedding AS e
          JOIN embedding AS later ON later.tenant = e.tenant AND later.noun = e.noun
            AND later.owner_id = e.owner_id AND later.model = ${space} AND later.created_at < ${until}
          WHERE e.model <> ${space} LIMIT ${limit})`;
    },
  };
}
