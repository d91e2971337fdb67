/**
 * Proposes changesets as the learning jobs do, in a process of its own beside the gateway: the public API has no way to
 * propose what was learned, and with a model the answers would have to be played. Reads PROPOSALS, prints the ids.
 */
import { type LearnedProposal, proposeChangeset } from '../../server/changesets/index.ts';
import { idFactory } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { createRuntime } from '../../server/platform/runtime.ts';

interface Order {
  tenant: string;
  proposals: LearnedProposal[];
  /** Skills that are to look as if they had been served so often. */
  used: { skillId: string; uses: number }[];
}

const config = readConfig(process.env);
const db = openDatabase(config.database);
const clock = () => new Date();
const runtime = createRuntime({
  ...{ config, db, clock, random: Math.random, newId: idFactory(clock, Math.random) },
  log: createLog('prod', { write: () => undefined }),
  metrics: createMetrics(),
});

const { tenant, proposals, used } = JSON.parse(process.env.PROPOSALS ?? '') as Order;
for (const { skillId, uses } of used) {
  await clientOf(db.read).skill.updateMany({ where: { tenant, id: skillId }, data: { uses } });
}
const ids: (string | null)[] = [];
for (const proposal of proposals) {
  const changeset = await proposeChangeset(runtime, tenant, proposal);
  ids.push(changeset?.id ?? null);
}
await db.close();
process.stdout.write(JSON.stringify(ids));
