import { expect, it } from 'vitest';
import { eraseUser } from '../../admin/erasure/index.ts';
import { listAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import {
  QUICK_CANARIES,
  record,
  recordRuns,
  runningCanary,
  serve,
  serveBoth,
  servedArm,
} from '../../testing/canary/canaries.ts';
import { countAssigned, recountArms, rounded } from '../../testing/canary/ledger.ts';
import { expectWholeHistory } from '../../testing/samples/skill-history.ts';
import {
  describeOnBoth,
  describeOnOne,
  freshPrincipal,
  type TestRuntime,
} from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';
import { readCanary } from './index.ts';

const recallIn = async (rt: TestRuntime, who: Principal, session_id: string) =>
  (await serve(rt, who, { session_id })).recall_id;

const LONG = { ...QUICK_CANARIES, SERVICE_CANARY_MIN_SAMPLES: '500', SERVICE_CANARY_MAX_SAMPLES: '900' };

describeOnBoth(
  'the credit of a canary',
  (runtime) => {
    it('goes to the arm that was served, once, and is corrected by a better signal', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const reply = await serve(rt, who, { session_id: 'a' });
      const arm = servedArm(reply) === 'candidate' ? 'candidate' : 'incumbent';
      const { recall_id } = reply;
      const armsNow = async () => (await readCanary(rt, who, experimentId)).arms[arm];
      const episode_id = await record(rt, who, { recall_id, idempotency_key: 'once', outcome: 'success' });
      await record(rt, who, { recall_id, idempotency_key: 'once', outcome: 'success' });
      expect(await armsNow()).toMatchObject({ weight: 1, reward: 1 });
      await giveFeedback(rt, who, { episode_id, score: 0.25, source: 'user' });
      expect(await armsNow()).toMatchObject({ weight: 1, reward: 0.25 });
      await giveFeedback(rt, who, { episode_id, score: 0.75, source: 'user' });
      expect(await armsNow()).toMatchObject({ weight: 1, reward: 0.75 });
      const unknown = await record(rt, who, { recall_id: await recallIn(rt, who, 'a') });
      expect(await armsNow()).toMatchObject({ weight: 1, reward: 0.75 });
      await giveFeedback(rt, who, { episode_id: unknown, score: 0.25, source: 'user' });
      // Another run of the session makes its mean another, and no second unit.
      expect(await armsNow()).toMatchObject({ weight: 1, reward: 0.5 });
      expect(await recountArms(rt, who, experimentId)).toEqual(
        rounded((await readCanary(rt, who, experimentId)).arms),
      );
    });

    it('of a run whose recall had neither session nor user comes with the chance of its arm', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const { recall_id } = await serve(rt, who);
      const episode_id = await record(rt, who, { recall_id });
      await giveFeedback(rt, who, { episode_id, score: 1, source: 'user' });
      const { arms } = await readCanary(rt, who, experimentId);
      expect(await countAssigned(rt, who, experimentId)).toBe(1);
      expect(arms.incumbent.weight + arms.candidate.weight).toBe(1);
    });

    it('adds up when 64 sessions recall, record and are judged at once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      await Promise.all(
        Array.from({ length: 64 }, async (_, turn) => {
          const owner = { session_id: `s${turn % 16}`, scope: { user_id: `u${turn % 4}` } };
          const { recall_id } = await serve(rt, who, owner);
          const outcome = turn % 3 === 0 ? 'failure' : 'success';
          const episode_id = await record(rt, who, { recall_id, outcome, ...owner });
          if (turn % 2 === 0)
            await giveFeedback(rt, who, { episode_id, score: (turn % 5) / 4, source: 'user' });
        }),
      );
      const { arms } = await readCanary(rt, who, experimentId);
      expect(arms.incumbent.weight + arms.candidate.weight).toBeCloseTo(16, 9);
      expect(await countAssigned(rt, who, experimentId)).toBe(16);
      expect(await recountArms(rt, who, experimentId)).toEqual(rounded(arms));
      await eraseUser(rt, who, 'u1');
      expect((await readCanary(rt, who, experimentId)).arms).toEqual(arms);
    });
  },
  LONG,
);

describeOnOne(
  'the verdict of a canary',
  (runtime) => {
    it('comes once when decisive runs are recorded at once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId, experimentId } = await runningCanary(rt, who);
      const served = await serveBoth(rt, who, 12);
      await recordRuns(rt, who, { incumbent: served.incumbent.slice(0, 3), candidate: [] }, 'candidate');
      await Promise.all([
        ...served.candidate.map((recall_id) => record(rt, who, { recall_id, outcome: 'success' })),
        ...served.incumbent.slice(3).map((recall_id) => record(rt, who, { recall_id, outcome: 'failure' })),
      ]);
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({ status: 'applied' });
      const audit = await listAudit(rt, who, 100);
      expect(audit.filter(({ action }) => action === 'canary.promoted')).toHaveLength(1);
      const { arms, status } = await readCanary(rt, who, experimentId);
      expect(status).toBe('promoted');
      expect(await recountArms(rt, who, experimentId)).toEqual(rounded(arms));
      await expectWholeHistory(rt, who);
    });

    it('of a candidate that is undecided at its maximum is to keep the incumbent', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId } = await runningCanary(rt, who);
      const { incumbent, candidate } = await serveBoth(rt, who, 12);
      for (const recall_id of incumbent) await record(rt, who, { recall_id, outcome: 'partial' });
      for (const recall_id of candidate) await record(rt, who, { recall_id, outcome: 'partial' });
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({
        status: 'rejected',
        rejectionReason: expect.stringContaining('undecided'),
      });
    });
  },
  QUICK_CANARIES,
);
