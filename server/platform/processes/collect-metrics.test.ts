import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { collectMetrics } from './collect-metrics.ts';

/** A process with a counter, a histogram and a gauge. */
function newProcess(id: number) {
  const registers: [Registry] = [new Registry()];
  const runs = new Counter({ name: 'runs_total', help: 'Runs', labelNames: ['kind'], registers });
  const seconds = new Histogram({ name: 'seconds', help: 'Seconds', buckets: [1], registers });
  const open = new Gauge({ name: 'open', help: 'Open', registers });
  const waiting = new Gauge({ name: 'waiting', help: 'Waiting', aggregator: 'max', registers });
  const work = (times: number) => {
    for (let done = 0; done < times; done += 1) seconds.observe(0.5);
    runs.inc({ kind: 'a' }, times);
    open.inc(times);
    waiting.set(7);
  };
  const [registry] = registers;
  // A copy, as what another process sends.
  const report = async () => structuredClone(await registry.getMetricsAsJSON());
  return { id, work, report };
}

type Process = ReturnType<typeof newProcess>;

/** The collected metrics of processes; one that is `silent` never reports. */
function collectFrom(processes: Set<Process>, silent: Set<Process> = new Set()) {
  const collected = collectMetrics(() =>
    [...processes].map((each) => ({
      id: each.id,
      ask: () => void (silent.has(each) || each.report().then((report) => collected.take(each.id, report))),
    })),
  );
  return collected;
}

it('sums what processes counted, those that ended too, and takes gauges of those that run', async () => {
  const [first, second, third] = [newProcess(1), newProcess(2), newProcess(3)];
  const processes = new Set([first, second]);
  const collected = collectFrom(processes);
  first.work(2);
  second.work(3);
  const before = await collected.page();
  for (const line of ['runs_total{kind="a"} 5', 'seconds_count 5', 'open 5', 'waiting 7'])
    expect(before.split('\n')).toContain(line);

  processes.delete(first);
  collected.keep(first.id);
  processes.delete(second);
  second.work(1);
  collected.take(second.id, await second.report());
  collected.keep(second.id);
  processes.add(third);
  third.work(10);
  const after = await collected.page();
  for (const line of ['runs_total{kind="a"} 16', 'seconds_bucket{le="1"} 16', 'open 10', 'waiting 7'])
    expect(after.split('\n')).toContain(line);
});

it('counts a silent process with its last report', async () => {
  const [first, second] = [newProcess(1), newProcess(2)];
  const silent = new Set<Process>();
  const collected = collectFrom(new Set([first, second]), silent);
  first.work(2);
  second.work(3);
  await collected.page();
  silent.add(first);
  first.work(5);
  second.work(1);
  expect((await collected.page()).split('\n')).toContain('runs_total{kind="a"} 6');
});
