/**
 * The process under measurement, in one of five forms on the same socket code: the gateway without the dashboard, the
 * same with its embedded worker, the same with the dashboard's procedures and a watch on its event loop, a bare handler,
 * and one that reads a body and awaits one insert. Tells its CPU time, its memory, its stalls and its jobs when asked.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answerDashboardCall } from '../../server/api/socket/dashboard-api.ts';
import { listen } from '../../server/api/socket/lifecycle.ts';
import { type Fallback, requestListener } from '../../server/api/socket/listener.ts';
import { processRuntime, requireWritableDatabase } from '../../server/platform/process-runtime.ts';
import type { Runtime } from '../../server/platform/runtime.ts';
import { startEmbeddedWorker } from '../../worker/embedded.ts';
import { watchLoop } from '../loop-watch.ts';
import { type Form, openFloor } from './databases.ts';

const REPLY_SIZE = 3000;

function bareListener(work: () => Promise<void>): RequestListener {
  return (request, response) => {
    request.resume();
    request.once('end', () => {
      void work().then(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      });
    });
  };
}

/** The least that any interface does which stores something before it answers with as much as a recall does. */
function insertingListener(): RequestListener {
  const insert = openFloor(process.env.SERVICE_DATABASE_URL ?? '');
  const reply = JSON.stringify({ text: 'x'.repeat(REPLY_SIZE) });
  return async (request, response) => {
    JSON.parse((await buffer(request)).toString());
    await (await insert)(randomUUID());
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
  };
}

function createListener(form: Form, runtime: Runtime): RequestListener {
  if (form === 'bare') return bareListener(() => Promise.resolve());
  if (form === 'insert') return insertingListener();
  return requestListener(runtime, form === 'watched' ? dashboardProcedures(runtime) : nothingElse);
}

const nothingElse: Fallback = (_request, response) => Promise.resolve(void response.writeHead(404).end());

/** The dashboard's procedures without its pages. */
function dashboardProcedures(runtime: Runtime): Fallback {
  return async (message, response) => {
    if (!(await answerDashboardCall(runtime, message, response))) await nothingElse(message, response);
  };
}

const form = process.argv[2] as Form;
const runtime = await processRuntime();
await requireWritableDatabase(runtime);
const url = await listen(createServer(createListener(form, runtime)), '127.0.0.1', 0);
const worker = form === 'learning' ? await startEmbeddedWorker(runtime) : null;

const watch = form === 'watched' ? watchLoop() : null;

async function tell(): Promise<void> {
  const stallMilliseconds = (await watch?.longest()) ?? 0;
  const { user, system } = process.cpuUsage();
  const jobs = await worker?.counts?.();
  process.send?.({
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    stallMilliseconds,
    jobs: jobs === undefined ? 0 : jobs.pending + jobs.running,
    failedJobs: jobs?.failed ?? 0,
  });
}
process.on('message', () => void tell());
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
