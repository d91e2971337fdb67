/** Partitioned episodes: their idempotency keys, what refers to them, and what of these stays when a partition is dropped. */
import { describe, expect, it } from 'vitest';
import { purgeExpired } from '../../../admin/retention/index.ts';
import { DAY_MS } from '../../../domain/time.ts';
import {
  column,
  daysOn,
  openGateway,
  ownUrl,
  partitionNames,
  run,
  withOwnDatabase,
} from '../../../testing/database/partitions.ts';
import { eventually, numbers } from '../../../testing/eventually.ts';
import type { TestGateway } from '../../../testing/test-gateway.ts';
import { dropPartitions, keepPartitions, removeOrphans } from './partitions.ts';

const START = daysOn(0);
const PARTS = ['feedback', 'episode_trace', 'episode_credit', 'episode_key'];

withOwnDatabase();

async function record({ call }: TestGateway, key: string) {
  const episode = { task: `deploy ${key}`, outcome: 'success', idempotency_key: key };
  const { json } = await call('POST', '/v1/episodes:batch', { body: [episode] });
  const [recorded] = (json as { episodes: { episode_id: string; duplicate: boolean }[] }).episodes;
  return { id: recorded?.episode_id, duplicate: recorded?.duplicate };
}

/** A run with an idempotency key, feedback, the rest of a trace and a credit; its id. */
async function recordWhole(gateway: TestGateway, key: string): Promise<string> {
  const { json } = await gateway.call('POST', '/v1/recall', { body: { query: 'deploy the shop' } });
  const { recall_id } = json as { recall_id: string };
  const body = { task: 'deploy', outcome: 'success', idempotency_key: key, recall_id };
  const recorded = await gateway.call('POST', '/v1/episodes', { body });
  const { episode_id } = recorded.json as { episode_id: string };
  await gateway.call('POST', '/v1/feedback', { body: { episode_id, score: 1 } });
  await run(
    `INSERT INTO episode_trace (tenant, trace_id, episode_id, revision, state, created_at)
     SELECT tenant, $1, id, 0, '{}', created_at FROM episode WHERE id = $2`,
    [`trace-${key}`, episode_id],
  );
  return episode_id;
}

async function partsOf(id: string): Promise<number[]> {
  const counts = PARTS.map((table) => `(SELECT count(*)::int FROM ${table} WHERE episode_id = '${id}')`);
  const [found] = await column(`SELECT ARRAY[${counts.join(', ')}] AS value`);
  return found as number[];
}

describe('an idempotency key', () => {
  it('belongs to one run, of before the partitions and of after', async () => {
    const gateway = await openGateway();
    const old = await record(gateway, 'old');
    await keepPartitions(ownUrl(), START);
    expect(await record(gateway, 'old')).toEqual({ ...old, duplicate: true });
    const at = await Promise.all(numbers(12).map(() => record(gateway, 'new')));
    expect(new Set(at.map(({ id }) => id)).size).toBe(1);
    expect(at.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await column('SELECT count(*)::int AS value FROM episode')).toEqual([2]);
  });

  it('is free again when its run is removed, whenever that was recorded', async () => {
    const gateway = await openGateway();
    await record(gateway, 'old');
    await keepPartitions(ownUrl(), START);
    await record(gateway, 'new');
    await run('DELETE FROM episode');
    expect(await column('SELECT count(*)::int AS value FROM episode_key')).toEqual([0]);
    const again = await Promise.all(['old', 'new'].map((key) => record(gateway, key)));
    expect(again.map(({ duplicate }) => duplicate)).toEqual([false, false]);
  });
});

