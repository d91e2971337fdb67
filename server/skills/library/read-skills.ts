/**
 * Skills as the interface shows them, and how a reference to one is understood. The text comes from the
 * current version's own row, which never changes, so that a skill that is being changed is never seen half
 * old and half new; what was counted is added from the rules' rows.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import { successRate } from '../../domain/measurement/beta.ts';
import type { Bullet, Skill } from '../../domain/skills/skill.ts';
import { wordingOf } from '../../domain/skills/skill-state.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { BulletEvidence, SkillRecord, VersionText } from './rows.ts';
import { libraryStore } from './store.ts';

/** A skill by id (of any agent of the tenant), or by name: the agent's own one, else the shared one. */
export interface SkillReference {
  ref: string;
  agentId: string;
}

/** Whose skills an agent may use: its own, then the shared ones. */
export function namespacesOf(agentId: string): string[] {
  return [...new Set([agentId, SHARED_AGENT])];
}

/** The row of the skill that is meant. Throws `skill not found`, the same for another tenant's id. */
export async function findSkill(
  tx: Tx,
  tenant: string,
  { ref, agentId }: SkillReference,
): Promise<SkillRecord> {
  const referred = await libraryStore(tx, tenant).findReferred(ref, namespacesOf(agentId));
  const found =
    referred.find(({ id }) => id === ref) ??
    referred.find((skill) => skill.agentId === agentId) ??
    referred[0];
  if (found === undefined) throw notFound('skill');
  return found;
}

/** A skill and the text of its current version. Throws as {@link findSkill}. */
export async function readText(
  tx: Tx,
  tenant: string,
  reference: SkillReference,
): Promise<{ skill: SkillRecord; text: VersionText }> {
  const skill = await findSkill(tx, tenant, reference);
  const text = await libraryStore(tx, tenant).findVersion(skill.id, skill.version);
  if (text === null) throw new Error(`version ${skill.version} of ${skill.id} is missing`);
  return { skill, text };
}

/**
 * A skill with its active rules, and after those its removed ones where they are wanted. Throws as {@link
 * findSkill}.
 */
export async function readSkill(
  tx: Tx,
  tenant: string,
  { includeRemoved, ...reference }: SkillReference & { includeRemoved: boolean },
): Promise<Skill> {
  const { skill, text } = await readText(tx, tenant, reference);
  const bullets = await libraryStore(tx, tenant).findBullets([skill.id]);
  const active = skillView(skill, text, evidenceById(bullets));
  const shown = new Set(active.bullets.map(({ id }) => id));
  const removed = bullets
    .filter(({ id, status }) => includeRemoved && status === 'removed' && !shown.has(id))
    .map(({ skillId: _, position: __, ...bullet }) => bullet);
  return { ...active, bullets: [...active.bullets, ...removed] };
}

/** Skills that one statement reads: SQLite takes 32,766 values. */
const SKILLS_PER_STATEMENT = 5000;

/** The agent's own and the shared skills of every status, with their active rules, in no particular order. */
export async function readSkillsFor(tx: Tx, tenant: string, agentId: string): Promise<Skill[]> {
  return await viewSkills(tx, tenant, await libraryStore(tx, tenant).listSkills(namespacesOf(agentId)));
}

/** The skills of these rows with their active rules, in the same order. */
export async function viewSkills(tx: Tx, tenant: string, rows: readonly SkillRecord[]): Promise<Skill[]> {
  const store = libraryStore(tx, tenant);
  const skills: Skill[] = [];
  for (const chunk of inChunks(rows, SKILLS_PER_STATEMENT)) {
    const ids = chunk.map(({ id }) => id);
    const [texts, bullets] = await Promise.all([store.listCurrentTexts(ids), store.listEvidence(ids)]);
    const textOf = new Map(texts.map((text) => [text.skillId, text]));
    const evidence = evidenceById(bullets);
    for (const skill of chunk) {
      const text = textOf.get(skill.id);
      if (text !== undefined) skills.push(skillView(skill, text, evidence));
    }
  }
  return skills;
}

function evidenceById(bullets: BulletEvidence[]): Map<string, BulletEvidence> {
  return new Map(bullets.map((bullet) => [bullet.id, bullet]));
}

const NO_EVIDENCE = {
  ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, followed: 0, broken: 0, followed_failed: 0 },
  sources: [],
};

function skillView(skill: SkillRecord, text: VersionText, evidence: Map<string, BulletEvidence>): Skill {
  const { id, name, status, pinned, uses } = skill;
  return {
    id,
    agentId: skill.agentId,
    name,
    description: text.description,
    version: text.version,
    status,
    pinned,
    tags: text.tags,
    uses,
    successRate: successRate({ weight: skill.evidence, reward: skill.reward }),
    bullets: text.bullets.map((wording) => bulletView(wording, evidence.get(wording.id))),
    createdAt: skill.createdAt.toISOString(),
    updatedAt: skill.updatedAt.toISOString(),
  };
}

function bulletView(wording: VersionText['bullets'][number], evidence: BulletEvidence | undefined): Bullet {
  const { helpful, harmful, neutral, used, sources, ...shown } = evidence ?? NO_EVIDENCE;
  const { followed, broken, followed_failed } = shown;
  const counted = { helpful, harmful, neutral, used, followed, broken, followed_failed };
  return { ...wordingOf(wording), ...counted, status: 'active', sources };
}
