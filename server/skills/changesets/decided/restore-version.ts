/**
 * Writes the text that a skill had in an earlier version as its next version. History is never rewritten, and
 * rules that come back keep their ids and everything that was counted for them.
 */
import { writeAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { withWording } from '../../../domain/skills/skill-state.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound, ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { type LoadedSkill, libraryStore, type SkillText, writeVersion } from '../../library/index.ts';
import type { ChangesetRecord } from '../records.ts';

/**
 * Returns the number of the new version. The caller has locked the skill, and ends what ran or waited on the
 * version before.
 */
export async function restoreVersion(
  runtime: Runtime,
  tx: Tx,
  principal: Principal,
  { loaded, version }: { loaded: LoadedSkill; version: number },
): Promise<number> {
  const { tenant, actor } = principal;
  const { id: skillId, version: from } = loaded.skill;
  const next = await writeVersion(runtime, tx, tenant, {
    loaded,
    text: await earlierText(tx, tenant, { loaded, version }),
    origin: { source: `${RESTORED}${version}`, changesetId: null, createdBy: actor },
  });
  if (next === null) throw new ServiceError('conflict', 'skill is being changed');
  await writeAudit(runtime, tx, principal, {
    action: 'skill.rollback',
    resource: `skill:${skillId}`,
    details: { from, to: version, version: next },
  });
  return next;
}

/** What the source of a restored version begins with; the restored version's number follows. */
const RESTORED = 'rollback:v';

async function earlierText(
  tx: Tx,
  tenant: string,
  { loaded, version }: { loaded: LoadedSkill; version: number },
): Promise<SkillText> {
  const target = await libraryStore(tx, tenant).findVersion(loaded.skill.id, version);
  if (target === null) throw notFound('version');
  const { description, tags, frontMatter } = target;
  const byId = new Map(loaded.bullets.map((bullet) => [bullet.id, bullet]));
  const bullets = target.bullets.map((wording) => {
    const bullet = byId.get(wording.id);
    if (bullet === undefined) throw new Error(`rule ${wording.id} of ${loaded.skill.id} is missing`);
    return withWording(bullet, wording);
  });
  return { description, tags, frontMatter, bullets };
}

/** Those of the applied changesets that a skill was rolled back behind since, by id. */
export async function findRolledBack(
  tx: Tx,
  tenant: string,
  changesets: readonly Pick<ChangesetRecord, 'id' | 'appliedVersions'>[],
): Promise<Set<string>> {
  const ids = changesets.flatMap(({ appliedVersions }) => Object.keys(appliedVersions ?? {}));
  const restored = await libraryStore(tx, tenant).listRestored([...new Set(ids)], RESTORED);
  const isBehind = ([skillId, applied]: [string, number]) => {
    const last = restored.findLast((one) => one.skillId === skillId && one.version > applied);
    return last !== undefined && Number(last.source.slice(RESTORED.length)) < applied;
  };
  const back = changesets.filter(({ appliedVersions }) =>
    Object.entries(appliedVersions ?? {}).some(isBehind),
  );
  return new Set(back.map(({ id }) => id));
}
