/** A process that records one run of a recall, as a gateway would, and then stays until it is killed. */

import type { Principal } from '../domain/principal.ts';
import { episodeInSchema } from '../domain/runs/episodes/episode-in.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createRuntime, idFactory } from '../platform/runtime.ts';
import { recordEpisode } from '../runs/episodes/index.ts';

const config = readConfig(process.env);
const clock = () => new Date(String(process.env.TEST_NOW));
const runtime = createRuntime({
  config,
  db: openDatabase(config.database),
  clock,
  random: Math.random,
  newId: idFactory(clock, Math.random),
  log: createLog('prod', { write: () => undefined }),
  metrics: createMetrics(),
});
const who: Principal = {
  ...{ tenant: String(process.env.TEST_TENANT), actor: 'key:key_1', bucket: 'key_1' },
  scopes: new Set(['learn']),
};
const episode = { recall_id: String(process.env.TEST_RECALL), outcome: 'success' };
await recordEpisode(runtime, who, episodeInSchema.parse(episode));
process.stdout.write('recorded\n');
setInterval(() => undefined, 1000);
