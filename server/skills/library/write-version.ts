/**
 * The only way in which a skill's text changes: a new immutable version, the rules made to read like it, and
 * the revision bumped so that the next recall serves it. Which rules were added, reworded, brought back or
 * removed follows from comparing; ids of rules that stay are kept, and their counters unless the text says
 * more.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Bullet, statusAfterChange } from '../../domain/skills/skill.ts';
import { wordingOf } from '../../domain/skills/skill-state.ts';
import { noteSkillText } from '../../knowledge/embedding/index.ts';
import { bumpSkills } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LoadedSkill } from './lock-library.ts';
import type { BulletChange, BulletRecord, FrontMatter, SkillRecord } from './rows.ts';
import { libraryStore } from './store.ts';

/** What a skill says: its active rules in reading order. Rules that it has keep their ids. */
export interface SkillText {
  description: string;
  tags: string[];
  frontMatter: FrontMatter;
  bullets: Bullet[];
}

/** Where a version comes from, as its history shows. */
interface VersionOrigin {
  source: string;
  changesetId: string | null;
  createdBy: string;
}

interface Change {
  text: SkillText;
  origin: VersionOrigin;
}

/** Adds a skill with its first version. Throws a unique violation where the agent has one of that name. */
export async function createSkill(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { id, agentId, name, text, origin }: Change & { id: string; agentId: string; name: string },
): Promise<SkillRecord> {
  const at = runtime.clock();
  const { description, tags, frontMatter } = text;
  const skill: SkillRecord = {
    id,
    agentId,
    name,
    description,
    version: 1,
    status: 'active',
    pinned: false,
    tags,
    frontMatter,
    uses: 0,
    evidence: 0,
    reward: 0,
    createdAt: at,
    updatedAt: at,
  };
  await libraryStore(tx, tenant).addSkill(skill);
  const loaded = { skill, bullets: [] };
  await writeText(runtime, tx, tenant, { loaded, text, origin, version: 1, at });
  return skill;
}

/**
 * Makes `text` the next version of a skill; returns its number, or null where the skill has moved on
 * meanwhile.
 */
export async function writeVersion(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { loaded, text, origin }: Change & { loaded: LoadedSkill },
): Promise<number | null> {
  const at = runtime.clock();
  const { id, version, status } = loaded.skill;
  const { description, tags, frontMatter } = text;
  const next = version + 1;
  const patch = {
    version: next,
    description,
    tags,
    frontMatter,
    status: statusAfterChange(status),
    updatedAt: at,
  };
  if (!(await libraryStore(tx, tenant).moveSkill(id, version, patch))) return null;
  await writeText(runtime, tx, tenant, { loaded, text, origin, version: next, at });
  return next;
}

async function writeText(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { loaded, text, origin, version, at }: Change & { loaded: LoadedSkill; version: number; at: Date },
): Promise<void> {
  const store = libraryStore(tx, tenant);
  const { id: skillId, agentId, name } = loaded.skill;
  const { bullets, ...rest } = text;
  await store.putBullets(bulletChanges(skillId, loaded.bullets, bullets), at);
  await store.addVersion({
    ...rest,
    ...origin,
    skillId,
    version,
    createdAt: at,
    bullets: bullets.map(wordingOf),
  });
  await bumpSkills(tx, tenant, agentId, [skillId]);
  const { description, tags } = text;
  await noteSkillText(runtime, tx, tenant, { agentId, id: skillId, meaning: { name, description, tags } });
}

/**
 * The rows to write so that the skill's active rules are `wanted`, in that order. Rows that already fit are
 * left out.
 */
function bulletChanges(skillId: string, present: BulletRecord[], wanted: Bullet[]): BulletChange[] {
  const byId = new Map(present.map((bullet) => [bullet.id, bullet]));
  const kept = new Set(wanted.map(({ id }) => id));
  const changes: BulletChange[] = present
    .filter(({ id, status }) => status === 'active' && !kept.has(id))
    .map((bullet) => ({ ...bullet, ...countersSince(bullet, bullet), status: 'removed' }));
  let last = -1;
  for (const bullet of wanted) {
    const before = byId.get(bullet.id);
    const position = before !== undefined && before.position > last ? before.position : last + 1;
    last = position;
    const after: BulletRecord = { ...bullet, skillId, position, status: 'active' };
    if (!isDeepStrictEqual(before, after)) changes.push({ ...after, ...countersSince(before, after) });
  }
  return changes;
}

/** What was counted beyond what the rule had when it was read; all of it for a new rule. */
function countersSince(before: Bullet | undefined, after: Bullet) {
  const gained = (counter: 'followed' | 'broken' | 'followed_failed') =>
    after[counter] === undefined ? 0 : after[counter] - (before?.[counter] ?? 0);
  return {
    helpful: after.helpful - (before?.helpful ?? 0),
    harmful: after.harmful - (before?.harmful ?? 0),
    neutral: after.neutral - (before?.neutral ?? 0),
    used: after.used - (before?.used ?? 0),
    followed: gained('followed'),
    broken: gained('broken'),
    followed_failed: gained('followed_failed'),
  };
}
