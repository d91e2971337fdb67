/** The MCP endpoint as a fetch handler, for the Next route. */
import { fetchHandler } from '../../platform/http/fetch-door.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { answerMcp } from './gateway.ts';

/** Answers a request that reached the Next route, on the process's own runtime. */
export async function handleMcpFetch(request: Request): Promise<Response> {
  return await fetchHandler(await processRuntime(), answerMcp)(request);
}
