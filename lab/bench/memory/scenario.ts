/**
 * How much memory a gateway holds that `npm start` has started: at once, after recalls over much knowledge, and
 * after a page was shown. Agents that show no page must not pay for pages.
 */
import { execFileSync } from 'node:child_process';
import { eventually } from '../../../server/testing/eventually.ts';
import { launchInstallation, untilReady } from '../../gateway/gateway-process.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import type { Measured, Scene } from '../measure.ts';
import { startLoad, startServer, UNLIMITED } from '../processes.ts';
import { LARGE, recalls } from '../scenarios.ts';

const RECALLS = 10_000;
const AIM_MEGABYTES = 200;
/** The dashboard may have to be built first. */
const DEADLINE_MS = 600_000;

const residentMegabytes = (pid: number | undefined) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Measures on a database that another process has filled, since filling it takes memory too. */
export async function memoryScenario({ dialect, databases }: Scene): Promise<Measured> {
  const databaseUrl = await databases.url('memory');
  const filler = await startServer('gateway', databaseUrl);
  await loadKnowledge(filler.url, LARGE);
  await filler.stop();
  const gateway = await launchInstallation({ SERVICE_DATABASE_URL: databaseUrl, ...UNLIMITED });
  const load = startLoad();
  try {
    const { url, child } = gateway;
    await untilReady(url, gateway, DEADLINE_MS);
    const started = residentMegabytes(child.pid);
    const order = { url, requests: recalls(LARGE.agent), connections: 16, amount: RECALLS };
    const { failed } = await load.run(order);
    if (failed > 0) throw new Error(`${failed} recalls failed`);
    const recalled = residentMegabytes(child.pid);
    const isShown = async () => (await fetch(`${url}/review`)).ok;
    await eventually('a page is shown', isShown, DEADLINE_MS);
    const found = { started, recalled, page: residentMegabytes(child.pid) };
    return { figures: found, lines: `${dialect}: ${memoryLine(found)}` };
  } finally {
    gateway.child.kill('SIGTERM');
    await Promise.all([gateway.ended, load.stop()]);
  }
}

/** The measured memory beside its aim. */
function memoryLine({
  started,
  recalled,
  page,
}: {
  started: number;
  recalled: number;
  page: number;
}): string {
  const mark = recalled > AIM_MEGABYTES ? '  ← above' : '';
  return (
    `${recalled.toFixed(0)} MB (aim ${AIM_MEGABYTES}) resident after ${RECALLS.toLocaleString('en')} recalls ` +
    `at 2,000/500, ${started.toFixed(0)} MB before; the dashboard adds ${(page - recalled).toFixed(0)} MB${mark}`
  );
}
