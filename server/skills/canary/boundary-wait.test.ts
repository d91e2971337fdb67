import { LRUCache } from 'lru-cache';
import { expect, it, vi } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  QUICK_CANARIES,
  record,
  runningCanary,
  serveBoth,
  WELL_KNOWN,
} from '../../testing/canary/canaries.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';
import { readCanary } from './index.ts';

describeOnOne(
  'a canary whose boundary is still being computed',
  (runtime) => {
    it('is not promoted, however clear its evidence, and is by the first credit after', {
      timeout: 90_000,
    }, async () => {
      const rt = runtime();
      const who = freshPrincipal();
      // Calibrations take turns: this one waits for a turn before it that lasts as long as the test wants.
      let turnEnds: (value: null) => void = () => undefined;
      const last = new Promise((resolve) => {
        turnEnds = resolve;
      });
      const awaited = new Set<string>();
      rt.once('canary.calibrations', () => ({ awaited, boundaries: new LRUCache({ max: 100 }), last }));
      const { experimentId, changesetId } = await runningCanary(rt, who, WELL_KNOWN);
      const where = { tenant_id: { tenant: who.tenant, id: experimentId } };
      const experiment = await clientOf(rt.db.read).experiment.findUniqueOrThrow({ where });
      expect(experiment).toMatchObject({ boundary: null, lowestRate: 0.75, highestRate: 0.95 });
      const { incumbent, candidate } = await serveBoth(rt, who, 12);
      for (const recall_id of incumbent) await record(rt, who, { recall_id, outcome: 'failure' });
      for (const recall_id of candidate.slice(0, 11))
        await record(rt, who, { recall_id, outcome: 'success' });
      const state = async () => await readCanary(rt, who, experimentId);
      expect((await state()).pCandidateBetter).toBeGreaterThan(0.999);
      expect(await state()).toMatchObject({ status: 'running', boundary: null, looks: 0 });
      expect([...awaited]).toEqual([experimentId]);
      turnEnds(null);
      await vi.waitFor(async () => expect((await state()).boundary).not.toBeNull(), {
        timeout: 60_000,
        interval: 50,
      });
      expect(await state()).toMatchObject({ status: 'running' });
      await record(rt, who, { recall_id: candidate[11], outcome: 'success' });
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({ status: 'applied' });
    });
  },
  { ...QUICK_CANARIES, SERVICE_CANARY_MAX_SAMPLES: '30', SERVICE_CANARY_RULE: 'calibrated' },
);
