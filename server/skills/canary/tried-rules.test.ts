import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { Principal } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  QUICK_CANARIES,
  recordRuns,
  runningCanary,
  serveBoth,
  skillNow,
} from '../../testing/canary/canaries.ts';
import { reflect, reflection } from '../../testing/jobs/reflect-job.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { readCanary } from './index.ts';

type Better = 'incumbent' | 'candidate';

/**
 * A canary of which three runs an arm were reflected on before it was decided, and the id of the rule that
 * only it has.
 */
async function judgedWhileTried(rt: TestRuntime, who: Principal, model: StandInModel, better: Better) {
  const { experimentId } = await runningCanary(rt, who);
  const tried = (await readCanary(rt, who, experimentId)).candidate.bullets[2]?.id ?? '';
  const verdict = better === 'candidate' ? ('helpful' as const) : ('harmful' as const);
  model.answer('reflect', reflection({ tags: [{ bullet: tried, verdict, reason: 'r' }] }));
  const { incumbent, candidate } = await serveBoth(rt, who, 4);
  const [first, last] = [
    { incumbent: incumbent.slice(0, 3), candidate: candidate.slice(0, 3) },
    { incumbent: incumbent.slice(3), candidate: candidate.slice(3) },
  ];
  await recordRuns(rt, who, first, better);
  await reflect(rt, who);
  const counted = await counters(rt, who, tried);
  expect(await readCanary(rt, who, experimentId)).toMatchObject({ status: 'running' });
  await recordRuns(rt, who, last, better);
  return { experimentId, tried, counted };
}

async function counters(rt: TestRuntime, { tenant }: Principal, id: string) {
  const select = { helpful: true, harmful: true, neutral: true };
  return await clientOf(rt.db.read).bullet.findUniqueOrThrow({
    where: { tenant_id: { tenant, id } },
    select,
  });
}

describeWithModelOnOne(
  'what reflection says of rules that only a candidate has',
  (runtime, model) => {
    it('is kept when the candidate is promoted, and goes on being counted', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId, tried, counted } = await judgedWhileTried(rt, who, model(), 'candidate');
      expect(await readCanary(rt, who, experimentId)).toMatchObject({ status: 'promoted' });
      expect(counted).toEqual({ helpful: 3, harmful: 0, neutral: 0 });
      const { bullets } = await skillNow(rt, who);
      expect(bullets.find(({ id }) => id === tried)).toMatchObject(counted);
      await reflect(rt, who);
      expect(await counters(rt, who, tried)).toEqual({ ...counted, helpful: 4 });
    });
  },
  QUICK_CANARIES,
);
