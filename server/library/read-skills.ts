/** Skills with their rules as the interface shows them, and how a reference to one is understood. */
import { SHARED_AGENT } from '../domain/fields.ts';
import type { Bullet, Skill } from '../domain/skills/skill.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound } from '../platform/errors.ts';
import type { BulletRecord, SkillRecord } from './records.ts';
import { libraryStore } from './store.ts';

/** Whose skills an agent may use: its own, then the shared ones. */
export function namespacesOf(agentId: string): string[] {
  return [...new Set([agentId, SHARED_AGENT])];
}

/**
 * The skill that `ref` means for an agent. An id means the skill itself, whichever agent of the tenant has it; a name
 * means the agent's own skill, else the shared one. Throws `skill not found`, the same for another tenant's id.
 */
export async function findSkill(
  tx: Tx,
  tenant: string,
  { ref, agentId }: { ref: string; agentId: string },
): Promise<SkillRecord> {
  const referred = await libraryStore(tx, tenant).findReferred(ref, namespacesOf(agentId));
  const found =
    referred.find(({ id }) => id === ref) ??
    referred.find((skill) => skill.agentId === agentId) ??
    referred[0];
  if (found === undefined) throw notFound('skill');
  return found;
}

/** A skill as the interface shows it, with `bullets` as given. */
export function skillView(skill: SkillRecord, bullets: BulletRecord[]): Skill {
  const { id, name, description, version, status, pinned, tags, uses, evidence, reward } = skill;
  return {
    id,
    agent_id: skill.agentId,
    name,
    description,
    version,
    status,
    pinned,
    tags,
    uses,
    success_rate: evidence > 0 ? Math.min(1, Math.max(0, reward / evidence)) : null,
    bullets: bullets.map(bulletView),
    created_at: skill.createdAt.toISOString(),
    updated_at: skill.updatedAt.toISOString(),
  };
}

function bulletView({ skillId: _, position: __, ...bullet }: BulletRecord): Bullet {
  return bullet;
}
