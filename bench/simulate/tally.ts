/**
 * Counts over many simulated canaries, and how sure they are. A share without its interval invites reading noise, so
 * none is printed without.
 */
import { beta, type Interval, quantile } from '../../server/domain/measurement/beta.ts';
import { type Endings, type RunSetup, runCanary, WATCHED, type Watched } from './canary-run.ts';
import type { Cell } from './cells.ts';

/** Of one rule: runs, those promoted, and all episodes until its decisions. */
export type Tally = { runs: number; promoted: number; episodes: number };
export type Tallies = Record<Watched, Tally>;

const nothing = (): Tally => ({ runs: 0, promoted: 0, episodes: 0 });

const nothings = (): Tallies => ({ posterior: nothing(), unknown: nothing(), known: nothing() });

/** Simulates `runs` canaries of a cell, all rules on each. */
export function simulate(cell: Cell, setup: Omit<RunSetup, 'traffic'>, runs: number): Tallies {
  const total = nothings();
  for (let i = 0; i < runs; i++) add(total, runCanary({ ...setup, traffic: cell.traffic }));
  return total;
}

function add(total: Tallies, endings: Endings): void {
  for (const rule of WATCHED) {
    total[rule].runs += 1;
    total[rule].promoted += endings[rule].promoted ? 1 : 0;
    total[rule].episodes += endings[rule].episodes;
  }
}

/** The tallies of several shares of a cell's runs together. */
export function together(parts: readonly Tallies[]): Tallies {
  const total = nothings();
  for (const part of parts) {
    for (const rule of WATCHED) {
      total[rule].runs += part[rule].runs;
      total[rule].promoted += part[rule].promoted;
      total[rule].episodes += part[rule].episodes;
    }
  }
  return total;
}

/** The exact 95 % interval of a share (Clopper and Pearson, 1934). */
export function binomialInterval({ runs, promoted }: Tally): Interval {
  const low = promoted === 0 ? 0 : quantile(beta(promoted, runs - promoted + 1), 0.025);
  const high = promoted === runs ? 1 : quantile(beta(promoted + 1, runs - promoted), 0.975);
  return [low, high];
}
