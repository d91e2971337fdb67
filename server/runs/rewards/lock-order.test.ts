/**
 * Locks are taken in one order. A circle of locks would be broken by the database and the transaction run
 * again, so counts alone cannot show it: here a transaction is stopped half-way, and what it holds is looked
 * at.
 */
import { expect, it } from 'vitest';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { type Client, clientOf, Prisma } from '../../platform/db/prisma.ts';
import { authorSkill } from '../../skills/index.ts';
import { insertSkill } from '../../testing/canary/credited-runs.ts';
import { recallTask, recordRun, TASK } from '../../testing/jobs/reflect-job.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { recordBatch } from '../episodes/index.ts';
import { lockEntry, replaceReward } from './index.ts';
import { ledgerStore } from './store.ts';

const DEADLINE_MS = 10_000;

/** Waits until a transaction of this database waits for a lock. */
async function untilBlocked(client: Client): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const rows = await client.$queryRaw<{ blocked: bigint }[]>`
      SELECT count(*) AS blocked FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (Number(rows[0]?.blocked) > 0) return;
  }
  throw new Error('no transaction waits for a lock');
}

describeOnBoth('the order of locks', (runtime, dialect) => {
  // SQLite has one writer: there is nothing to order.
  const onPostgresql = it.runIf(dialect === 'postgresql');

  onPostgresql(
    'is by the id of the skill, whatever order they were made in and whatever the plan',
    async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const client = clientOf(rt.db.read);
      const skills = ['sk_3', 'sk_1', 'sk_2'];
      for (const id of skills) await insertSkill(rt.db.read, who.tenant, { id });
      const crediting = () =>
        rt.db.write(async (tx) => {
          for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan', 'mergejoin']) {
            await clientOf(tx).$executeRaw(Prisma.raw(`SET LOCAL enable_${way} = off`));
          }
          const steps = skills.map((skillId) => ({
            skillId,
            agentId: 'default',
            uses: 1,
            evidence: 1,
            reward: 1,
          }));
          await ledgerStore(tx, who.tenant, dialect).addToSkills(steps, null);
        });
      const { credited } = await rt.db.write(async (tx) => {
        await clientOf(tx).$queryRaw`
        SELECT id FROM skill WHERE tenant = ${who.tenant} AND id = 'sk_2' FOR UPDATE`;
        const started = { credited: crediting() };
        await untilBlocked(client);
        const free = await client.$queryRaw`
        SELECT id FROM skill WHERE tenant = ${who.tenant} ORDER BY id FOR UPDATE SKIP LOCKED`;
        expect(free).toEqual([{ id: 'sk_3' }]);
        return started;
      });
      await credited;
    },
  );

  onPostgresql('has the totals last, also where a reward is replaced by the same one', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await authorSkill(rt, who, skillIn({ name: 'deploy-billing', description: TASK }));
    const { recall_id } = await recallTask(rt, who);
    const episodeId = await recordRun(rt, who, { recall_id, outcome: 'unknown' });
    await rt.db.write(async (tx) => {
      const entry = await lockEntry(rt, tx, who.tenant, episodeId);
      expect(entry).toMatchObject({ reward: null, liftGroup: expect.any(String) });
      if (entry !== null) await replaceReward(rt, tx, who.tenant, { entry, reward: null });
      const free = await clientOf(rt.db.read).$queryRaw`
        SELECT agent_id FROM agent_totals WHERE tenant = ${who.tenant} FOR UPDATE SKIP LOCKED`;
      expect(free).toEqual([{ agent_id: 'default' }]);
    });
  });

  onPostgresql('is by idempotency key, whatever order they are sent in', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = (key: string) => episodeInSchema.parse({ idempotency_key: key });
    const insert = (client: Client, key: string) => client.$executeRaw`
      INSERT INTO episode (tenant, id, agent_id, idempotency_key, messages, tool_calls, outcome, skills_loaded,
        metadata, reflected, reflect_attempts, created_at)
      VALUES (${who.tenant}, ${`ep_${key}`}, 'default', ${key}, '[]', '[]', 'unknown', '[]', '{}', false, 0,
        ${rt.clock()})`;
    const recorded = await rt.db.write(async (tx) => {
      await insert(clientOf(tx), 'b');
      const recording = recordBatch(rt, who, ['c', 'b', 'a'].map(sent));
      await untilBlocked(clientOf(rt.db.read));
      // Would wait for the batch, and so for ever, if the batch held this key.
      await insert(clientOf(rt.db.read), 'c');
      return { recording };
    });
    const { episodes } = await recorded.recording;
    expect(episodes.map(({ duplicate }) => duplicate)).toEqual([true, true, false]);
    expect(episodes.slice(0, 2).map(({ episode_id }) => episode_id)).toEqual(['ep_c', 'ep_b']);
  });
});
