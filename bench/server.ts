/**
 * The process under measurement, in one of five forms on the same socket code: the gateway without the dashboard, the same with
 * its embedded worker, a bare handler, a bare handler with one awaited insert, and one that reads a body as JSON. Tells its CPU
 * time, its memory and its jobs when asked.
 */
import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { processRuntime } from '../server/platform/process-runtime.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { listen } from '../server/socket/lifecycle.ts';
import { requestListener } from '../server/socket/listener.ts';
import { startEmbeddedWorker } from '../worker/embedded.ts';
import { floorStore } from './floor-store.ts';
import type { Form } from './forms.ts';

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

/** The least that any interface of JSON does with a body. */
const parsing: RequestListener = async (request, response) => {
  const sent = await buffer(request);
  const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const isRead = request.method === 'GET' || typeof JSON.parse(plain.toString()) === 'object';
  response.writeHead(isRead ? 200 : 422, { 'content-type': 'application/json' }).end('{"status":"ok"}');
};

function listenerOf(form: Form, runtime: Runtime): RequestListener {
  if (form === 'parse') return parsing;
  if (form === 'bare') return bareListener(() => Promise.resolve());
  if (form === 'insert')
    return bareListener(() => floorStore(runtime.db.read).insert(runtime.newId('recall')));
  return requestListener(runtime, (_request, response) =>
    Promise.resolve(void response.writeHead(404).end()),
  );
}

const form = process.argv[2] as Form;
const runtime = await processRuntime();
const server = createServer(listenerOf(form, runtime));
const url = await listen(server, '127.0.0.1', 0);
const worker = form === 'learning' ? await startEmbeddedWorker(runtime) : null;

async function tell(): Promise<void> {
  const { user, system } = process.cpuUsage();
  const jobs = await worker?.counts();
  process.send?.({
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    jobs: jobs === undefined ? 0 : jobs.pending + jobs.running,
    failedJobs: jobs?.failed ?? 0,
  });
}
process.on('message', () => void tell());
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
