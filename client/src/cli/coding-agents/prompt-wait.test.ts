/**
 * That a prompt does not wait for a gateway that is slow or silent. Measured beside a Node process that does nothing,
 * started in turn with the hook, so that a busy machine slows both. The bound lies far above the hook's own limit and
 * far below the gateway's delay, so that only waiting for the gateway can exceed it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage } from '../../../../scripts/build.mjs';
import { runNode } from '../../../testing/agent-process.ts';
import { BUILT_HOOK, callHook, NOTHING, prompted } from '../../../testing/coding-hook.ts';
import { openWork, type Work } from '../../../testing/coding-sessions.ts';
import { FAULTY_GATEWAYS, type FaultyGateway, scripted } from '../../../testing/faulty-gateway.ts';
import { DEFAULT_TIMEOUT_MS } from './hook-options.ts';

/** How often each is measured. */
const RUNS = 7;
/** Well above the time that the hook has, and below the time that a tool gives it. */
const LATE_MS = 4000;
/** Above this the hook has waited for the gateway. */
const WAITED_MS = LATE_MS / 2;

const LATE_RECALL = {
  ...{ recall_id: 'rc_late', instructions: 'Too late', skills: [], skill_index: [], memories: [] },
  ...{ profile: null, holdout: false },
};

const startSlow = () =>
  scripted([
    (_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(LATE_RECALL));
      }, LATE_MS);
    },
  ]);

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const HANGING = ['a connection that is never made', 'a black hole', 'a slow body', 'an endless body'];
const GATEWAYS = [
  { name: 'a gateway that answers too late', start: startSlow },
  ...FAULTY_GATEWAYS.filter(({ name }) => HANGING.includes(name)),
];

let at: Work;
beforeAll(async () => {
  at = openWork();
  await buildClientPackage();
});
afterAll(() => at.remove());

/** The medians of the time of the hook and of a process that does nothing, in milliseconds. */
async function measured({ url }: FaultyGateway) {
  const [hook, nothing]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const { ended, ms } = await callHook(at, prompted('Go'), { options: [], url, program: BUILT_HOOK });
    expect(ended).toEqual(NOTHING);
    hook.push(ms);
    nothing.push((await runNode(['-e', ''])).ms);
  }
  return { hookMs: median(hook), nothingMs: median(nothing) };
}

describe('a prompt', () => {
  it.each(GATEWAYS)('does not wait for $name', async ({ start }) => {
    const gateway = await start();
    const { hookMs, nothingMs } = await measured(gateway);
    expect(hookMs - nothingMs).toBeLessThan(WAITED_MS);
    await gateway.close();
  });

  it('waits for as long as the hook was given, which the measurement shows', async () => {
    const gateway = await startSlow();
    const options = [`--timeout=${WAITED_MS}`];
    const { ended, ms } = await callHook(at, prompted('Go'), {
      options,
      url: gateway.url,
      program: BUILT_HOOK,
    });
    expect(ended).toEqual(NOTHING);
    expect(ms).toBeGreaterThan(WAITED_MS - DEFAULT_TIMEOUT_MS);
    await gateway.close();
  });
});
