/** The REST endpoints as a fetch handler, for the Next routes. */
import { fetchHandler } from '../../platform/http/fetch-door.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { answer } from './gateway.ts';

/** Answers a request that reached a Next route, on the process's own runtime. */
export async function handleFetch(request: Request): Promise<Response> {
  return await fetchHandler(await processRuntime(), answer)(request);
}
