/**
 * The supervisor: starts the gateways that share a port and accepts their connections, starts one again that ends, replaces
 * them one after the other on SIGHUP, and ends with them. It opens no database, so that it is small and has nothing to fail.
 */
import cluster, { type Worker } from 'node:cluster';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, drainSeconds, processCount } from '../config/config.ts';
import { createLog, type Log } from '../log/log.ts';
import { projectRoot } from '../shared.ts';
import { collectMetrics } from './collect-metrics.ts';
import type { Notice, Order } from './supervised.ts';

/** The pause before a gateway that ended is started again, doubled each time until one has lasted. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const LASTED_MS = 60_000;
/** More than a gateway takes that ends itself. */
const GRACE_MS = 33_000;

interface Supervisor {
  log: Log;
  count: number;
  /** The gateways that run, with what each is to do: one that is not to `end` is started again. */
  gateways: Map<Worker, { mayEnd: boolean; startedAt: number }>;
  metrics: ReturnType<typeof collectMetrics>;
  /** How many have ended, one soon after another. */
  failures: number;
  isStopping: boolean;
}

/** Starts the gateways. Ends this process with status 1 where the first one cannot start, which has said why. */
export async function supervise(config: Config): Promise<void> {
  const gateways: Supervisor['gateways'] = new Map();
  const reporters = () =>
    [...gateways.keys()]
      .filter((gateway) => gateway.isConnected())
      .map((gateway) => ({ id: gateway.id, ask: () => order(gateway, { type: 'report' }) }));
  const supervisor: Supervisor = {
    ...{ log: createLog(config.server.env), count: processCount(config), gateways },
    ...{ metrics: collectMetrics(reporters), failures: 0, isStopping: false },
  };
  cluster.setupPrimary({ exec: join(projectRoot(), 'server/main.ts'), args: [] });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(supervisor, signal, drainSeconds(config) * 1000 + GRACE_MS));
  let ready = startAll(supervisor);
  process.on('SIGHUP', () => {
    ready = ready.then(() => replaceAll(supervisor));
  });
  await ready;
}

/** The first gateway migrates the database, and tells of a setting that is wrong, once for all. */
async function startAll(supervisor: Supervisor): Promise<void> {
  const isListening = await startAnother(supervisor);
  if (supervisor.isStopping) return;
  if (!isListening) process.exit(1);
  startMissing(supervisor);
  supervisor.log.info('processes.started', { processes: supervisor.count, supervisor: process.pid });
}

const order = (gateway: Worker, what: Order) => void (gateway.isConnected() && gateway.send(what));

/** Starts a gateway; false where it ends before it takes requests, and then no other is started in its place. */
async function startAnother(supervisor: Supervisor): Promise<boolean> {
  const { gateway, state } = start(supervisor, true);
  const isListening = await untilListening(gateway);
  state.mayEnd = !isListening;
  return isListening;
}

function start(supervisor: Supervisor, mayEnd = false) {
  const { gateways, log, metrics } = supervisor;
  const compiled = getCompileCacheDir();
  const gateway = cluster.fork(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) });
  closeUnanswered(gateway);
  const state = { mayEnd, startedAt: performance.now() };
  gateways.set(gateway, state);
  // A message to one that ends meanwhile; its end is dealt with below.
  gateway.on('error', () => undefined);
  gateway.on('message', (notice: Notice) => {
    if (notice.type === 'report') metrics.take(gateway.id, notice.report);
    else void metrics.page().then((text) => order(gateway, { type: 'metrics', text }));
  });
  gateway.once('listening', () => log.info('process.started', { pid: gateway.process.pid }));
  // Later than the last message, as the end of the process is not.
  gateway.once('disconnect', () => metrics.keep(gateway.id));
  gateway.once('exit', (code, signal) => {
    gateways.delete(gateway);
    if (!(state.mayEnd || supervisor.isStopping))
      startAgain(supervisor, state.startedAt, { pid: gateway.process.pid, code, signal });
  });
  return { gateway, state };
}

interface Handle {
  close(): void;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';

/**
 * A connection that is handed to a gateway belongs to this process until the gateway has answered: where it is killed before,
 * the client would wait for ever.
 */
function closeUnanswered({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  let last: Handle | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (isHandle(handle)) last = handle;
    return send(message, handle, ...rest);
  };
  child.once('exit', () => last?.close());
}

/** Whether it takes requests; false where it ends before. */
function untilListening(gateway: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    gateway.once('listening', () => resolve(true));
    gateway.once('exit', () => resolve(false));
  });
}

/** The status with which it ends; null where a signal ends it. */
function untilEnded(gateway: Worker): Promise<number | null> {
  return new Promise((resolve) => gateway.once('exit', resolve));
}

/** A gateway has ended by itself: starts one in its place, later the more of them end. */
function startAgain(supervisor: Supervisor, startedAt: number, how: object): void {
  const { log } = supervisor;
  if (performance.now() - startedAt > LASTED_MS) supervisor.failures = 0;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** supervisor.failures);
  supervisor.failures += 1;
  log.error('process.ended', { ...how, next_in_seconds: pauseMs / 1000 });
  setTimeout(startMissing, pauseMs, supervisor);
}

function startMissing(supervisor: Supervisor): void {
  while (!supervisor.isStopping && supervisor.gateways.size < supervisor.count) start(supervisor);
}

/** Replaces each gateway when its successor takes requests; ends before that where a successor cannot start. */
async function replaceAll(supervisor: Supervisor): Promise<void> {
  const { gateways, log } = supervisor;
  log.info('processes.replacing');
  for (const [gateway, state] of [...gateways]) {
    if (supervisor.isStopping || !gateways.has(gateway)) continue;
    if (!(await startAnother(supervisor))) {
      log.error('processes.not_replaced', { reason: 'the new process did not start; the others go on' });
      return;
    }
    state.mayEnd = true;
    order(gateway, { type: 'retire' });
    if (gateways.has(gateway)) await untilEnded(gateway);
  }
  startMissing(supervisor);
  log.info('processes.replaced');
}

/** Has all gateways end as one alone does on the signal, and ends with the worst of their statuses. */
async function stop(supervisor: Supervisor, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  if (supervisor.isStopping) return;
  supervisor.isStopping = true;
  const ending = [...supervisor.gateways.keys()].map((gateway) => {
    const ended = untilEnded(gateway);
    gateway.process.kill(signal);
    return ended;
  });
  const overdue = sleep(withinMs, [1], { ref: false });
  const codes = await Promise.race([Promise.all(ending), overdue]);
  for (const gateway of supervisor.gateways.keys()) gateway.process.kill('SIGKILL');
  process.exit(codes.every((code) => code === 0) ? 0 : 1);
}
