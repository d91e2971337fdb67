/** One skill measured: who starts and ends it, which sessions go without it, and that the result stays. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { anotherProcess } from '../../testing/database/knowledge-rows.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { askIn, heldBackIn, putBoth, recordOf } from '../../testing/samples/held-back-skills.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { readMeasurement, setMeasurement } from './index.ts';

const NO_HOLDOUT = { SERVICE_HOLDOUT_RATE: '0' };
const SKILL = 'sk_cluster';

/** How many of the sessions go without the skill; each goes without no other one. */
async function without(rt: TestRuntime, who: Principal, sessions: number, word = 's'): Promise<number> {
  let count = 0;
  for (let i = 0; i < sessions; i++) {
    const heldBack = heldBackIn((await askIn(rt, who, `${word}${i}`)).explained);
    expect([null, SKILL]).toContain(heldBack);
    count += Number(heldBack === SKILL);
  }
  return count;
}

const auditOf = async (rt: TestRuntime, { tenant }: Principal) => {
  const where = { tenant, action: { startsWith: 'skill.measure' } };
  const rows = await clientOf(rt.db.read).auditEntry.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ action, resource }) => [action, resource]);
};

describeOnOne(
  'the measurement of one skill',
  (runtime) => {
    it('keeps it from a share of the sessions until it is ended, and from no other; its result stays', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await putBoth(rt, who);
      expect(await readMeasurement(rt, who, SKILL)).toEqual({ skillId: SKILL, share: null, worth: null });
      expect(await without(rt, who, 20)).toBe(0);
      const started = await setMeasurement(rt, who, { skill_id: SKILL, share: 0.2 });
      expect(started).toMatchObject({ share: 0.2, worth: { heldBackN: 0 } });
      for (let i = 0; i < 60; i++) {
        const { reply, explained } = await askIn(rt, who, `r${i}`);
        const outcome = heldBackIn(explained) === null ? 'success' : 'failure';
        await recordOf(rt, who, reply.recall_id, { task: 'Roll out', session_id: `r${i}`, outcome });
      }
      const running = await readMeasurement(rt, who, SKILL);
      // Five standard deviations about 12.
      expect(running.worth?.heldBackN).toBeGreaterThan(0);
      expect(running.worth?.heldBackN).toBeLessThan(28);
      expect(running.worth?.servedSuccess).toBe(1);
      const ended = await setMeasurement(rt, who, { skill_id: SKILL, share: null });
      expect(ended).toEqual({ ...running, share: null });
      await setMeasurement(rt, who, { skill_id: SKILL, share: null });
      expect(await without(rt, who, 60)).toBe(0);
      expect(await auditOf(rt, who)).toEqual([
        ['skill.measured', `skill:${SKILL}`],
        ['skill.measurement_ended', `skill:${SKILL}`],
      ]);
    });

    it('is known to the next recall of every process, without a further statement', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await putBoth(rt, who);
      const other = anotherProcess(rt);
      try {
        const asked = async (session: string) => {
          const watched = watchStatements(other);
          const { reply } = await askIn({ ...rt, ...watched.runtime }, who, session);
          return { served: reply.skills.some(({ id }) => id === SKILL), statements: watched.count() };
        };
        await asked('warm');
        const usual = await asked('warm');
        await setMeasurement(rt, who, { skill_id: SKILL, share: 0.2 });
        const seen: boolean[] = [];
        for (let i = 0; i < 100; i++) seen.push((await asked(`o${i}`)).served);
        expect(seen).toContain(false);
        expect((await asked('warm')).statements).toBe(usual.statements);
      } finally {
        await other.db.close();
      }
    });

    it('refuses a skill of another tenant, and one that is not served', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await putBoth(rt, who);
      const start = (by: Principal) => setMeasurement(rt, by, { skill_id: SKILL, share: 0.1 });
      await expect(start(freshPrincipal())).rejects.toMatchObject({ kind: 'not_found' });
      const where = { tenant: who.tenant, id: SKILL };
      await clientOf(rt.db.read).skill.updateMany({ where, data: { status: 'archived' } });
      await expect(start(who)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await auditOf(rt, who)).toEqual([]);
    });
  },
  NO_HOLDOUT,
);
