/**
 * The evidence of a canary's arms that keeps P(candidate better) up to date. Simulations look after every one of
 * millions of episodes; with whole rewards the exact probability moves by a closed form, so that they need not
 * integrate anew each time and yet decide by the same numbers as the service.
 */
import type { Arm, ArmEvidence } from './arm.ts';

type Counts = { successes: number; failures: number };

/** Shapes under the Beta(1, 1) prior. */
const shapes = ({ successes, failures }: Counts) => ({ a: successes + 1, b: failures + 1 });

/**
 * Starts without evidence. With g = P(B > A) for A ~ Beta(a, b), B ~ Beta(c, d) and h = B(a + c, b + d) / (B(a, b)·B(c, d)), one more
 * failure of A raises g by h/b, one more success lowers it by h/a, one more success of B raises it by h/c, one more failure lowers
 * it by h/d (John D. Cook, "Exact calculation of Beta inequalities", 2005, from integration by parts).
 */
export class RunningArms {
  private readonly counts: { [arm in Arm]: Counts } = {
    incumbent: { successes: 0, failures: 0 },
    candidate: { successes: 0, failures: 0 },
  };
  private probability = 0.5;
  // B(2, 2) / (B(1, 1)·B(1, 1)).
  private h = 1 / 6;

  /** P(candidate better), the same as candidateBetter(evidence) but for rounding. */
  get better(): number {
    return this.probability;
  }

  /** As the verdicts take it. */
  get evidence(): ArmEvidence {
    const { incumbent, candidate } = this.counts;
    return {
      incumbent: { weight: incumbent.successes + incumbent.failures, reward: incumbent.successes },
      candidate: { weight: candidate.successes + candidate.failures, reward: candidate.successes },
    };
  }

  /** Credits one episode of full strength. */
  credit(arm: Arm, success: boolean): void {
    const own = shapes(this.counts[arm]);
    const other = shapes(this.counts[arm === 'candidate' ? 'incumbent' : 'candidate']);
    const gained = success === (arm === 'candidate');
    const [shape, pooled] = success ? [own.a, own.a + other.a] : [own.b, own.b + other.b];
    const change = this.h / shape;
    this.probability += gained ? change : -change;
    const total = own.a + own.b;
    this.h *= (pooled * total) / (shape * (total + other.a + other.b));
    if (success) this.counts[arm].successes += 1;
    else this.counts[arm].failures += 1;
  }
}
