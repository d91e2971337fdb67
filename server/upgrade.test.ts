/** An upgrade without a pause: the old version at work while the new one migrates the database under it. */

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from './platform/db/migrations/migrate.ts';
import { readMigrations } from './platform/db/migrations/migrations.ts';
import { writeMigrations } from './testing/database/test-database.ts';
import { eventually } from './testing/eventually.ts';
import { describeGatewayOnBoth, type TestGateway } from './testing/test-gateway.ts';

/** What a migration may do while the version before it runs: add. */
const NEXT = {
  '9999_next.sql': `
    ALTER TABLE "episode" ADD COLUMN "weight" INTEGER;
    ALTER TABLE "skill" ADD COLUMN "owner" TEXT NOT NULL DEFAULT 'nobody';
    ALTER TABLE "memory" ADD COLUMN "weight" INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE "recall" ADD COLUMN "weight" INTEGER;
    CREATE INDEX "episode_weight_idx" ON "episode" ("tenant", "weight");
    CREATE TABLE "later" ("tenant" TEXT NOT NULL, "id" TEXT NOT NULL, PRIMARY KEY ("tenant", "id"));`,
};

const UNLIMITED = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

/** Starts the new version's migration in a process of its own; the names of what it applied. */
async function migrateElsewhere(url: string, folder: string): Promise<string> {
  const source = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'platform/db/migrations/migrate.ts'))};
    console.log((await migrate(${JSON.stringify(url)}, ${JSON.stringify(folder)})).join());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source]);
  return stdout.trim();
}

/** One of everything that agents do all day: the statuses. */
async function work({ call }: TestGateway, name: string): Promise<number[]> {
  const recall = await call('POST', '/v1/recall', { body: { query: `deploy ${name}` } });
  const { recall_id } = recall.json as { recall_id?: string };
  const replies = [
    recall,
    await call('POST', '/v1/episodes', { body: { task: name, outcome: 'success', recall_id } }),
    await call('POST', '/v1/memories', { body: { content: `The region of ${name} is eu-${name}` } }),
    await call('POST', '/v1/skills', {
      body: { name: `deploy-${name}`, description: `How to deploy ${name}` },
    }),
    await call('GET', '/v1/skills'),
    await call('GET', '/v1/memories'),
  ];
  return replies.map(({ status }) => status);
}

describeGatewayOnBoth(
  'the version before an upgrade',
  (gateway) => {
    let folder = '';
    beforeAll(() => {
      const known = readMigrations(MIGRATIONS, 'postgresql').map(({ name, sql }) => [name, sql] as const);
      folder = writeMigrations({ ...Object.fromEntries(known), ...NEXT });
      return () => rmSync(folder, { recursive: true });
    });

    it('goes on with everything while and after the next one migrates, and loses nothing', async () => {
      const { url } = gateway().runtime.config.database;
      const statuses: number[] = [];
      let migrated = false;
      let turnsAfter = 0;
      const clients = [0, 1, 2].map(async (client) => {
        for (let turn = 0; turnsAfter < 6; turn += 1) {
          statuses.push(...(await work(gateway(), `${client}x${turn}`)));
          if (migrated) turnsAfter += 1;
        }
      });
      await eventually('all are at work', () => statuses.length > 20);
      expect(await migrateElsewhere(url, folder)).toBe('9999_next.sql');
      migrated = true;
      await Promise.all(clients);
      expect(statuses.filter((status) => status >= 300)).toEqual([]);
      const recorded = statuses.length / 6;
      const reply = await gateway().call('GET', '/v1/agents/default/export?limit=100000');
      expect(reply.text.trim().split('\n')).toHaveLength(recorded);
      expect((await gateway().call('GET', '/readyz')).status).toBe(200);
    });
  },
  UNLIMITED,
);
