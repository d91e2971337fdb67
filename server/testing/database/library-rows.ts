/** Skills written as rows, without taking each through a changeset: one for a test, or as many as a large installation has. */
import { inChunks } from '../../domain/in-chunks.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** A row of a skill without any evidence, in its first version. */
export const skillRow = <Row extends { tenant: string; id: string; name: string }>(row: Row, at: Date) => ({
  ...{ agentId: 'default', description: row.name, version: 1, status: 'active', pinned: false, tags: '[]' },
  ...{ uses: 0, evidence: 0, reward: 0, createdAt: at, updatedAt: at },
  ...row,
});

/** A row of a rule that no run has used. */
export const ruleRow = <
  Row extends { tenant: string; id: string; skillId: string; content: string; position: number },
>(
  row: Row,
  at: Date,
) => ({
  ...{ section: 'steps', issue: '', keywords: '[]', sources: '[]', status: 'active' },
  ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, createdAt: at, updatedAt: at },
  ...row,
});

const CHUNK = 500;

/**
 * Inserts skills `skill-0000` … of the agent `default`, each in its first version with `rules` rules. `words`
 * gives them a text of so many words, so that a search tells them apart.
 */
export async function insertSkills(
  { db, clock }: Runtime,
  tenant: string,
  { skills, rules, words }: { skills: number; rules: number; words?: (count: number) => string },
): Promise<void> {
  const at = clock();
  const ids = Array.from({ length: skills }, (_, index) => String(index).padStart(4, '0'));
  for (const chunk of inChunks(ids, CHUNK)) {
    const { skill, bullet, skillVersion } = clientOf(db.read);
    const numbers = Array.from({ length: rules }, (_, rule) => rule);
    const written = chunk.map((id) => ({
      skill: {
        tenant,
        id: `sk_${tenant}_${id}`,
        name: `skill-${id}`,
        description: words?.(25) ?? 'One of many',
      },
      rules: numbers.map((rule) => ({
        ...{ id: `bl_${tenant}_${id}_${rule}`, section: 'steps', issue: '' },
        content: words?.(16) ?? `Rule ${rule} of skill-${id}`,
      })),
    }));
    await skill.createMany({ data: written.map((one) => skillRow(one.skill, at)) });
    await skillVersion.createMany({
      data: written.map((one) => ({
        ...{ tenant, skillId: one.skill.id, version: 1, description: one.skill.description, tags: '[]' },
        ...{ source: 'api', createdBy: 'dev', createdAt: at },
        bullets: JSON.stringify(one.rules.map((rule) => ({ ...rule, keywords: [] }))),
      })),
    });
    await bullet.createMany({
      data: written.flatMap((one) =>
        one.rules.map((rule, position) =>
          ruleRow({ ...rule, tenant, skillId: one.skill.id, position, helpful: position + 1 }, at),
        ),
      ),
    });
  }
}
