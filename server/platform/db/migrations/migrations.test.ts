import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSchemas } from '../../../../scripts/generate.mjs';
import {
  type DescribedSchema,
  type DescribedTable,
  describeDatabase,
  describeSchema,
} from '../../../testing/database/described-schema.ts';
import { DIALECTS } from '../../../testing/database/dialects.ts';
import { cloneDatabase, writeMigrations } from '../../../testing/database/test-database.ts';
import { projectRoot } from '../../shared.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { type Dialect, readMigrations } from './migrations.ts';

const schema = readFileSync(join(projectRoot(), 'prisma/schema.prisma'), 'utf8');

/** Indexes with a condition or an expression, which a Prisma schema cannot express. */
const ONLY_IN_SQL: Record<Dialect, Record<string, Record<string, string>>> = {
  postgresql: {
    job: { job_pending_key: "unique (key) where status = 'pending'" },
    episode: { episode_words_idx: '(expression)' },
  },
  sqlite: {
    job: {
      job_pending_key: "unique (tenant, key) where status = 'pending'",
      job_running_key: "unique (tenant, key) where status = 'running'",
      job_done_key: "(tenant, key) where status = 'done'",
      job_created_idx: "(created_at) where status = 'pending' AND turn IS NULL",
      job_lease_idx: "(lease_until) where status = 'running'",
    },
    episode: {
      episode_words_idx: '(tenant, id, expression)',
      episode_tenant_idempotency_key_agent_id_key:
        'unique (tenant, idempotency_key, agent_id) where idempotency_key IS NOT NULL',
      episode_tenant_session_id_created_at_id_idx:
        '(tenant, session_id, created_at, id) where session_id IS NOT NULL',
      episode_tenant_recall_id_idx: '(tenant, recall_id) where recall_id IS NOT NULL',
      episode_tenant_user_id_idx: '(tenant, user_id) where user_id IS NOT NULL',
    },
  },
};
const CONDITIONAL_ON_BOTH: Record<string, Record<string, string>> = {
  episode: {
    episode_unreflected_idx: '(tenant, agent_id, created_at, id) where NOT reflected',
    episode_reflect_next_at_idx: '(reflect_next_at) where reflect_next_at IS NOT NULL',
  },
  episode_credit: {
    episode_credit_experiment_idx: '(tenant, experiment_id, episode_id) where experiment_id IS NOT NULL',
  },
  job: {
    job_turn_idx: "(turn, run_at) where status = 'pending' AND turn IS NOT NULL",
    job_tenant_turn_idx: "(tenant, turn) where status = 'pending' AND turn IS NOT NULL",
    job_without_turn_idx: "(run_at) where status = 'pending' AND turn IS NULL",
  },
  profile: { profile_composed_idx: '(tenant, agent_id, updated_at) where rewritten_at IS NULL' },
  moment: { moment_session_idx: '(tenant, session_id, created_at) where session_id IS NOT NULL' },
  tenant_deletion: { tenant_deletion_open_idx: 'unique (tenant) where finished_at IS NULL' },
  recall: { recall_session_idx: '(tenant, session_id, created_at) where session_id IS NOT NULL' },
  experiment: { experiment_running_skill: "unique (tenant, skill_id) where status = 'running'" },
};

/** What the database should have: the schema, and what only SQL can express. */
function expected(text: string, dialect: Dialect): DescribedSchema {
  const tables = describeSchema(text, dialect);
  const withIndexes = ([name, table]: [string, DescribedTable]): [string, DescribedTable] => [
    name,
    {
      ...table,
      indexes: { ...table.indexes, ...CONDITIONAL_ON_BOTH[name], ...ONLY_IN_SQL[dialect][name] },
    },
  ];
  return Object.fromEntries(Object.entries(tables).map(withIndexes));
}

/** What the migrations make, apart from the tables that only SQL knows. */
async function migrated(dialect: Dialect): Promise<DescribedSchema> {
  const database = await cloneDatabase(dialect, { empty: true });
  try {
    await migrate(database.url, MIGRATIONS);
    const all = await describeDatabase(database.url);
    const { schema_migrations: _, job_worker: __, episode_key: ___, ...tables } = all;
    return tables;
  } finally {
    await database.remove();
  }
}

describe.each(DIALECTS)('the schema that the migrations make (%s)', (dialect) => {
  let actual: DescribedSchema = {};
  beforeAll(async () => {
    actual = await migrated(dialect);
  });

  it('is that of prisma/schema.prisma', () => {
    expect(actual).toEqual(expected(schema, dialect));
  });

  it('has an index for each foreign key, so that removing a parent does not read all children', () => {
    const unindexed = Object.entries(actual).flatMap(([table, { foreignKeys, ...keys }]) => {
      const whole = Object.values(keys.indexes).filter((index) => !index.includes(' where '));
      const starts = [`(${keys.primaryKey})`, ...whole].map((index) => index.replace('unique ', ''));
      const columns = foreignKeys.map((key) => key.slice(0, key.indexOf(')')));
      const missing = columns.filter(
        (some) => !starts.some((start) => `${start.slice(0, -1)},`.startsWith(`${some},`)),
      );
      return missing.map((some) => `${table} ${some})`);
    });
    expect(unindexed).toEqual([]);
  });
});

