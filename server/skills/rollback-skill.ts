/**
 * Goes back to what a skill said in an earlier version. History is never rewritten: the old text becomes a new
 * version. Rules that come back keep their ids and everything that was counted for them.
 */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { stopForRollback } from './changesets/index.ts';
import {
  holdLibrary,
  type KnownSkill,
  libraryStore,
  readKnown,
  type SkillText,
  writeVersion,
} from './library/index.ts';

/**
 * Restores description, tags and rules of `version` as a new version, whose number is returned. A canary on the skill ends
 * and what waited behind it fails; pending changesets stay pending and fail when approved. Unknown: `skill` or `version not found`.
 */
export async function rollbackSkill(
  runtime: Runtime,
  principal: Principal,
  { skillId, version }: { skillId: string; version: number },
): Promise<{ skill_id: string; version: number }> {
  return await runtime.db.write(async (tx) => {
    const known = await holdSkill(tx, principal.tenant, skillId);
    const next = await writeVersion(runtime, tx, {
      tenant: principal.tenant,
      known,
      text: await textOfVersion(tx, principal.tenant, { known, version }),
      origin: { source: `rollback:v${version}`, changesetId: null, createdBy: principal.actor },
    });
    if (next === null) throw new ServiceError('conflict', 'skill is being changed');
    await writeAudit(runtime, tx, principal, {
      action: 'skill.rollback',
      resource: `skill:${skillId}`,
      details: { from: known.skill.version, to: version, version: next },
    });
    await stopForRollback(runtime, tx, { ...principal, skillId, version });
    return { skill_id: skillId, version: next };
  });
}

async function holdSkill(tx: Tx, tenant: string, id: string): Promise<KnownSkill> {
  const [found] = await libraryStore(tx, tenant).findSkills([id]);
  if (found === undefined) throw notFound('skill');
  await holdLibrary(tx, tenant, found.agentId);
  const [known] = await readKnown(tx, tenant, { agentId: found.agentId, ids: [id], names: [] });
  if (known === undefined) throw notFound('skill');
  return known;
}

async function textOfVersion(
  tx: Tx,
  tenant: string,
  { known, version }: { known: KnownSkill; version: number },
): Promise<SkillText> {
  const target = await libraryStore(tx, tenant).findVersion(known.skill.id, version);
  if (target === null) throw notFound('version');
  const { description, tags, frontMatter } = target;
  const bulletOf = new Map(known.bullets.map((bullet) => [bullet.id, bullet]));
  const bullets = target.bullets.map((wording) => {
    const bullet = bulletOf.get(wording.id);
    if (bullet === undefined) throw new Error(`rule ${wording.id} of ${known.skill.id} is missing`);
    return { ...bullet, ...wording };
  });
  return { description, tags, frontMatter, bullets };
}
