/** Many small worlds, each a tenant of one gateway, and how their figures spread. */
import { randomBytes } from 'node:crypto';
import { inParallel, numbers } from '../../server/testing/eventually.ts';
import { withGateway } from '../gateway/gateway-process.ts';
import { runLoop, type Size } from './loop.ts';
import { type Findings, gatherFindings, renderDistribution } from './report/findings.ts';
import { SILENT } from './report/print.ts';
import { CANARY_MIN_SAMPLES, PRESSED } from './settings.ts';
import { makeWorld } from './world/index.ts';

/** A smaller world: about half of the shown one. */
const SMALL: Size = { first: 60, wave: 20, least: 300, most: 560, last: 40 };

/** Worlds at once: one world waits for its reflection while the other works. */
const AT_ONCE = 2;

interface Runs {
  readonly seed: number;
  readonly runs: number;
  readonly openModel: () => Promise<{ settings: Record<string, string>; close: () => Promise<void> }>;
  readonly say: (line: string) => void;
}

/** Runs the worlds of `runs` seeds from `seed` on and prints a line for each and their distribution. */
export async function runWorlds({ seed, runs, openModel, say }: Runs): Promise<void> {
  const started = Date.now();
  const apiKey = randomBytes(24).toString('base64url');
  const model = await openModel();
  const settings = { ...PRESSED, ...model.settings, SERVICE_BOOTSTRAP_ADMIN_KEY: apiKey };
  const seeds = numbers(runs, seed);
  const all: Findings[] = [];
  await withGateway(settings, async ({ url }) => {
    const runOne = async (worldSeed: number) => {
      const world = makeWorld(worldSeed);
      const loop = await runLoop(world, {
        access: { url, apiKey, tenantId: `world-${world.seed}` },
        ...{ size: SMALL, minUses: CANARY_MIN_SAMPLES, watch: SILENT },
        wishChangesAfter: SMALL.least / 2,
      });
      const findings = await gatherFindings(world, loop);
      all.push(findings);
      say(summaryLine(world.seed, findings));
    };
    await inParallel(seeds, runOne, AT_ONCE);
  });
  await model.close();
  say(['', ...renderDistribution(all)].join('\n'));
  say(`It took ${Math.round((Date.now() - started) / 1000)} seconds.`);
}

function summaryLine(seed: number, { insights, truth, parts, sessions }: Findings): string {
  const {
    lift,
    lift_90ci: [low = 0, high = 0],
  } = insights.learning_lift;
  const shown = [lift, low, high, truth.lift].map((value) => (100 * value).toFixed(1));
  const [said, from, to, known] = shown;
  return `world ${seed}: lift ${said} [${from}, ${to}], truth ${known}; cure ${parts.cure.isLive ? 'live' : 'not live'}, harm ${parts.shortcut.changeset?.status ?? 'not learned'}; ${sessions} sessions`;
}
