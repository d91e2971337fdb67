/** The load generator, in a process of its own so that it takes no time from the process it measures. */
import autocannon from 'autocannon';
import { type LoadRequest, UNIQUE } from './scenarios.ts';

/** One measurement to take. */
export interface LoadOrder {
  url: string;
  /** In turns on each connection. */
  requests: readonly LoadRequest[];
  connections: number;
  /** For so long, or so many requests. */
  seconds?: number;
  amount?: number;
}

/** What came of it: latencies in milliseconds. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

async function run({ url, requests, connections, seconds, amount }: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    requests: requests.map(({ path, body, headers = {} }) =>
      body === undefined
        ? { method: 'GET', path, headers }
        : { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body },
    ),
    idReplacement: requests.some(({ body }) => body?.includes(UNIQUE)),
    setupClient: (client) => {
      client.on('response', (_status, _bytes, milliseconds) => latencies.push(milliseconds));
    },
  });
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
  return {
    requests: latencies.length,
    perSecond: latencies.length / result.duration,
    p50: at(0.5),
    p99: at(0.99),
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

process.on('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
