/** A skill's history. */
import type { Principal } from '../domain/principal.ts';
import type { SkillVersion } from '../domain/skills/skill.ts';
import { findSkill, libraryStore, type SkillReference } from './library/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/** At most `limit` versions below `before` (from the newest where it is null), newest first. */
export async function listVersions(
  runtime: Runtime,
  { tenant }: Principal,
  { limit, before, ...reference }: SkillReference & { limit: number; before: number | null },
): Promise<SkillVersion[]> {
  const skill = await findSkill(runtime.db.read, tenant, reference);
  const versions = await libraryStore(runtime.db.read, tenant).listVersions(skill.id, { limit, before });
  return versions.map(
    ({ version, source, changesetId, createdBy, createdAt, description, tags, bullets }) => ({
      version,
      source,
      changeset_id: changesetId,
      created_by: createdBy,
      created_at: createdAt.toISOString(),
      description,
      tags,
      bullets,
    }),
  );
}
