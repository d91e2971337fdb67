/** Backup while the database is written, restore, and what both refuse: by the command, as an operator runs it. */

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bareEnvironment } from '../lab/gateway/gateway-process.ts';
import { readInsights } from '../server/admin/insights/index.ts';
import type { Principal } from '../server/domain/principal.ts';
import type { Dialect } from '../server/platform/db/migrations/migrations.ts';
import { clientOf } from '../server/platform/db/prisma.ts';
import { authorSkill } from '../server/skills/index.ts';
import { ids, insertEpisodes } from '../server/testing/database/rows.ts';
import { eventually } from '../server/testing/eventually.ts';
import { expectWholeHistory, skillIn } from '../server/testing/samples/skill-history.ts';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../server/testing/test-runtime.ts';

const COMMAND = join(import.meta.dirname, 'database-copy.ts');
const UNLIMITED = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

let folder = '';
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whetstone-copy-'));
  return () => rmSync(folder, { recursive: true });
});

const NO_DATABASE = 'not a database '.repeat(1000);

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs the command on the database at `url`. */
function run(url: string, ...words: string[]): Promise<Ended> {
  const env = bareEnvironment({ NODE_ENV: 'test', SERVICE_DATABASE_URL: url });
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const refused = (err: string): Ended => ({ code: 1, out: '', err: `${err}\n` });

async function open(
  settings: Record<string, string> = {},
  dialect: Dialect = 'sqlite',
): Promise<TestGateway> {
  const gateway = await openTestGateway(dialect, { ...UNLIMITED, ...settings });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** What a tenant has learned, and how it is doing. */
async function knowledgeOf(rt: TestRuntime, who: Principal) {
  const { tenant } = who;
  const client = clientOf(rt.db.read);
  return {
    insights: await readInsights(rt, who, 'default'),
    versions: await client.skillVersion.findMany({
      where: { tenant },
      orderBy: [{ skillId: 'asc' }, { version: 'asc' }],
    }),
    episodes: (await client.episode.findMany({ where: { tenant }, orderBy: { id: 'asc' } })).map(
      ({ id }) => id,
    ),
  };
}

/** Records episodes one after the other until told to stop; answers with the ids of those acknowledged. */
function recordOn({ call }: TestGateway): { acknowledged: string[]; stop: () => Promise<void> } {
  const acknowledged: string[] = [];
  let stopping = false;
  const working = (async () => {
    while (!stopping) {
      const { json } = await call('POST', '/v1/episodes', { body: { task: 'deploy', outcome: 'success' } });
      acknowledged.push((json as { episode_id: string }).episode_id);
    }
  })();
  const stop = () => {
    stopping = true;
    return working;
  };
  return { acknowledged, stop };
}

/**
 * Copies with `backUp` the database of a gateway that records, and opens what `restore` made of the copy:
 * what was known before is the same, and everything acknowledged before is there.
 */
async function expectEqualCopy(
  dialect: Dialect,
  backUp: (url: string) => Promise<void>,
  restore: () => Promise<string>,
): Promise<void> {
  const gateway = await open({}, dialect);
  const { runtime: rt } = gateway;
  const who = freshPrincipal();
  for (const name of ['deploy-service', 'rotate-keys']) {
    await authorSkill(rt, who, skillIn({ name, rules: ['Ask for the region', 'Tag the release'] }));
    await authorSkill(rt, who, skillIn({ name, rules: ['Ask for the region first'] }));
  }
  await insertEpisodes(rt.db.read, ids('ep', 3000), { tenant: who.tenant, at: rt.clock() });
  const known = await knowledgeOf(rt, who);
  expect([known.versions.length, known.episodes.length]).toEqual([4, 3000]);

  const { acknowledged, stop } = recordOn(gateway);
  await eventually('some are recorded', () => acknowledged.length > 5);
  const before = [...acknowledged];
  await backUp(rt.config.database.url);
  expect(acknowledged.length).toBeGreaterThan(before.length);
  await stop();

  const restored = await open({ SERVICE_DATABASE_URL: await restore() }, dialect);
  expect(await knowledgeOf(restored.runtime, who)).toEqual(known);
  await expectWholeHistory(restored.runtime, who);
  const kept = await clientOf(restored.runtime.db.read).episode.findMany({ where: { task: 'deploy' } });
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  expect(acknowledged).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
}

describe('npm run backup and npm run restore', () => {
  it('give back insights and versions as they were, backed up while the gateway writes', async () => {
    await expectEqualCopy(
      'sqlite',
      async (source) =>
        expect(await run(source, 'backup', at('copy.db'))).toMatchObject({ code: 0, err: '' }),
      async () => {
        expect(readdirSync(folder)).toEqual(['copy.db']);
        const url = `file:${at('new/service.db')}`;
        expect(await run(url, 'restore', at('copy.db'))).toEqual({
          code: 0,
          out: `${at('new/service.db')} is restored from ${at('copy.db')}\n`,
          err: '',
        });
        return url;
      },
    );
  });

  it('keep what a restore replaces, also where it is damaged', async () => {
    const { runtime: rt } = await open();
    expect((await run(rt.config.database.url, 'backup', at('copy.db'))).code).toBe(0);
    writeFileSync(at('service.db'), NO_DATABASE);
    writeFileSync(at('service.db-wal'), 'its journal');
    expect(await run(`file:${at('service.db')}`, 'restore', at('copy.db'))).toMatchObject({
      code: 0,
      err: '',
    });
    const aside = readdirSync(folder).find((name) => /^service\.db\.replaced-\d{8}T\d{9}Z$/.test(name)) ?? '';
    expect(readFileSync(at(aside), 'utf8')).toBe(NO_DATABASE);
    // The journal of the one before would be taken for the new one's.
    expect(readdirSync(folder)).toEqual(['copy.db', 'service.db', aside]);
    const again = await run(`file:${at('service.db')}`, 'restore', at('copy.db'));
    expect(again.code).toBe(0);
    expect(readdirSync(folder)).toHaveLength(4);
    rmSync(at('copy.db'));
    expect((await run(`file:${at('service.db')}`, 'backup', at('copy.db'))).code).toBe(0);
  });
});

describe('npm run backup', () => {
  it('refuses a file that exists, and leaves it as it is', async () => {
    const { runtime: rt } = await open();
    writeFileSync(at('copy.db'), 'mine');
    expect(await run(rt.config.database.url, 'backup', at('copy.db'))).toEqual(
      refused(`${at('copy.db')} exists already; name a file that does not`),
    );
    expect(readFileSync(at('copy.db'), 'utf8')).toBe('mine');
  });

  it('refuses a database that is not there, makes none, and says how it is used', async () => {
    expect(await run(`file:${at('none.db')}`, 'backup', at('copy.db'))).toEqual(
      refused(`there is no database at ${at('none.db')}`),
    );
    expect(await run(`file:${at('none.db')}`, 'backup')).toEqual(refused('usage: npm run backup -- FILE'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the access rights of the database', async () => {
    const rt = await openTestRuntime('sqlite');
    onTestFinished(() => rt.dispose());
    await run(rt.config.database.url, 'backup', at('copy.db'));
    expect(statSync(at('copy.db')).mode).toBe(statSync(rt.config.database.url.slice(5)).mode);
  });
});

describe('npm run restore', () => {
  it('refuses to replace a database that a gateway has open', async () => {
    const gateway = await open();
    const { url } = gateway.runtime.config.database;
    await gateway.runtime.db.ping();
    await run(url, 'backup', at('copy.db'));
    expect(await run(url, 'restore', at('copy.db'))).toEqual(
      refused(`${url.slice('file:'.length)} is in use; stop the gateway first`),
    );
    expect((await gateway.call('POST', '/v1/episodes', { body: { task: 'deploy' } })).status).toBe(200);
  });

  it.each([
    ['is not there', () => undefined, (file: string) => `there is no file ${file}`],
    ['is no database', (file: string) => writeFileSync(file, NO_DATABASE), isDamaged],
    ['is damaged in the middle', damageCopy, isDamaged],
    ['is another program’s', (file: string) => make(file, 'CREATE TABLE a (b)'), isForeign],
    [
      'is of a newer version',
      (file: string) =>
        make(
          file,
          "CREATE TABLE schema_migrations (name, checksum); INSERT INTO schema_migrations VALUES ('9999_new.sql', '')",
        ),
      (file: string) =>
        `${file}: the database has migration 9999_new.sql, which this version does not know; start the version that applied it`,
    ],
  ])('refuses a file that %s, and leaves the database as it is', async (_, prepare, message) => {
    await prepare(at('copy.db'));
    writeFileSync(at('service.db'), 'mine');
    expect(await run(`file:${at('service.db')}`, 'restore', at('copy.db'))).toEqual(
      refused(message(at('copy.db'))),
    );
    expect(readFileSync(at('service.db'), 'utf8')).toBe('mine');
    expect(existsSync(at('service.db.part'))).toBe(false);
  });
});

function isDamaged(file: string): string {
  return `${file} is damaged, or not a database`;
}

function isForeign(file: string): string {
  return `${file} is not a database of this service`;
}

function make(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** A backup with some bytes of its pages overwritten. */
async function damageCopy(file: string): Promise<void> {
  const { runtime: rt } = await open();
  await run(rt.config.database.url, 'backup', file);
  const bytes = readFileSync(file);
  bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 8192);
  writeFileSync(file, bytes);
}
