import { expect, it, vi } from 'vitest';
import { readInsights } from '../../admin/insights/index.ts';
import { insightsSchema } from '../../domain/admin/insights.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  QUICK_CANARIES,
  recordRuns,
  runningCanary,
  serveBoth,
  WELL_KNOWN,
} from '../../testing/canary/canaries.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';
import { readCanary } from './index.ts';

describeOnOne(
  'a canary under the calibrated rule',
  (runtime) => {
    it('is promoted by its statistic against a boundary, which any process computes that credits it', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId, experimentId } = await runningCanary(rt, who, WELL_KNOWN);
      const served = await serveBoth(rt, who, 11);
      const where = { tenant: who.tenant, id: experimentId };
      const boundary = async () =>
        (await clientOf(rt.db.read).experiment.findFirstOrThrow({ where })).boundary;
      await vi.waitFor(async () => expect(await boundary()).not.toBeNull(), {
        timeout: 60_000,
        interval: 50,
      });
      const found = await boundary();
      expect(found).toBeGreaterThan(0.5);
      expect(found).toBeLessThan(4);
      // As after a restart in the middle of computing: the row has none.
      await clientOf(rt.db.read).experiment.updateMany({ where, data: { boundary: null } });
      const insights = snakeCased(insightsSchema).parse(await readInsights(rt, who, 'default'));
      expect(insights.experiments).toMatchObject([
        { id: experimentId, status: 'running', rule: 'calibrated', next_look: 4, changeset_id: changesetId },
      ]);
      expect(insights.experiments[0]).toMatchObject({ effect_always_valid: [-1, 1], effect_shrunken: 0 });
      await recordRuns(rt, who, served, 'candidate');
      await vi.waitFor(async () => expect(await boundary()).toBe(found), { timeout: 60_000, interval: 50 });
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({ status: 'applied' });
      const ended = await readCanary(rt, who, experimentId);
      expect(ended.reason).toContain('statistic');
      // What won by chance at its best moment is shown smaller than it looked, and zero stays possible.
      expect(ended.effectShrunken).toBeGreaterThan(0);
      expect(ended.effectShrunken).toBeLessThan(0.2);
      expect(ended.effectAlwaysValid[0]).toBeLessThan(0);
    });
  },
  { ...QUICK_CANARIES, SERVICE_CANARY_MAX_SAMPLES: '30', SERVICE_CANARY_RULE: 'calibrated' },
);
