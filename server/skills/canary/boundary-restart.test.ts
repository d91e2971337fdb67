import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { launch } from '../../../lab/gateway/gateway-process.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { QUICK_CANARIES, runningCanary, serve, WELL_KNOWN } from '../../testing/canary/canaries.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';

const SETTINGS = { ...QUICK_CANARIES, SERVICE_CANARY_MAX_SAMPLES: '30', SERVICE_CANARY_RULE: 'calibrated' };

/** A process that has just credited a run of the recall; answers with how to kill it. */
async function creditElsewhere(rt: TestRuntime, tenant: string, recallId: string) {
  const { child, ended, output } = launch('server/testing/jobs/recording-process.ts', {
    ...{ ...SETTINGS, SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: rt.config.database.url },
    ...{ TEST_TENANT: tenant, TEST_RECALL: recallId, TEST_NOW: rt.clock().toISOString() },
  });
  const recorded = child.stdout === null ? ended : once(child.stdout, 'data');
  await Promise.race([recorded, ended]);
  expect(output()).toBe('recorded\n');
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

describeOnOne(
  'a boundary',
  (runtime) => {
    it('that died with its process is computed by the next one, and is the same', {
      timeout: 180_000,
    }, async () => {
      const rt = runtime();
      const { tenant, ...who } = freshPrincipal();
      // Nothing is computed here: the turn before never ends.
      const last = new Promise(() => undefined);
      rt.once('canary.calibrations', () => ({ awaited: new Set(), boundaries: new Map(), last }));
      const { experimentId } = await runningCanary(rt, { ...who, tenant }, WELL_KNOWN);
      const { experiment } = clientOf(rt.db.read);
      const where = { tenant_id: { tenant, id: experimentId } };
      const boundary = async () => (await experiment.findUniqueOrThrow({ where })).boundary;
      const recalled = async () => (await serve(rt, { ...who, tenant })).recall_id;
      const kill = await creditElsewhere(rt, tenant, await recalled());
      await kill();
      expect(await boundary()).toBeNull();
      const found: (number | null)[] = [];
      for (let process = 0; process < 2; process += 1) {
        const end = await creditElsewhere(rt, tenant, await recalled());
        try {
          const settings = { timeout: 60_000, interval: 100 };
          await vi.waitFor(async () => expect(await boundary()).not.toBeNull(), settings);
        } finally {
          await end();
        }
        found.push(await boundary());
        await experiment.update({ where, data: { boundary: null } });
      }
      expect(found[1]).toBe(found[0]);
      expect(found[0]).toBeGreaterThan(1);
    });
  },
  SETTINGS,
);
