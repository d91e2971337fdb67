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
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';
import { readCanary } from './index.ts';

describeOnBoth(
  'a canary under the calibrated rule',
  (runtime) => {
    it('is promoted by its statistic against a boundary, which any process computes that credits it', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId, experimentId } = await runningCanary(rt, who, WELL_KNOWN);
      const served = await serveBoth(rt, who, 11);
      const boundary = async () => (await readCanary(rt, who, experimentId)).boundary;
      await vi.waitFor(async () => expect(await boundary()).not.toBeNull(), {
        timeout: 60_000,
        interval: 50,
      });
      const found = await boundary();
      expect(found).toBeGreaterThan(0.5);
      expect(found).toBeLessThan(4);
      // As after a restart in the middle of computing: the row has none.
      const where = { tenant: who.tenant, id: experimentId };
      await clientOf(rt.db.read).experiment.updateMany({ where, data: { boundary: null } });
      const insights = snakeCased(insightsSchema).parse(await readInsights(rt, who, 'default'));
      expect(insights.experiments).toMatchObject([
        { id: experimentId, status: 'running', rule: 'calibrated', next_look: 4, changeset_id: changesetId },
      ]);
      await recordRuns(rt, who, served, 'candidate');
      await vi.waitFor(async () => expect(await boundary()).toBe(found), { timeout: 60_000, interval: 50 });
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({ status: 'applied' });
      const { reason } = await readCanary(rt, who, experimentId);
      expect(reason).toContain('statistic');
    });
  },
  { ...QUICK_CANARIES, SERVICE_CANARY_MAX_SAMPLES: '30', SERVICE_CANARY_RULE: 'calibrated' },
);
