/**
 * What may not be, whatever the seed: each fault names a break in the loop. Figures of chance are given so much room that a sound loop
 * is not accused in thousands of worlds.
 */
import type { Fate, Findings } from './findings.ts';

/** Standard errors by which a sound measurement is never off. */
const FAR = 4;

/** How many standard errors a 90 % interval is wide. */
const WIDTH_90 = 2 * 1.645;

/** The faults that the findings show; none in a sound loop. */
export function faultsIn(findings: Findings): string[] {
  const { truth, insights, fates } = findings;
  const { lift, lift_90ci: interval } = insights.learning_lift;
  const faults: string[] = [];
  if (truth.holdoutServed > 0) faults.push(`${truth.holdoutServed} runs of the holdout were served rules`);
  if (isFar(lift, truth.lift, interval)) {
    faults.push(`the lift is said to be ${lift.toFixed(2)} and is ${truth.lift.toFixed(2)}`);
  }
  for (const fate of [fates.cure, fates.shortcut]) {
    if (contradicts(fate)) faults.push(`the canary of ${fate.skill} measured the opposite of what is true`);
  }
  if (fates.shortcut.isLive) faults.push('the harmful edit is live for all traffic');
  if (fates.cure.changeset?.status === 'rejected') faults.push('the cure was refused');
  return faults;
}

function isFar(said: number, true_: number, [low = 0, high = 0]: readonly number[]): boolean {
  return Math.abs(said - true_) > (FAR * (high - low)) / WIDTH_90;
}

/** Whether the arms' evidence says for sure that the better text is the worse one. */
function contradicts({ part, canary }: Fate): boolean {
  if (canary === null) return false;
  const [low = 0, high = 0] = canary.effect_90ci;
  return part === 'cure' ? high < 0 : low > 0;
}