describe('the committed clients', () => {
  it.each(DIALECTS)('are generated from the schema as it is: %s', (dialect) => {
    const file = join(projectRoot(), `server/platform/db/generated/${dialect}/internal/class.ts`);
    const [, quoted = ''] = /"inlineSchema": (".*"),$/m.exec(readFileSync(file, 'utf8')) ?? [];
    expect(JSON.parse(quoted)).toBe(readSchemas()[dialect]);
  });
});

/** Those that databases on SQLite have, of the files that were derived when they were committed. */
const RECORDED: Record<string, string> = {
  '0001_gateway.sql': 'e5cb8820ef7547a28a2b065d47e74a476dd01bd8167ba5a88b0d1f2d30ae8a02',
  '0002_key_expiry.sql': '2a6797261e8d9fd49a0edaa9fafc91a667796a15ca166bd38e14dcc257889251',
  '0003_lift_by_week.sql': '5b1dd7ebdd421fedfa7dbeeb29073998ffd4a19050482b32019c83758063da0d',
  '0004_published_skills.sql': '4272040ee1f3d65431aa07ad7748e645e0df42818342458a0d98e23e91a6793a',
  '0005_search.sql': '06821a307ff72021c364b6ddd5d85c503fe7a9e7dd11d0d9b2fd4b62d2289861',
  '0006_skill_lift.sql': '5a1e1cbdc4287973fce1dacabda49a8032049266dd780c7adff6e4453deb341b',
  '0007_canary_guardrails.sql': '7bd055c969c0709d419cda81fcac41f3cf150c42c752e0deb186ad056601b5a0',
  '0008_rehearsals.sql': 'e7de04d492452e96c7a787b86996a8ef13b0ef3a918600a0c1e8ec7b6cd19071',
  '0009_memory_hygiene.sql': '7b935aef461a196171259f5ddbbdf4654561b5f393c52a7abf87a12580f355d6',
  '0010_webhooks.sql': '6ef97c614a807eb4bf76bf164d9333bfc178b0be685a246da31a8cd1ee52a2b7',
  '0011_support.sql': '3644a9b4cf33c4e243d50316b4d683aaf16adeebe19bdc984d85d72aa575c27b',
  '0012_memory_evidence.sql': '7cdbb3acdd865219ba62b124917881a1cc14e36753fa518bae0d8370710b0e1b',
  '0013_turns.sql': '69689d4c2e5626778ba3cf58c76d431eb5bf01444e1e00e20054c5bbff67eb79',
  '0014_queue_plans.sql': '6f1793ad8d4ac36eea7cf46808bcd2e0cf696243aafbaf680e888994ba34ad99',
  '0015_credit.sql': 'da54c96b471853325a123c8fa20ab4851270ab44d5ca2ba0fb45ca8806de8308',
  '0017_episode_outcome.sql': '37033633e9d5f8c538a1f4ee7e15d5f84b0974ed55503a2f40a552c59af0c3ba',
  '0018_job_payload.sql': '629033a337d3b8494eb26fa44797197d8f8e6e270420dbd2b657c4b7608a0b56',
};

describe('the SQLite migrations', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const derived = (source: string) => {
    const folder = writeMigrations({ '0002_a.sql': source });
    folders.push(folder);
    return readMigrations(folder, 'sqlite')[0]?.sql;
  };

  it('are what the databases of earlier versions have applied, byte for byte', () => {
    const sums = readMigrations(MIGRATIONS, 'sqlite').map(({ name, checksum }) => [name, checksum]);
    expect(Object.fromEntries(sums)).toMatchObject(RECORDED);
  });

  it('have their own types, and statements for one engine only there', () => {
    const source = [
      'CREATE TABLE "a" ("at" TIMESTAMP(3), "n" DOUBLE PRECISION, "b" BYTEA);',
      '-- PostgreSQL only',
      'CREATE FUNCTION f() RETURNS void;',
      '-- end',
      '-- SQLite only',
      '-- CREATE INDEX "i" ON "a" ("n");',
      '-- end',
      'CREATE TABLE "z" ("id" TEXT);',
    ].join('\n');
    expect(derived(`${source}\n`)?.split('\n').slice(1)).toEqual([
      'CREATE TABLE "a" ("at" DATETIME, "n" REAL, "b" BLOB);',
      'CREATE INDEX "i" ON "a" ("n");',
      'CREATE TABLE "z" ("id" TEXT);',
      '',
    ]);
  });

  it.each(['-- PostgreSQL only\nA;\n', '-- SQLite only\n-- A;\n', 'A;\n-- end\n'])(
    'refuse a mark without its counterpart: %j',
    (source) => {
      expect(() => derived(source)).toThrow('0002_a.sql: a mark without its end');
    },
  );
});
