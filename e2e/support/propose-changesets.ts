/**
 * Proposes changesets as the learning jobs do: the public API has no way to propose what was learned, and
 * with a model the answers would have to be played.
 */

import type { Config } from '../../server/platform/config/config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { createRuntime, idFactory } from '../../server/platform/runtime.ts';
import { type LearnedProposal, proposeChangesets } from '../../server/skills/changesets/index.ts';
import { besideGateway } from './beside-gateway.ts';

interface Order {
  tenant: string;
  proposals: LearnedProposal[];
  /** Skills that are to look as if they had been served so often. */
  used: { skillId: string; uses: number }[];
}

const clock = () => new Date();

function seedingRuntime(db: Database, config: Config) {
  return createRuntime({
    ...{ config, db, clock, random: Math.random, newId: idFactory(clock, Math.random) },
    log: createLog('prod', { write: () => undefined }),
    metrics: createMetrics(),
  });
}

/** The ids of what was proposed, in the same order. */
export async function proposeLearned(
  databaseUrl: string,
  { tenant, proposals, used }: Order,
): Promise<string[]> {
  return await besideGateway(databaseUrl, async (db, config) => {
    for (const { skillId, uses } of used) {
      await clientOf(db.read).skill.updateMany({ where: { tenant, id: skillId }, data: { uses } });
    }
    const runtime = seedingRuntime(db, config);
    const ids: string[] = [];
    for (const proposal of proposals) {
      const [changeset] = await proposeChangesets(runtime, tenant, proposal);
      if (changeset === undefined) throw new Error('a proposal was dropped as a whole');
      ids.push(changeset.id);
    }
    return ids;
  });
}
