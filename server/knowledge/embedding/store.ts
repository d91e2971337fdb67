/** The vectors' rows, and the texts that lack one in the space of the present model. */

import { createHash } from 'node:crypto';
import { bytesOfVector, type Vector } from '../../domain/knowledge/vector.ts';
import { fromJson } from '../../platform/db/database.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

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

interface SkillRow {
  id: string;
  name: string;
  description: string;
  tags: string;
}

/** The texts of a noun that are served and have no vector in a space. */
export const LACKS = {
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

// What of a skill or a memory becomes a vector, and how one tells that it has changed.

export type EmbeddedKind = 'skill' | 'memory';

/** What a skill is for: its name, description and tags. Its rules would drown that. */
export interface SkillMeaning {
  name: string;
  description: string;
  tags: readonly string[];
}

export function skillText({ name, description, tags }: SkillMeaning): string {
  return [name.replaceAll('-', ' '), description, tags.join(', ')].filter((part) => part !== '').join('\n');
}

/** Equal for the same texts alone. */
function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
