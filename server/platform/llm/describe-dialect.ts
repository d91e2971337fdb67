/** What is known of the endpoint's dialect, without asking the endpoint. */
import type { Runtime } from '../runtime.ts';
import type { Dialect } from './dialect.ts';
import { loadDialect } from './dialect-store.ts';
import { modelEndpoint } from './endpoint.ts';

/** The dialect that the next question is asked in, and since when it is known; null where it is only assumed. */
export async function describeDialect(
  runtime: Runtime,
): Promise<Omit<Dialect, 'suspects'> & { since: Date | null }> {
  const assumedAt = runtime.clock().getTime();
  const endpoint = { ...modelEndpoint(runtime), readContext: async () => null };
  await loadDialect(runtime, endpoint);
  const { suspects: _, ...dialect } = endpoint.dialect;
  const isKnown = endpoint.dialectAt < assumedAt;
  return { ...dialect, since: isKnown ? new Date(endpoint.dialectAt) : null };
}
