/**
 * A runtime on a database of its own, with time and chance in the test's hands and its log lines collected.
 * One runtime serves a whole test file; each test takes a tenant of its own with {@link freshPrincipal}.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { type Principal, SCOPES, type Scope } from '../domain/principal.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { type Environment, readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Dialect } from '../platform/db/migrations/migrations.ts';
import { createLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createRuntime, idFactory, type Runtime } from '../platform/runtime.ts';
import { DIALECTS, ONE_DIALECT } from './database/dialects.ts';
import { cloneDatabase } from './database/test-database.ts';
import { expectDiscreetLog } from './log-secrecy.ts';
import { TEST_START } from './test-start.ts';

/** A runtime whose clock only moves when told to. */
export interface TestRuntime extends Runtime {
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** The log's lines so far, parsed. */
  readonly lines: Record<string, unknown>[];
  /** Removes the database; fails where a log line held what a caller has stored. */
  dispose(): Promise<void>;
}

/** Opens a runtime on a fresh clone; `settings` are environment variables over the dev defaults. */
export async function openTestRuntime(dialect: Dialect, settings: Environment = {}): Promise<TestRuntime> {
  const database = await cloneDatabase(dialect);
  const config = readConfig({
    SERVICE_ENV: 'dev',
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DB_POOL_SIZE: '4',
    ...settings,
  });
  const lines: Record<string, unknown>[] = [];
  const log = createLog('prod', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const db = openDatabase(config.database, log);
  let now = TEST_START;
  const clock = () => new Date(now);
  const random = seededRandom(1);
  const runtime = createRuntime({
    config,
    db,
    clock,
    random,
    newId: idFactory(clock, random),
    log,
    metrics: createMetrics(config.server.metricFrameworks, db),
  });
  return {
    ...runtime,
    lines,
    advance(milliseconds) {
      now += milliseconds;
    },
    async dispose() {
      try {
        await expectDiscreetLog(db, lines);
      } finally {
        await db.close();
        await database.remove();
      }
    },
  };
}

let principals = 0;

/** A caller in a tenant that no other test uses. */
export function freshPrincipal(scopes: readonly Scope[] = SCOPES): Principal {
  principals += 1;
  const tenant = `tenant-${principals}`;
  return { tenant, actor: `key:key_${principals}`, bucket: `key_${principals}`, scopes: new Set(scopes) };
}

type RuntimeTests = (runtime: () => TestRuntime, dialect: Dialect) => void;

/**
 * Describes `tests` once per engine, each with a runtime that is opened before and closed after them. For code with SQL of
 * its own, locks, jobs, isolation or constraints.
 */
export function describeOnBoth(name: string, tests: RuntimeTests, settings: Environment = {}): void {
  describeOn(DIALECTS, name, tests, settings);
}

/** As {@link describeOnBoth}, on {@link ONE_DIALECT}. For rules whose statements other tests try on both. */
export function describeOnOne(name: string, tests: RuntimeTests, settings: Environment = {}): void {
  describeOn([ONE_DIALECT], name, tests, settings);
}

function describeOn(
  dialects: readonly Dialect[],
  name: string,
  tests: RuntimeTests,
  settings: Environment,
): void {
  describe.each(dialects)(`${name} (%s)`, (dialect) => {
    let runtime: TestRuntime | undefined;
    beforeAll(async () => {
      runtime = await openTestRuntime(dialect, settings);
    });
    afterAll(async () => {
      await runtime?.dispose();
    });
    tests(() => {
      if (runtime === undefined) throw new Error('the runtime is opened before each suite');
      return runtime;
    }, dialect);
  });
}
