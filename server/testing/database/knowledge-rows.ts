/**
 * Skills and memories as recall reads them, written as rows together with the revision that tells of them.
 */
import { bumpMemories, bumpSkills } from '../../knowledge/index.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { ruleRow, skillRow } from './library-rows.ts';

/** A skill as a test describes it; rules are given by id. */
export interface SkillRow {
  id: string;
  name: string;
  description?: string;
  agentId?: string;
  status?: string;
  version?: number;
  rules?: Record<string, string>;
  /** Of each rule. */
  keywords?: string[];
}

/**
 * Puts a skill in the place of the one with its id, as an applied change does: a new version, told by the
 * revision.
 */
export async function putSkill(runtime: Runtime, tenant: string, row: SkillRow): Promise<void> {
  const {
    id,
    name,
    description = name,
    agentId = 'default',
    status = 'active',
    version = 1,
    rules = {},
    keywords = [],
  } = row;
  const at = runtime.clock();
  await runtime.db.write(async (tx) => {
    const { skill, bullet } = clientOf(tx);
    await skill.deleteMany({ where: { tenant, id } });
    await skill.create({ data: skillRow({ tenant, id, name, description, agentId, status, version }, at) });
    await bullet.createMany({
      data: Object.entries(rules).map(([ruleId, content], position) =>
        ruleRow(
          { tenant, id: ruleId, skillId: id, position, content, keywords: JSON.stringify(keywords) },
          at,
        ),
      ),
    });
    await bumpSkills(tx, tenant, agentId, [id]);
  });
}

/** Adds active memories of one text each, a second apart, told by one revision. */
export async function putMemories(
  runtime: Runtime,
  tenant: string,
  {
    agentId = 'default',
    userId = null,
    texts,
  }: { agentId?: string; userId?: string | null; texts: string[] },
): Promise<string[]> {
  const start = runtime.clock().getTime() - texts.length * 1000;
  const ids = texts.map(() => runtime.newId('memory'));
  await runtime.db.write(async (tx) => {
    const data = texts.map((content, place) => {
      const at = new Date(start + place * 1000);
      return {
        ...{
          tenant,
          id: ids[place] ?? '',
          agentId,
          userId,
          content,
          textKey: content,
          kind: 'fact',
          confidence: 1,
        },
        ...{ status: 'active', holdReasons: '[]', sources: '[]', createdBy: 'dev' },
        ...{ validFrom: at, createdAt: at, activatedAt: at },
      };
    });
    for (let from = 0; from < data.length; from += 500) {
      await clientOf(tx).memory.createMany({ data: data.slice(from, from + 500) });
    }
    await bumpMemories(tx, tenant, agentId);
  });
  return ids;
}

/**
 * Another process on the same database: its own connections, caches and knowledge. Close its database
 * afterwards.
 */
export function anotherProcess(runtime: Runtime): Runtime {
  const { config, log, metrics, clock, random, newId } = runtime;
  return createRuntime({ config, log, metrics, clock, random, newId, db: openDatabase(config.database) });
}
