/** One page of metrics for all gateways on a port, those that have ended too. */
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Report } from './supervised.ts';

/** Prometheus gives up after some seconds; a gateway that does not report in time counts with its last report. */
const REPORT_WITHIN_MS = 2500;

/** The longest delay tells more than the mean, which is prom-client's choice. */
const WORST = 'nodejs_eventloop_lag_p99_seconds';

/** A gateway as it is asked for its report. */
interface Reporter {
  id: number;
  ask: () => void;
}

interface CollectedMetrics {
  /** A gateway has reported. */
  take(id: number, report: Report): void;
  /** A gateway has ended: it still counts, else sums would fall, which Prometheus takes for counters that begin again. */
  keep(id: number): void;
  /** The page, in Prometheus's text format. */
  page(): Promise<string>;
}

/** Collects from `reporters`, which are the gateways that run at the moment. */
export function collectMetrics(reporters: () => Reporter[]): CollectedMetrics {
  const latest = new Map<number, Report>();
  const waiting = new Map<number, () => void>();
  let ended: Promise<Report> = Promise.resolve([]);
  let collecting: Promise<string> | null = null;

  const collect = async () => {
    const asked = reporters();
    const reports = asked.map(({ id, ask }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      ask();
      return promise;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, REPORT_WITHIN_MS);
    });
    await Promise.race([Promise.all(reports), late]);
    clearTimeout(timer);
    return await summed([await ended, ...latest.values()]).metrics();
  };
  const settle = (id: number) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  return {
    take(id, report) {
      latest.set(id, report);
      settle(id);
    },
    keep(id) {
      const counted = (latest.get(id) ?? []).filter(({ type }) => String(type) !== 'gauge');
      latest.delete(id);
      ended = ended.then((before) => summed([before, counted]).getMetricsAsJSON());
      settle(id);
    },
    page() {
      collecting ??= collect().finally(() => {
        collecting = null;
      });
      return collecting;
    },
  };
}

function summed(reports: Report[]): Registry {
  const withWorst = reports.map((report) =>
    report.map((metric) => (metric.name === WORST ? { ...metric, aggregator: 'max' as const } : metric)),
  );
  return AggregatorRegistry.aggregate(withWorst);
}
