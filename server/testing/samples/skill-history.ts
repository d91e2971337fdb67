/** Skills for tests, and what must hold of a tenant's skills and changesets after any concurrent changes. */
import { expect } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { type ChangesetStatus, isFinal } from '../../domain/skills/changesets/status.ts';
import { type SkillIn, skillInSchema } from '../../domain/skills/skill-input.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';

type Sent = Parameters<typeof skillInSchema.parse>[0];

/** A SKILL.md's fields as a request would carry them, with defaults where a test does not care. */
export function skillIn(sent: Partial<SkillIn> & { rules?: string[] } = {}): SkillIn {
  const { rules, ...fields } = sent;
  const bullets = rules === undefined ? {} : { bullets: rules.map((content) => ({ content })) };
  const complete: Sent = { name: 'deploy-service', description: 'How to deploy', ...fields, ...bullets };
  return skillInSchema.parse(complete);
}

/** A text that the safety scan holds; put together here so that no scanner takes this file for a leak. */
export const SECRET_RULE = `Sign in with ${['AKIA', 'QX7ZP2MN5RT8WYBD'].join('')} before the upload`;

const DECISIONS = ['changeset.applied', 'changeset.failed', 'changeset.rejected'];

/**
 * Versions without gaps, the current one equal to the rows that recall reads, every version written by
 * exactly one changeset that is or was applied, or audited rollback, every changeset audited once when proposed and once when
 * decided, unless that was taken back.
 */
export async function expectWholeHistory({ db }: Runtime, { tenant }: Principal): Promise<void> {
  const client = clientOf(db.read);
  const where = { tenant };
  const [skills, bullets, versions, changesets, audit] = await Promise.all([
    client.skill.findMany({ where }),
    client.bullet.findMany({
      where: { tenant, status: 'active' },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    }),
    client.skillVersion.findMany({ where, orderBy: { version: 'asc' } }),
    client.changeset.findMany({ where }),
    client.auditEntry.findMany({ where, orderBy: { id: 'asc' } }),
  ]);
  for (const skill of skills) {
    const history = versions.filter(({ skillId }) => skillId === skill.id);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    const current = history.at(-1);
    expect(current).toMatchObject({
      version: skill.version,
      description: skill.description,
      tags: skill.tags,
      frontMatter: skill.frontMatter,
    });
    const rows = bullets.filter(({ skillId }) => skillId === skill.id);
    expect(
      rows.map(({ id, section, content, issue, keywords }) => [id, section, content, issue, keywords]),
    ).toEqual(
      fromJson<Record<string, unknown>[]>(current?.bullets ?? '[]').map((rule) => [
        rule.id,
        rule.section,
        rule.content,
        rule.issue,
        JSON.stringify(rule.keywords),
      ]),
    );
  }
  const applied = changesets.flatMap(({ id, appliedVersions }) =>
    Object.entries(fromJsonOrNull<Record<string, number>>(appliedVersions) ?? {}).map(
      ([skillId, version]) => `${skillId} ${version} by ${id}`,
    ),
  );
  const undone = audit.flatMap(({ action, resource, details }) =>
    action === 'changeset.decision_undone'
      ? Object.entries(fromJson<{ versions?: Record<string, number> }>(details).versions ?? {}).map(
          ([skillId, version]) => `${skillId} ${version} by ${resource.slice('changeset:'.length)}`,
        )
      : [],
  );
  const rolledBack = audit.flatMap(({ action, resource, details }) =>
    action === 'skill.rollback'
      ? [`${resource.slice(6)} ${fromJson<{ version: number }>(details).version} by null`]
      : [],
  );
  expect(
    versions.map(({ skillId, version, changesetId }) => `${skillId} ${version} by ${changesetId}`).sort(),
  ).toEqual([...applied, ...undone, ...rolledBack].sort());
  for (const { id, status } of changesets) {
    const actions = audit
      .filter(({ resource }) => resource === `changeset:${id}`)
      .map(({ action }) => action);
    expect(actions.filter((action) => action === 'changeset.proposed')).toHaveLength(1);
    const standing = actions.slice(actions.lastIndexOf('changeset.decision_undone') + 1);
    expect(standing.filter((action) => DECISIONS.includes(action))).toEqual(
      isFinal(status as ChangesetStatus) ? [`changeset.${status}`] : [],
    );
  }
}
