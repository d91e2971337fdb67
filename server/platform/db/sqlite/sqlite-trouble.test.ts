/**
 * A SQLite file that takes no writes, for want of space or by its mode: what callers, operators and the log
 * are told.
 */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import {
  OUTAGE_SETTINGS,
  RECORDED,
  recallIn,
  rest,
  stacks,
  told,
  UNRECORDED,
  WRITES,
} from '../../../testing/outage.ts';
import { openTestGateway, type TestGateway } from '../../../testing/test-gateway.ts';
import { clientOf, Prisma } from '../prisma.ts';

/** Some recalls still fit into the pages that the file has. */
const firstUnrecorded = (gateway: TestGateway) =>
  eventually('there is no space for a recall', async () => {
    const recalled = await recallIn(gateway);
    return recalled.recorded ? false : recalled;
  });

/** What can be done to a SQLite file that this process has open, and what is said of it. */
const TROUBLES = [
  ['has no space left', 'no space left for the database', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['is read-only', 'the database is read-only', 'query_only = 1', 'query_only = 0'],
] as const;

describe.each(TROUBLES)('SQLite that %s', (_, said, begin, end) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', OUTAGE_SETTINGS);
  });
  afterAll(() => gateway.close());

  it('is 503 to anyone who writes, not ready, one line in the log, and over when it passes', async () => {
    const pragma = (text: string) =>
      clientOf(gateway.runtime.db.read).$queryRaw(Prisma.raw(`PRAGMA ${text}`));
    expect((await gateway.call('GET', '/readyz')).status).toBe(200);
    await rest(gateway, ...WRITES[2]);
    expect(await recallIn(gateway)).toEqual(RECORDED);
    // Pages that are free inside the file would still take a write.
    await clientOf(gateway.runtime.db.read).$executeRaw(Prisma.raw('VACUUM'));
    await pragma(begin);
    const [first] = WRITES;
    for (let count = 0; count < 3; count += 1) {
      expect(await rest(gateway, ...first)).toEqual({ status: 503, retryAfter: '5', said });
    }
    for (let count = 0; count < 3; count += 1) {
      expect(await rest(gateway, ['GET', '/readyz'])).toEqual({ status: 503, retryAfter: '5', said });
    }
    expect(await rest(gateway, ['GET', '/v1/skills'])).toMatchObject({ status: 200 });
    expect(await firstUnrecorded(gateway)).toEqual(UNRECORDED);
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toMatch(/^service_recalls_unrecorded_total 1$/m);
    expect(text).toMatch(/^service_ready 0$/m);
    expect(told(gateway, 'database.trouble')).toMatchObject([{ level: 'error', message: said }]);
    expect(stacks(gateway)).toEqual([]);

    await pragma(end);
    await eventually('it is ready', async () => (await gateway.call('GET', '/readyz')).status === 200);
    for (const [route, body] of WRITES)
      expect(await rest(gateway, route, body)).toMatchObject({
        status: expect.toSatisfy((status: number) => status < 300) as number,
      });
    expect(told(gateway, 'database.works_again')).toHaveLength(1);
    expect(await recallIn(gateway)).toEqual(RECORDED);
    expect((await gateway.call('GET', '/metrics')).text).toMatch(/^service_ready 1$/m);
  });

  it('is noticed by /readyz although nobody writes', async () => {
    const idle = await openTestGateway('sqlite', OUTAGE_SETTINGS);
    onTestFinished(() => idle.close());
    const client = clientOf(idle.runtime.db.read);
    // Tables that migrations dropped leave free pages, which would take what is written.
    await client.$executeRaw(Prisma.raw('VACUUM'));
    await client.$queryRaw(Prisma.raw(`PRAGMA ${begin}`));
    expect(await rest(idle, ['GET', '/readyz'])).toEqual({ status: 503, retryAfter: '5', said });
  });
});

describe('SQLite with little space left', () => {
  it('is ready while ordinary writes fit, and after one that did not only when large ones do', async () => {
    const gateway = await openTestGateway('sqlite', OUTAGE_SETTINGS);
    onTestFinished(() => gateway.close());
    const client = clientOf(gateway.runtime.db.read);
    await client.$executeRaw(Prisma.raw('VACUUM'));
    const [count] = await client.$queryRaw<{ page_count: number }[]>(Prisma.raw('PRAGMA page_count'));
    const allow = (pages: number) =>
      client.$queryRaw(Prisma.raw(`PRAGMA max_page_count = ${(count?.page_count ?? 0) + pages}`));
    const ready = async () => (await gateway.call('GET', '/readyz')).status;
    const record = (bytes: number) =>
      rest(gateway, ['POST', '/v1/episodes'], { task: 'x'.repeat(bytes), outcome: 'success' });
    await allow(60);
    expect(await record(1000)).toMatchObject({ status: 200 });
    expect(await ready()).toBe(200);
    expect(await record(400_000)).toMatchObject({ status: 503, said: 'no space left for the database' });
    expect(await record(1000)).toMatchObject({ status: 200 });
    expect(await ready()).toBe(503);
    await allow(2000);
    await eventually('it is ready', async () => (await ready()) === 200);
    expect(await record(400_000)).toMatchObject({ status: 200 });
  });
});
