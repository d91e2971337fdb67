/** Medians with their spread over the rounds, and each scenario's cost as a ratio to the floors of the same run. */
import type { Sample } from './measure.ts';

/** The middle of several rounds, with the lowest and highest. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** One row of the table. */
export interface Row {
  scenario: string;
  connections: number;
  perSecond: Spread;
  p50: Spread;
  p99: Spread;
  cpu: Spread;
  residentMegabytes: number;
}

function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(0), high: at(1) };
}

/** Groups the samples by scenario and concurrency, in the order in which they were taken. */
export function summarise(samples: Sample[]): Row[] {
  const groups = Map.groupBy(samples, ({ scenario, connections }) => `${connections} ${scenario}`);
  return [...groups.values()].map((group) => {
    const of = (key: 'perSecond' | 'p50' | 'p99' | 'cpuMicrosecondsPerRequest') =>
      spread(group.map((sample) => sample[key]));
    return {
      scenario: group[0]?.scenario ?? '',
      connections: group[0]?.connections ?? 0,
      perSecond: of('perSecond'),
      p50: of('p50'),
      p99: of('p99'),
      cpu: of('cpuMicrosecondsPerRequest'),
      residentMegabytes: Math.max(...group.map(({ residentMegabytes }) => residentMegabytes)),
    };
  });
}

/** One aim and what was measured of it. */
export interface Ratio {
  what: string;
  measured: number;
  aim: number;
}

function find(rows: Row[], scenario: string, connections: number): Row {
  const row = rows.find(
    (candidate) => candidate.scenario === scenario && candidate.connections === connections,
  );
  if (row === undefined) throw new Error(`no row for ${scenario} at ${connections}`);
  return row;
}

/** The ratios that the design aims at: CPU against the floor with one insert, growth, and the tail at 16. */
export function ratios(rows: Row[]): Ratio[] {
  const cpu = (scenario: string, connections: number) => find(rows, scenario, connections).cpu.median;
  const tail = (scenario: string) => find(rows, scenario, 16).p99.median;
  const large = 'recall 2,000/500';
  const floor = 'floor: one insert';
  return [1, 16]
    .flatMap((connections) => [
      {
        what: `CPU of ${large} / ${floor}, c=${connections}`,
        measured: cpu(large, connections) / cpu(floor, connections),
        aim: 2,
      },
      {
        what: `CPU of ${large} / recall 20/5, c=${connections}`,
        measured: cpu(large, connections) / cpu('recall 20/5', connections),
        aim: 1.5,
      },
    ])
    .concat({ what: `p99 of ${large} / ${floor}, c=16`, measured: tail(large) / tail(floor), aim: 3 });
}
