/** Idempotency keys from before they belonged to agents: kept, each for the agent of its run. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { DIALECTS } from '../../../testing/database/dialects.ts';
import { onServer } from '../../../testing/database/postgres.ts';
import { cloneDatabase, writeMigrations } from '../../../testing/database/test-database.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { readMigrations, sqlitePath } from './migrations.ts';

const insert = (id: string, agent: string, key: string) => `
  INSERT INTO episode (tenant, id, agent_id, idempotency_key, messages, tool_calls, outcome, skills_loaded, metadata,
    reflected, reflect_attempts, created_at)
  VALUES ('t', '${id}', '${agent}', '${key}', '[]', '[]', 'unknown', '[]', '{}', TRUE, 0, '2026-01-01 00:00:00')
  ON CONFLICT DO NOTHING`;

it.each(DIALECTS)('stay with the run of their agent, and are free for others (%s)', async (dialect) => {
  const database = await cloneDatabase(dialect, { empty: true });
  const earlier = readMigrations(MIGRATIONS, 'postgresql').filter(({ name }) => name < '0043');
  const folder = writeMigrations(Object.fromEntries(earlier.map(({ name, sql }) => [name, sql])));
  const sqlite = dialect === 'sqlite';
  const run = async (sql: string) => {
    if (!sqlite) return await onServer(database.url, sql);
    const file = new DatabaseSync(sqlitePath(database.url));
    file.exec(sql);
    file.close();
  };
  try {
    await migrate(database.url, folder);
    await run(insert('ep_1', 'a', 'k'));
    // A run from before keys had a table of their own.
    await run(insert('ep_2', 'a', 'older'));
    if (!sqlite) await run(`DELETE FROM episode_key WHERE episode_id = 'ep_2'`);
    await migrate(database.url, MIGRATIONS);
    for (const [id, agent, key] of [
      ['ep_3', 'a', 'k'],
      ['ep_4', 'a', 'older'],
      ['ep_5', 'b', 'k'],
      ['ep_6', 'b', 'older'],
    ] as const) {
      await run(insert(id, agent, key));
    }
    await run(`CREATE TABLE found AS SELECT episode_id AS id, agent_id FROM episode_of_key`);
    const kept = `('ep_1', 'a'), ('ep_2', 'a'), ('ep_5', 'b'), ('ep_6', 'b')`;
    // Fails on a row that differs: the sum is 4, and 4 of the rows are these.
    await run(`CREATE TABLE checked (n INTEGER CHECK (n = 4))`);
    await run(`INSERT INTO checked SELECT COUNT(*) FROM found`);
    await run(`INSERT INTO checked SELECT COUNT(*) FROM found WHERE (id, agent_id) IN (VALUES ${kept})`);
    await run(`INSERT INTO checked SELECT COUNT(*) FROM episode`);
    await expect(run(`INSERT INTO checked VALUES (5)`)).rejects.toThrow();
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true });
  }
});
