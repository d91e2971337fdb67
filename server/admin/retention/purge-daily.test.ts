/** When the purge runs by itself, and that it runs once. */
import { expect, it, onTestFinished } from 'vitest';
import { startSweeps } from '../../../worker/embedded.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { countRows, ids, insertEpisodes } from '../../testing/database/rows.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { purgeDaily } from './index.ts';

const HOUR_MS = 3_600_000;
const OLD = new Date('2020-01-01T00:00:00.000Z');

/** Forgets that there was ever a purge; afterwards it is just after noon. */
async function begin(rt: TestRuntime): Promise<void> {
  await clientOf(rt.db.read).serviceState.deleteMany({ where: { key: 'purged-for' } });
  const sinceNoon = (rt.clock().getTime() - DAY_MS / 2) % DAY_MS;
  rt.advance(DAY_MS - sinceNoon);
}

describeOnBoth('the daily purge', (runtime) => {
  it('runs at its time, once a day, and not at the first start', async () => {
    const rt = runtime();
    await begin(rt);
    const ran: boolean[] = [];
    // From noon on every five hours: 12, 17, 22, 3, 8, 13, 18, 23, 4, 9.
    for (let turn = 0; turn < 10; turn += 1) {
      ran.push(await purgeDaily(rt));
      rt.advance(5 * HOUR_MS);
    }
    expect(ran.flatMap((did, turn) => (did ? [(12 + 5 * turn) % 24] : []))).toEqual([3, 4]);
  });

  it('is made up for where no worker ran at its time', async () => {
    const rt = runtime();
    await begin(rt);
    expect(await purgeDaily(rt)).toBe(false);
    rt.advance(3 * DAY_MS);
    expect([await purgeDaily(rt), await purgeDaily(rt)]).toEqual([true, false]);
  });

  it('is done by one of several workers, which logs what it removed', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await begin(rt);
    await purgeDaily(rt);
    rt.advance(DAY_MS);
    await insertEpisodes(rt.db.read, ids('ep', 3), { tenant, at: OLD });
    const all = await Promise.all(Array.from({ length: 6 }, () => purgeDaily(rt)));
    expect(all.filter((did) => did)).toHaveLength(1);
    expect(await countRows(rt.db.read, tenant)).toMatchObject({ episodes: 0 });
    expect(rt.lines.at(-1)).toMatchObject({
      event: 'retention.purged',
      rows: { episodes: 3, auditEntries: 0 },
      whole: true,
    });
  });

  it('begins no further transaction once its worker stops', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await begin(rt);
    await purgeDaily(rt);
    rt.advance(DAY_MS);
    await insertEpisodes(rt.db.read, ids('ep', 3), { tenant, at: OLD });
    expect(await purgeDaily(rt, AbortSignal.abort())).toBe(true);
    expect(await countRows(rt.db.read, tenant)).toMatchObject({ episodes: 3 });
    expect(rt.lines.at(-1)).toMatchObject({ event: 'retention.purged', whole: false });
  });

  it('is part of what a worker does beside jobs', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await begin(rt);
    await purgeDaily(rt);
    rt.advance(DAY_MS);
    await insertEpisodes(rt.db.read, ids('ep', 3), { tenant, at: OLD });
    onTestFinished(startSweeps(rt));
    const counted = async () => (await countRows(rt.db.read, tenant)).episodes;
    await expect.poll(counted, { timeout: 20_000 }).toBe(0);
  });
});
