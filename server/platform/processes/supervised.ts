/** How a gateway that shares its port reports to its supervisor and follows its orders. A gateway alone does neither. */
import cluster from 'node:cluster';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The metrics of one process, as their registry gives them. */
export type Report = MetricObjectWithValues<MetricValue<string>>[];

/** From the supervisor to a gateway: report your metrics, end, or the page of metrics that you asked for. */
export type Order = { type: 'report' } | { type: 'retire' } | { type: 'metrics'; text: string };

/** From a gateway to its supervisor: its metrics, or that it needs the page of all. */
export type Notice = { type: 'report'; report: Report } | { type: 'metrics' };

/** More than the supervisor waits for a gateway that is silent, less than Prometheus waits. */
const PAGE_WITHIN_MS = 4000;

interface Answers {
  metrics: () => Promise<Report>;
  /** Ends this gateway, while others take the connections. */
  retire: () => void;
}

/** Does what the supervisor asks for from now on, if there is one. */
export function answerSupervisor({ metrics, retire }: Answers): void {
  if (!cluster.isWorker) return;
  // A terminal sends it to every process, but it is the supervisor's.
  process.on('SIGHUP', () => undefined);
  process.on('message', (order: Order) => {
    if (order.type === 'retire') retire();
    if (order.type === 'report')
      void metrics().then(
        (report) => send({ type: 'report', report }),
        () => undefined,
      );
  });
}

/** Tells the supervisor what this process counted until its end. */
export async function sendLastReport(metrics: () => Promise<Report>): Promise<void> {
  if (cluster.isWorker) await send({ type: 'report', report: await metrics() });
}

/** Resolves when it is sent, or cannot be. */
function send(notice: Notice): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(notice, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** The metrics of all gateways on the port as Prometheus text; null without a supervisor, or where it is silent. */
export async function metricsOfAll(): Promise<string | null> {
  if (!cluster.isWorker) return null;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const onOrder = (order: Order) => {
    if (order.type === 'metrics') resolve(order.text);
  };
  process.on('message', onOrder);
  const timer = setTimeout(resolve, PAGE_WITHIN_MS, null);
  await send({ type: 'metrics' });
  return await promise.finally(() => {
    clearTimeout(timer);
    process.off('message', onOrder);
  });
}
