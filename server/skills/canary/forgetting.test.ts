import { expect, it } from 'vitest';
import { eraseUser } from '../../admin/erasure/index.ts';
import { purgeExpired } from '../../admin/retention/index.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  QUICK_CANARIES,
  record,
  recordRuns,
  runningCanary,
  serve,
  serveBoth,
} from '../../testing/canary/canaries.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { randomizationUnit, readCanary } from './index.ts';

const KEPT_DAYS = 30;

describeOnOne(
  'what a canary keeps of its sessions',
  (runtime) => {
    it('cannot be matched with an erased user or with their sessions, and stays evidence', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const owners = [
        { session_id: 'first', scope: { user_id: 'ada' } },
        { session_id: 'second', scope: { user_id: 'ada' } },
        { scope: { user_id: 'ada' } },
        { session_id: 'third', scope: { user_id: 'bob' } },
      ];
      for (const owner of owners) {
        const { recall_id } = await serve(rt, who, owner);
        await record(rt, who, { recall_id, outcome: 'success', ...owner });
      }
      const { experimentAssignment } = clientOf(rt.db.read);
      const where = { tenant: who.tenant, experimentId };
      const stored = async () =>
        await experimentAssignment.findMany({
          where,
          orderBy: [{ assignedAt: 'asc' }, { firstCredit: 'asc' }],
        });
      const before = await stored();
      const { arms } = await readCanary(rt, who, experimentId);
      await eraseUser(rt, who, 'ada');
      const after = await stored();
      const unitsOf = (rows: typeof after) => rows.map(({ unit }) => unit);
      const kept = randomizationUnit({ recallId: '', sessionId: 'third', userId: 'bob' });
      expect(unitsOf(before).filter((unit) => unitsOf(after).includes(unit))).toEqual([kept]);
      const nameless = (rows: typeof after) => rows.map(({ unit: _, ...row }) => row);
      expect(nameless(after)).toEqual(nameless(before));
      expect((await readCanary(rt, who, experimentId)).arms).toEqual(arms);
    });

    it('goes, in steps, when episodes of the time of its end go, while its sums and what runs stay', async () => {
      const rt = runtime();
      const [ended, running] = [freshPrincipal(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, ended);
      await recordRuns(rt, ended, await serveBoth(rt, ended, 4), 'incumbent');
      await runningCanary(rt, running);
      await serve(rt, running, { session_id: 'a' });
      const { arms, status } = await readCanary(rt, ended, experimentId);
      expect(status).toBe('rejected');
      const units = async ({ tenant }: typeof ended) =>
        await clientOf(rt.db.read).experimentAssignment.count({ where: { tenant } });
      await clientOf(rt.db.read).experimentAssignment.createMany({
        data: Array.from({ length: 600 }, (_, index) => ({
          ...{ tenant: ended.tenant, experimentId, unit: `unit_${index}`, arm: 'incumbent' },
          ...{ probability: 0.5, assignedAt: rt.clock(), evidence: 0, reward: 0, mixed: false },
        })),
      });
      const many = await units(ended);
      expect(many).toBeGreaterThanOrEqual(608);
      rt.advance(KEPT_DAYS * DAY_MS);
      await purgeExpired(rt);
      expect(await units(ended)).toBe(many);
      rt.advance(1);
      const left: number[] = [];
      const write: typeof rt.db.write = async (work) => {
        const result = await rt.db.write(work);
        left.push(await units(ended));
        return result;
      };
      const removed = (await purgeExpired({ ...rt, db: { ...rt.db, write } })).find(
        ({ kind }) => kind === 'assignments',
      );
      expect(removed).toMatchObject({ days: KEPT_DAYS, rows: many });
      expect(left).toContain(many - 500);
      expect(await units(ended)).toBe(0);
      expect(await units(running)).toBe(1);
      const { weight, reward } = arms.incumbent;
      expect((await readCanary(rt, ended, experimentId)).arms).toMatchObject({
        incumbent: { weight, reward },
      });
    });
  },
  { ...QUICK_CANARIES, SERVICE_EPISODE_RETENTION_DAYS: String(KEPT_DAYS) },
);
