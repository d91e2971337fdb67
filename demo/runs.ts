/** Many small worlds, each a tenant of one gateway, and how their figures spread. */
import { randomBytes } from 'node:crypto';
import { makeWorld } from '../server/sample/world/index.ts';
import { withGateway } from './gateway.ts';
import { trialDistribution } from './guardrails/report.ts';
import { GUARDED_SETTINGS, runTrials, type Trial } from './guardrails/trials.ts';
import { runLoop, type Size } from './loop.ts';
import { type Findings, gatherFindings, renderDistribution } from './report/findings.ts';
import { SILENT } from './report/print.ts';
import { CANARY_MIN_SAMPLES, PRESSED } from './settings.ts';
import { type MeasuredSkill, measurePacking, PACKING_SETTINGS } from './worth/packing.ts';
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
  const all: Findings[] = [];
  await withGateway(settings, async ({ url }) => {
    let next = seed;
    const worker = async () => {
      while (next < seed + runs) {
        const world = makeWorld(next);
        next += 1;
        const loop = await runLoop(world, {
          access: { url, apiKey, tenantId: `world-${world.seed}` },
          ...{ size: SMALL, minUses: CANARY_MIN_SAMPLES, watch: SILENT },
          wishChangesAfter: SMALL.least / 2,
        });
        const findings = await gatherFindings(world, loop);
        all.push(findings);
        say(summaryLine(world.seed, findings));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
  const trials = await runAllTrials({ seed, runs, apiKey, model: model.settings });
  await model.close();
  const worths = await measureWorths({ seed, runs, apiKey });
  const lines = [...renderDistribution(all), ...worthDistribution(worths), ...trialDistribution(trials)];
  say(['', ...lines].join('\n'));
  say(`It took ${Math.round((Date.now() - started) / 1000)} seconds.`);
}

/** The worth of the three skills in each world, a tenant each of a gateway that holds skills back. */
async function measureWorths({
  seed,
  runs,
  apiKey,
}: Pick<Runs, 'seed' | 'runs'> & { apiKey: string }): Promise<MeasuredSkill[][]> {
  const settings = { ...PACKING_SETTINGS, SERVICE_BOOTSTRAP_ADMIN_KEY: apiKey };
  return await withGateway(settings, async ({ url }) => {
    const all: MeasuredSkill[][] = [];
    for (let world = seed; world < seed + runs; world += 1) {
      const access = { url, apiKey, tenantId: `packing-${world}` };
      all.push(await measurePacking(access, { seed: world, sessions: PACKED }));
    }
    return all;
  });
}

/** How candidates with known costs end in each world, a tenant each of a gateway with guardrails. */
async function runAllTrials({
  seed,
  runs,
  apiKey,
  model,
}: Pick<Runs, 'seed' | 'runs'> & { apiKey: string; model: Record<string, string> }): Promise<Trial[][]> {
  const settings = { ...GUARDED_SETTINGS, ...model, SERVICE_BOOTSTRAP_ADMIN_KEY: apiKey };
  return await withGateway(settings, async ({ url }) => {
    const all: Trial[][] = [];
    for (let world = seed; world < seed + runs; world += 1)
      all.push(await runTrials({ url, apiKey, tenantId: `guarded-${world}` }, world));
    return all;
  });
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
