/** How the figures of many worlds spread, each share with its own exact binomial interval. */
import betaincinv from '@stdlib/math-base-special-betaincinv';
import { errorsIn, type Findings } from './findings.ts';

/** What is left out on either side of a binomial interval of 95 %. */
const TAIL = 0.025;

/** The exact (Clopper–Pearson) 95 % interval of a share of `count` in `of`. */
export function binomialInterval(count: number, of: number): [number, number] {
  const low = count === 0 ? 0 : betaincinv(TAIL, count, of - count + 1, false);
  const high = count === of ? 1 : betaincinv(TAIL, count + 1, of - count, true);
  return [low, high];
}

/** The distribution, in lines. */
export function renderDistribution(all: readonly Findings[]): string[] {
  const share = (name: string, isSo: (findings: Findings) => boolean) => {
    const count = all.filter(isSo).length;
    const [low, high] = binomialInterval(count, all.length).map((value) => (100 * value).toFixed(0));
    return `${name.padEnd(52)}${count} of ${all.length}  (95 % interval ${low} to ${high} %)`;
  };
  return [
    share('the 90 % interval covers the true lift', isCovered),
    share('the cure is live for all traffic', ({ parts }) => parts.cure.isLive),
    share(
      '… through its canary',
      ({ parts }) => parts.cure.isLive && parts.cure.canary?.status === 'promoted',
    ),
    share('the harmful edit was tried', ({ parts }) => parts.shortcut.canary !== null),
    share('… and stopped by its canary', ({ parts }) => parts.shortcut.canary?.status === 'rejected'),
    share('the harmful edit is live for all traffic', ({ parts }) => parts.shortcut.isLive),
    share('the wish that changed was superseded', ({ memories }) =>
      memories.some(({ status }) => status === 'superseded'),
    ),
    share('an error was found in the loop', (findings) => errorsIn(findings).length > 0),
    spread(
      'lift measured less true lift, points',
      all.map(({ insights, truth }) => 100 * (insights.learning_lift.lift - truth.lift)),
    ),
    spread(
      'true lift, points',
      all.map(({ truth }) => 100 * truth.lift),
    ),
    spread(
      'episodes until the cure was decided',
      all.flatMap(({ parts }) => parts.cure.decidedAfter ?? []),
    ),
    spread(
      'episodes until the harm was decided',
      all.flatMap(({ parts }) => parts.shortcut.decidedAfter ?? []),
    ),
  ];
}

function isCovered({ insights, truth }: Findings): boolean {
  const [low = 0, high = 0] = insights.learning_lift.lift_90ci;
  return low <= truth.lift && truth.lift <= high;
}

function spread(name: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (sorted.length === 0) return `${name.padEnd(52)}none`;
  const [low, middle, high] = [at(0.1), at(0.5), at(0.9)].map((value = Number.NaN) => value.toFixed(1));
  return `${name.padEnd(52)}median ${middle}  (a tenth below ${low}, a tenth above ${high})`;
}
