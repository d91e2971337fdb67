/**
 * Skills that everybody may read: a reviewer publishes each by itself, and only the text that is in force is shown, never
 * a candidate on trial.
 */
import { writeAudit } from '../audit/index.ts';
import { SHARED_AGENT } from '../domain/fields.ts';
import type { Principal } from '../domain/principal.ts';
import { isAgentSkillName } from '../domain/skills/skill-name.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { inTurns } from '../platform/turns.ts';
import { exportDocument } from './documents/index.ts';
import { libraryStore, lockLibrary } from './library/index.ts';

/** Most published skills of a tenant: each request for the index renders all of them. */
const MAX_PUBLISHED = 500;

/**
 * Publishes a skill of the principal's tenant, or withdraws it. Unknown: `skill not found`. Conflict where a published
 * skill has the name, where the name does not fit the Agent Skills specification, and beyond {@link MAX_PUBLISHED}.
 */
export async function publishSkill(
  runtime: Runtime,
  principal: Principal,
  { skillId, published }: { skillId: string; published: boolean },
): Promise<{ skill_id: string; published: boolean }> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const store = libraryStore(tx, tenant);
    // Of two that publish one name at once, the second waits here and then finds the first.
    await lockLibrary(tx, tenant, SHARED_AGENT);
    const [skill] = await store.findSkills([skillId]);
    if (skill === undefined) throw notFound('skill');
    if (published && !skill.published) {
      const obstacle = obstacleTo(skill, await store.listPublished());
      if (obstacle !== null) throw new ServiceError('conflict', obstacle);
    }
    await store.publishSkill(skillId, published);
    await writeAudit(runtime, tx, principal, {
      action: 'skill.publish',
      resource: `skill:${skillId}`,
      details: { published },
    });
  });
  return { skill_id: skillId, published };
}

function obstacleTo({ name }: { name: string }, others: readonly { name: string }[]): string | null {
  if (!isAgentSkillName(name)) {
    return 'a name with a hyphen at its end or two in a row cannot be published';
  }
  if (others.some((other) => other.name === name)) return `a skill named ${name} is published already`;
  return others.length < MAX_PUBLISHED ? null : `at most ${MAX_PUBLISHED} skills can be published`;
}

export interface PublishedSkill {
  name: string;
  description: string;
  markdown: string;
}

/** The published skills of a tenant that are in use, ordered by name (as code units); only the one of `name` where it is given. */
export async function readPublishedSkills(
  runtime: Runtime,
  tenant: string,
  name: string | null = null,
): Promise<PublishedSkill[]> {
  const store = libraryStore(runtime.db.read, tenant);
  const rows = (await store.listPublished()).filter(
    (row) => row.isInUse && (name === null || row.name === name),
  );
  if (rows.length === 0) return [];
  const texts = await store.listCurrentTexts(rows.map(({ id }) => id));
  const textOf = new Map(texts.map((text) => [text.skillId, text]));
  const skills: PublishedSkill[] = [];
  for await (const row of inTurns(rows.sort((a, b) => (a.name < b.name ? -1 : 1)))) {
    const text = textOf.get(row.id);
    if (text === undefined) continue;
    const { description, tags, frontMatter, bullets } = text;
    const markdown = await exportDocument({ name: row.name, description, tags, frontMatter, bullets });
    skills.push({ name: row.name, description, markdown });
  }
  return skills;
}
