/**
 * `npm run demo`: the closed loop in a small world with known truth, then the dashboard on its data until
 * Ctrl-C. `--exit` leaves at once, `--pictures` takes new ones for the documentation, `--seed N` takes another
 * world, `--runs K` repeats it in K smaller worlds and prints how the figures spread.
 */
import { parseArgs } from 'node:util';
import { withGateway } from '../gateway/gateway-process.ts';
import { runLoop, type Size } from './loop.ts';
import { startDemoModel } from './model/model.ts';
import { errorsIn, gatherFindings } from './report/findings.ts';
import { progressTo, renderReport } from './report/print.ts';
import { runWorlds } from './runs.ts';
import { CANARY_MIN_SAMPLES, modelSettings, PRESSED } from './settings.ts';
import { makeWorld } from './world/index.ts';

/** The world that is shown. */
const SIZE: Size = { first: 80, wave: 24, least: 600, most: 1000, last: 200 };
const PORT = '8090';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    exit: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    port: { type: 'string', default: PORT },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The learning model: a real one where the environment names one, otherwise the stand-in. */
async function openModel(): Promise<{ settings: Record<string, string>; close: () => Promise<void> }> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('SERVICE_LLM_'));
  if (own.length > 0) {
    const settings = Object.fromEntries(own.map(([name, value = '']) => [name, value]));
    return { settings: { SERVICE_LLM_PROVIDER: 'openai', ...settings }, close: () => Promise.resolve() };
  }
  const model = await startDemoModel();
  return { settings: modelSettings(model.url), close: model.close };
}

let stop = (): void => process.exit(130);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());

/** From now on a signal is no interruption but the end that was waited for. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const open = setInterval(() => undefined, 60_000);
    stop = () => {
      clearInterval(open);
      stop = () => undefined;
      resolve();
    };
  });
}

/** Shows a world; returns whether its loop is sound. */
async function show(seed: number): Promise<boolean> {
  const started = Date.now();
  const model = await openModel();
  const settings = { ...PRESSED, ...model.settings, SERVICE_PORT: options.port };
  const isSound = await withGateway(settings, async ({ url }) => {
    const world = makeWorld(seed);
    say(
      `World ${seed}: ${world.kinds.map(({ skill }) => skill).join(', ')}; gateway and dashboard on ${url}`,
    );
    const loop = await runLoop(world, {
      access: { url },
      wishChangesAfter: SIZE.least / 2,
      ...{ size: SIZE, minUses: CANARY_MIN_SAMPLES, watch: progressTo(say) },
    });
    const findings = await gatherFindings(world, loop);
    say(['', ...renderReport(world, findings), ''].join('\n'));
    say(`It took ${Math.round((Date.now() - started) / 1000)} seconds.`);
    if (options.pictures) {
      // The browser is a package for tests: to see the demonstration alone, nobody needs it.
      const { takePictures } = await import('./pictures/take-pictures.ts');
      for (const file of await takePictures(url, findings)) say(file);
    }
    if (!options.exit) {
      say(`\nThe dashboard is open on this data: ${url}/insights?agent=fleet\nCtrl-C ends it.`);
      await untilStopped();
    }
    return errorsIn(findings).length === 0;
  });
  await model.close();
  return isSound;
}

/** A whole number of at least `least`; ends the process where an option is none. */
function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  process.stderr.write(`--${name} takes a whole number from ${least} on, not "${text}"\n`);
  return process.exit(1);
}

try {
  const seed = whole('seed', options.seed, 0);
  if (options.runs === undefined) process.exitCode = (await show(seed)) ? 0 : 1;
  else await runWorlds({ seed, runs: whole('runs', options.runs, 1), openModel, say });
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
