/** The processes of an installation, each to be killed, stopped and started again as it was. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort, type Launched, launch, untilReady } from '../gateway/gateway-process.ts';

const OUTPUT_SHOWN = 1500;
const START_DEADLINE_MS = 60_000;

/** What is loaded before a process so that tests have a hold on it. */
const HOLDS = ['shifted-clock.ts', 'stop-at-verdict.ts'].map(
  (file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
);

/** What all processes of an installation have in common. */
interface Processes {
  settings: Record<string, string>;
  /** Where files are by which they are told what to do. */
  folder: string;
  /** What those said that ended by themselves. */
  crashes: string[];
  /** Those that were killed: their numbers, and when. */
  killed: { pid: number; at: number }[];
}

/** A process that is started again as it was. */
export interface Program {
  readonly name: string;
  readonly url: string | null;
  start(): Promise<void>;
  /** Has it stand still around the commit of the next end of a canary, null to go on past further ones (`stop-at-verdict.ts`). */
  stopAtVerdict(stop: { place: 'before' | 'sent' | 'after'; whose: 'anyone' | 'job' } | null): void;
  /** Whether it stands still there: it does so until it is killed. */
  standsAtVerdict(): boolean;
  /** Ends it at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Waits for a worker: one that cannot reach its database while it starts ends, as it should. */
async function untilStarted({ child, output }: Launched): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && !output().includes('worker.started')) {
    if (Date.now() > deadline) throw new Error(`the worker did not start:\n${output()}`);
    await sleep(50);
  }
}

/** Makes a program of a script; what ends by itself is told to `crashes`. */
function programOf(
  script: string,
  {
    name,
    url,
    settings,
    processes,
  }: { name: string; url: string | null; settings: Record<string, string>; processes: Processes },
): Program {
  const verdictFile = join(processes.folder, name);
  const reachedFile = `${verdictFile}.reached`;
  const ownSettings = {
    ...processes.settings,
    ...settings,
    NODE_OPTIONS: HOLDS.join(' '),
    TEST_VERDICT_FILE: verdictFile,
  };
  let running: { launched: Launched; wanted: boolean } | null = null;
  const end = async (signal: NodeJS.Signals) => {
    if (running === null) return;
    running.wanted = false;
    running.launched.child.kill(signal);
    const { pid } = running.launched.child;
    if (signal === 'SIGKILL' && pid !== undefined) processes.killed.push({ pid, at: performance.now() });
    await running.launched.ended;
    running = null;
  };
  return {
    name,
    url,
    async start() {
      rmSync(reachedFile, { force: true });
      const current = { launched: launch(script, ownSettings), wanted: true };
      running = current;
      void current.launched.ended.then(({ code, signal, output }) => {
        if (current.wanted)
          processes.crashes.push(`${script} ended (${code ?? signal}): ${output.slice(-OUTPUT_SHOWN)}`);
      });
      await (url === null ? untilStarted(current.launched) : untilReady(url, current.launched));
    },
    stopAtVerdict(stop) {
      if (stop === null) rmSync(verdictFile, { force: true });
      else writeFileSync(verdictFile, `${stop.place} ${stop.whose}`);
    },
    standsAtVerdict: () => existsSync(reachedFile),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** A gateway on a free port, with a worker in it or without. */
export async function gatewayOf(processes: Processes, name: string, hasWorker: boolean): Promise<Program> {
  const port = String(await freePort());
  const settings = { SERVICE_PORT: port, SERVICE_EMBEDDED_WORKER: String(hasWorker) };
  return programOf('server/main.ts', { name, url: `http://127.0.0.1:${port}`, settings, processes });
}

export function workerOf(processes: Processes, name: string): Program {
  return programOf('worker/main.ts', { name, url: null, settings: {}, processes });
}
