/**
 * A service in a database of its own whose time and chance are made up, so that the same arrivals can come once under
 * some settings and once more, for real, under others.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { type Environment, readConfig } from '../../../server/platform/config/config.ts';
import { openDatabase } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { createMetrics } from '../../../server/platform/metrics/metrics.ts';
import { createRuntime, idFactory, type Runtime } from '../../../server/platform/runtime.ts';

const START = Date.parse('2026-03-01T12:00:00.000Z');

export interface MadeUpService {
  runtime: Runtime;
  advance(milliseconds: number): void;
  /** Begins a history: canaries are numbered by it, so that sessions draw the same arms in every service. */
  begin(history: number): void;
  close(): Promise<void>;
}

/** Opens a service with these variables on SQLite. */
export async function openMadeUpService(settings: Environment): Promise<MadeUpService> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-rehearsal-'));
  const url = `file:${join(folder, 'service.db')}`;
  await migrate(url);
  const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: url, ...settings });
  const log = createLog('prod', { write: () => undefined });
  const db = openDatabase(config.database, log);
  let now = START;
  const clock = () => new Date(now);
  const random = seededRandom(1);
  const makeId = idFactory(clock, random);
  let [history, canaries] = [0, 0];
  const runtime = createRuntime({
    ...{ config, db, clock, random, log },
    newId(noun) {
      if (noun !== 'experiment') return makeId(noun);
      canaries += 1;
      return `ex_${history}_${canaries}`;
    },
    metrics: createMetrics(config.server.metricFrameworks, db),
  });
  return {
    runtime,
    advance(milliseconds) {
      now += milliseconds;
    },
    begin(number) {
      [history, canaries] = [number, 0];
    },
    async close() {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
