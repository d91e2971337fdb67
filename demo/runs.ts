/** Many small worlds, each a tenant of one gateway, and how their figures spread. */
import { randomBytes } from 'node:crypto';
import { makeWorld } from '../server/sample/world/index.ts';
import { inParallel, numbers } from '../server/testing/eventually.ts';
import { withGateway } from '../server/testing/gateway-process.ts';
import { trialDistribution } from './guardrails/report.ts';
import { GUARDED_SETTINGS, runTrials } from './guardrails/trials.ts';
import { runLoop, type Size } from './loop.ts';
import { type Findings, gatherFindings, renderDistribution } from './report/findings.ts';
import { SILENT } from './report/print.ts';
import { CANARY_MIN_SAMPLES, PRESSED } from './settings.ts';
import { measurePacking, PACKING_SETTINGS } from './worth/packing.ts';
import { worthDistribution } from './worth/report.ts';

/** A smaller world: about half of the shown one. */
const SMALL: Size = { first: 60, wave: 20, least: 300, most: 560, last: 40 };

/** Sessions of a world in which skills' worth is measured. */
export const PACKED = 800;

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
  const guarded = { ...GUARDED_SETTINGS, ...model.settings };
  const trials = await inEach({ settings: guarded, apiKey, seeds }, runTrials);
  await model.close();
  const worths = await inEach({ settings: PACKING_SETTINGS, apiKey, seeds }, (access, own) =>
    measurePacking(access, { seed: own, sessions: PACKED }),
  );
  const lines = [...renderDistribution(all), ...worthDistribution(worths), ...trialDistribution(trials)];
  say(['', ...lines].join('\n'));
  say(`It took ${Math.round((Date.now() - started) / 1000)} seconds.`);
}

/** What `measure` finds in the world of each seed, a tenant each of one gateway. */
async function inEach<Found>(
  { settings, apiKey, seeds }: { settings: Record<string, string>; apiKey: string; seeds: readonly number[] },
  measure: (access: { url: string; apiKey: string; tenantId: string }, seed: number) => Promise<Found>,
): Promise<Found[]> {
  return await withGateway({ ...settings, SERVICE_BOOTSTRAP_ADMIN_KEY: apiKey }, ({ url }) =>
    inParallel(seeds, (seed) => measure({ url, apiKey, tenantId: `world-${seed}` }, seed), 1),
  );
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
