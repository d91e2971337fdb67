/**
 * Skills in numbers, written as rows: what a large installation has, without taking each through a changeset.
 */
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';

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
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    const { skill, bullet, skillVersion } = clientOf(db.read);
    const common = { tenant, version: 1, tags: '[]', createdAt: at };
    const numbers = Array.from({ length: rules }, (_, rule) => rule);
    const descriptions = new Map(some.map((id) => [id, words?.(25) ?? 'One of many']));
    const contents = new Map(
      some.map((id) => [id, numbers.map((rule) => words?.(16) ?? `Rule ${rule} of skill-${id}`)]),
    );
    const wording = (id: string, rule: number) => ({
      id: `bl_${tenant}_${id}_${rule}`,
      section: 'steps',
      content: contents.get(id)?.[rule] ?? '',
      issue: '',
    });
    await skill.createMany({
      data: some.map((id) => ({
        ...common,
        description: descriptions.get(id) ?? '',
        id: `sk_${tenant}_${id}`,
        agentId: 'default',
        name: `skill-${id}`,
        status: 'active',
        pinned: false,
        uses: 0,
        evidence: 0,
        reward: 0,
        updatedAt: at,
      })),
    });
    await skillVersion.createMany({
      data: some.map((id) => ({
        ...common,
        description: descriptions.get(id) ?? '',
        skillId: `sk_${tenant}_${id}`,
        source: 'api',
        createdBy: 'dev',
        bullets: JSON.stringify(numbers.map((rule) => ({ ...wording(id, rule), keywords: [] }))),
      })),
    });
    await bullet.createMany({
      data: some.flatMap((id) =>
        numbers.map((rule) => ({
          ...wording(id, rule),
          tenant,
          skillId: `sk_${tenant}_${id}`,
          position: rule,
          keywords: '[]',
          sources: '[]',
          helpful: rule + 1,
          harmful: 0,
          neutral: 0,
          used: 0,
          status: 'active',
          createdAt: at,
          updatedAt: at,
        })),
      ),
    });
  }
}
