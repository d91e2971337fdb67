import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { explainRecall } from '../../runs/recall/index.ts';
import {
  QUICK_CANARIES,
  record,
  runningCanary,
  serve,
  serveBoth,
  servedArm,
} from '../../testing/canary/canaries.ts';
import { describeOnBoth, describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';

const LONG = { ...QUICK_CANARIES, SERVICE_CANARY_MIN_SAMPLES: '1000', SERVICE_CANARY_MAX_SAMPLES: '2000' };

describeOnBoth(
  'the arms of a canary',
  (runtime, dialect) => {
    it('serve the text of their own: description, rules and version', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      await serveBoth(rt, who, 1);
      for (let session = 0; session < 20; session += 1) {
        const reply = await serve(rt, who, { session_id: `s${session}` });
        const [skill] = reply.skills;
        const tried = skill?.arm === 'candidate';
        expect(skill?.version).toBe(tried ? 2 : 1);
        expect(skill?.bullets).toHaveLength(tried ? 3 : 2);
        expect(skill?.description.endsWith('carefully')).toBe(tried);
        expect(reply.instructions.includes('Look at the dashboards carefully')).toBe(tried);
      }
    });

    it('stay the same within a session, and within the recalls of a user without one', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      for (const owner of [{ session_id: 'a' }, { session_id: 'b' }, { scope: { user_id: 'u' } }]) {
        const arms = new Set<string | null>();
        for (let turn = 0; turn < 10; turn += 1) arms.add(servedArm(await serve(rt, who, owner)));
        expect(arms.size).toBe(1);
        expect([...arms][0]).not.toBeNull();
      }
    });

    it.runIf(dialect === 'sqlite')(
      'are kept, and none is new, while the database takes no writes',
      async () => {
        const rt = runtime();
        const who = freshPrincipal();
        await runningCanary(rt, who);
        const before = servedArm(await serve(rt, who, { session_id: 'known' }));
        await clientOf(rt.db.read).$queryRaw`PRAGMA query_only = 1`;
        const known = await serve(rt, who, { session_id: 'known' });
        const fresh = await serve(rt, who, { session_id: 'new' });
        await clientOf(rt.db.read).$queryRaw`PRAGMA query_only = 0`;
        expect([known.recorded, servedArm(known)]).toEqual([false, before]);
        expect([fresh.recorded, servedArm(fresh), fresh.skills[0]?.version]).toEqual([false, null, 1]);
        expect(servedArm(await serve(rt, who, { session_id: 'new' }))).not.toBeNull();
      },
    );

    it('are chosen by each recall for itself where it has neither session nor user', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      const arms = new Set<string | null>();
      for (let turn = 0; turn < 40; turn += 1) arms.add(servedArm(await serve(rt, who)));
      expect(arms).toEqual(new Set(['incumbent', 'candidate']));
      const where = { tenant: who.tenant };
      expect(await clientOf(rt.db.read).experimentAssignment.count({ where })).toBe(0);
    });

    it('are one for 64 recalls of a session at once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const replies = await Promise.all(
        Array.from({ length: 64 }, () => serve(rt, who, { session_id: 'crowd' })),
      );
      expect(new Set(replies.map((reply) => servedArm(reply))).size).toBe(1);
      const stored = await clientOf(rt.db.read).experimentAssignment.findMany({ where: { experimentId } });
      expect(stored).toMatchObject([
        { arm: servedArm(replies[0] ?? (await serve(rt, who))), probability: expect.closeTo(0.5, 9) },
      ]);
    });

    it('follow the evidence, with the probability of the choice kept', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      const served = await serveBoth(rt, who, 30);
      for (const recall_id of served.candidate) await record(rt, who, { recall_id, outcome: 'success' });
      for (const recall_id of served.incumbent) await record(rt, who, { recall_id, outcome: 'failure' });
      const replies: Awaited<ReturnType<typeof serve>>[] = [];
      for (let session = 0; session < 60; session += 1) {
        replies.push(await serve(rt, who, { session_id: `late${session}` }));
      }
      const tried = replies.filter((reply) => servedArm(reply) === 'candidate');
      expect(tried.length).toBeGreaterThan(45);
      expect(tried.length).toBeLessThan(60);
      const { skills } = await explainRecall(rt, who, tried[0]?.recall_id ?? '');
      expect(skills[0]?.armProbability).toBeCloseTo(0.9, 6);
    });
  },
  LONG,
);

describeOnOne(
  'a recall that is held out',
  (runtime) => {
    it('takes no arm', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      const reply = await serve(rt, who, { session_id: 'a' });
      expect(reply).toMatchObject({ holdout: true, skills: [] });
      const { skills } = await explainRecall(rt, who, reply.recall_id);
      expect(skills[0]).toMatchObject({ reason: 'holdout', arm: null, armProbability: null });
      expect(await clientOf(rt.db.read).experimentAssignment.count({ where: { tenant: who.tenant } })).toBe(
        0,
      );
    });
  },
  { ...LONG, SERVICE_HOLDOUT_RATE: '1' },
);