describe('what refers to a run', () => {
  it('needs it to be there, and goes with it', async () => {
    const gateway = await openGateway();
    await gateway.call('POST', '/v1/skills', { body: { name: 'deploy', description: 'Deploy the shop' } });
    const old = await recordWhole(gateway, 'old');
    await keepPartitions(ownUrl(), START);
    const fresh = await recordWhole(gateway, 'new');
    for (const id of [old, fresh]) expect(await partsOf(id)).toEqual([1, 1, 1, 1]);
    const feedback = await gateway.call('POST', '/v1/feedback', {
      body: { episode_id: 'ep_gone', score: 1 },
    });
    expect(feedback.status).toBe(404);
    const moved = run(`UPDATE episode_trace SET episode_id = 'ep_gone'`);
    await expect(moved).rejects.toMatchObject({ code: '23503', message: 'episode ep_gone does not exist' });
    const added = run(
      `INSERT INTO feedback SELECT (jsonb_populate_record(f, '{"episode_id":"ep_gone"}')).* FROM feedback f`,
    );
    await expect(added).rejects.toMatchObject({ code: '23503' });
    await run('DELETE FROM episode WHERE id = $1', [old]);
    // A credit has no foreign key in either state of the table.
    expect(await partsOf(old)).toEqual([0, 0, 1, 0]);
    expect(await partsOf(fresh)).toEqual([1, 1, 1, 1]);
  });

  it('is refused where the partition of its run is taken out at that moment', async () => {
    const gateway = await openGateway();
    await keepPartitions(ownUrl(), START);
    await keepPartitions(ownUrl(), daysOn(100));
    const { id } = await record(gateway, 'old');
    await run('BEGIN; LOCK TABLE feedback');
    const feedback = gateway.call('POST', '/v1/feedback', { body: { episode_id: id, score: 1 } });
    const waiting = `SELECT count(*)::int AS value FROM pg_locks WHERE relation = 'feedback'::regclass AND NOT granted`;
    await eventually('the run is locked', async () => (await column(waiting))[0] === 1);
    const dropping = dropPartitions(ownUrl(), 'episode', { now: daysOn(100), before: daysOn(40) });
    const pending = `SELECT inhdetachpending AS value FROM pg_inherits WHERE inhrelid = 'episode_past'::regclass`;
    await eventually('the purge waits', async () => (await column(pending))[0] === true);
    await run('COMMIT');
    expect(await feedback).toMatchObject({ status: 404, json: { detail: 'episode not found' } });
    expect(await dropping).toEqual(['episode_past']);
  });

  it('is removed after the partition of its run was dropped', async () => {
    const gateway = await openGateway();
    await gateway.call('POST', '/v1/skills', { body: { name: 'deploy', description: 'Deploy the shop' } });
    await keepPartitions(ownUrl(), START);
    const old = await recordWhole(gateway, 'old');
    const { runtime } = gateway;
    runtime.advance(60 * DAY_MS);
    await keepPartitions(ownUrl(), runtime.clock());
    const fresh = await recordWhole(gateway, 'new');
    runtime.advance((runtime.config.retention.episodeDays - 20) * DAY_MS);
    await keepPartitions(ownUrl(), runtime.clock());
    const removals = await purgeExpired(runtime);
    expect(removals.find(({ kind }) => kind === 'episodes')).toMatchObject({
      ...{ rows: 0, partitions: ['episode_past', 'episode_credit_past'] },
    });
    expect(await column('SELECT id AS value FROM episode')).toEqual([fresh]);
    expect([await partsOf(old), await partsOf(fresh)]).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    expect(await partitionNames('episode')).toContain('episode_past');
    expect((await record(gateway, 'old')).duplicate).toBe(false);
    expect((await record(gateway, 'new')).duplicate).toBe(true);
  });

  it('is looked for among the runs of that time alone', async () => {
    const gateway = await openGateway();
    await keepPartitions(ownUrl(), START);
    await record(gateway, 'old');
    await keepPartitions(ownUrl(), daysOn(100));
    await dropPartitions(ownUrl(), 'episode', { now: daysOn(100), before: daysOn(40) });
    await run('BEGIN; LOCK TABLE ONLY episode_p20260601');
    await removeOrphans(`${ownUrl()}?options=${encodeURIComponent('-c lock_timeout=1000')}`, daysOn(40));
    await run('COMMIT');
    expect(await column('SELECT count(*)::int AS value FROM episode_key')).toEqual([0]);
  });
});
