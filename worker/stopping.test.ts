/** The end of a worker's process, by request or by force, while a model does not answer. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort, launch } from '../lab/gateway/gateway-process.ts';
import { standInSettings } from '../lab/model/model-runtime.ts';
import { episodeInSchema } from '../server/domain/runs/episodes/episode-in.ts';
import { clientOf } from '../server/platform/db/prisma.ts';
import { recordEpisode } from '../server/runs/episodes/index.ts';
import { eventually } from '../server/testing/eventually.ts';
import { openJobs } from '../server/testing/jobs/jobs.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../server/testing/test-runtime.ts';

vi.setConfig({ testTimeout: 300_000 });

const STARTED_MS = 90_000;
const DEADLINE_MS = 90_000;
/** A worker that waited for its model would end later than the deadline. */
const DRAIN_SECONDS = String(2 * (DEADLINE_MS / 1000));

/** A model's endpoint that takes every question and answers none. */
async function startSilentModel() {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', (data) => {
      // The list of models is read first.
      if (String(data).startsWith('POST')) asked += 1;
      else socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => asked };
}

/** A database with a run to learn from, and workers in processes of their own that ask a silent model about it. */
async function openStage() {
  const model = await startSilentModel();
  const rt = await openTestRuntime('postgresql', {
    ...standInSettings(model),
    SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  });
  onTestFinished(() => rt.dispose());
  const who = freshPrincipal();
  const run = { task: 'bake bread', outcome: 'failure', scope: { agent_id: 'baker' } };
  await recordEpisode(rt, who, episodeInSchema.parse(run));
  const start = async () => {
    const metricsPort = await freePort();
    const launched = launch('worker/main.ts', {
      ...standInSettings(model),
      SERVICE_ENV: 'dev',
      SERVICE_DATABASE_URL: rt.config.database.url,
      SERVICE_WORKER_METRICS_PORT: String(metricsPort),
      SERVICE_DRAIN_SECONDS: DRAIN_SECONDS,
    });
    onTestFinished(() => void launched.child.kill('SIGKILL'));
    await eventually('it has started', () => launched.output().includes('worker.started'), STARTED_MS);
    const running = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return metrics.split('\n').filter((line) => line.startsWith('service_jobs_running{'));
    };
    return { ...launched, name: `${hostname()}:${launched.child.pid}`, running };
  };
  return { rt, who, model, start };
}

async function applicationNames({ db }: TestRuntime): Promise<string[]> {
  const rows = await clientOf(db.read).$queryRaw<{ name: string }[]>`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database()`;
  return rows.map(({ name }) => name).toSorted();
}

it('hands a job back at once that waits for a model, when its worker is told to stop', async () => {
  const { rt, who, model, start } = await openStage();
  const worker = await start();
  await eventually('the model is asked', () => model.asked() === 1);
  expect(await applicationNames(rt)).toEqual(['whetstone', 'whetstone-worker']);
  expect(await worker.running()).toEqual([`service_jobs_running{kind="reflect",worker="${worker.name}"} 1`]);
  worker.child.kill('SIGTERM');
  await eventually(
    'it is pending',
    async () => (await openJobs(rt, who.tenant))[0]?.status === 'pending',
    DEADLINE_MS,
  );
  expect(await openJobs(rt, who.tenant)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }]);
  const overdue = AbortSignal.timeout(DEADLINE_MS);
  expect(await Promise.race([worker.ended, once(overdue, 'abort')])).toMatchObject({ code: 0 });
});

it('is followed by another worker where it was killed', async () => {
  const { rt, who, model, start } = await openStage();
  const killed = await start();
  await eventually('the model is asked', () => model.asked() === 1);
  const other = await start();
  killed.child.kill('SIGKILL');
  await eventually('the model is asked by the other one', () => model.asked() === 2, DEADLINE_MS);
  expect(await other.running()).toEqual([`service_jobs_running{kind="reflect",worker="${other.name}"} 1`]);
  expect(await openJobs(rt, who.tenant)).toMatchObject([{ status: 'running', attempts: 2 }]);
});
