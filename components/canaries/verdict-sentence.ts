/**
 * How a canary stands, as a sentence: the first thing its page says. It follows the rule that decides the
 * canary, so that it never calls something decided that the rule leaves open. Pure.
 */
import type { CanaryBounds, CanaryRule } from '../../server/domain/skills/canary/verdict.ts';
import { evidenceText, probabilityText } from '../charts/evidence-number.ts';

export interface Stand {
  status: string;
  rule: CanaryRule;
  bounds: CanaryBounds;
  pCandidateBetter: number;
  incumbentN: number;
  candidateN: number;
  nextLook: number | null;
  reason: string | null;
  /** Of the calibrated rule; absent in lists. */
  statistic?: number | null;
  boundary?: number | null;
}

/** As a rule reads a probability before it is decisive. */
const CLEAR = 0.8;

export function verdictSentence(stand: Stand): string {
  if (stand.status !== 'running') return ended(stand);
  const { incumbentN: incumbent, candidateN: candidate, bounds } = stand;
  if (Math.min(incumbent, candidate) < bounds.minSamples) return tooEarly(stand);
  const threshold = bounds.threshold.toString();
  const probability = probabilityText(stand.pCandidateBetter);
  const better = stand.pCandidateBetter;
  if (better < 1 - CLEAR) {
    return `Likely worse: P(candidate better) is ${probability}; at ${complement(bounds)} it is rejected.`;
  }
  const lead = better > CLEAR ? 'Likely better' : 'No clear difference';
  if (stand.rule === 'posterior')
    return `${lead}: P(candidate better) is ${probability}; it needs ${threshold}.`;
  return `${lead}: P(candidate better) is ${probability}, ${look(stand)}.`;
}

function tooEarly({ incumbentN: incumbent, candidateN: candidate, bounds }: Stand): string {
  const least = bounds.minSamples;
  const both = incumbent < least && candidate < least;
  const amounts = `the candidate has ${evidenceText(candidate)} and the incumbent ${evidenceText(incumbent)}`;
  if (both) return `Too early: ${amounts} of ${least} evidence each.`;
  const [name, amount] = candidate < incumbent ? ['candidate', candidate] : ['incumbent', incumbent];
  return `Too early: the ${name} has ${evidenceText(amount)} of ${least} evidence.`;
}

function look(stand: Stand): string {
  const { statistic, boundary } = stand;
  const when = nextLookText(stand);
  if (boundary === null) return `the boundary is being calibrated`;
  if (statistic === undefined || statistic === null || boundary === undefined) return when;
  return `its statistic ${statistic.toFixed(2)} against a boundary of ${boundary.toFixed(2)}; ${when}`;
}

const ENDINGS: Record<string, string> = {
  promoted: 'Promoted: the candidate is the skill’s text now',
  rejected: 'Rejected: the incumbent stays',
  expired: 'Expired without a verdict: the incumbent stays',
};

function ended({ status, reason }: Stand): string {
  const ending = ENDINGS[status] ?? status;
  return reason === null || reason === '' ? `${ending}.` : `${ending}; ${reason}.`;
}

/** The P at or below which a canary is rejected. */
export function complement({ threshold }: CanaryBounds): number {
  return Number((1 - threshold).toFixed(6));
}

/**
 * When the calibrated rule looks next, in words. A look that evidence passed before the boundary was there is
 * due.
 */
export function nextLookText(
  stand: Pick<Stand, 'nextLook' | 'incumbentN' | 'candidateN' | 'bounds'>,
): string {
  const { nextLook: next, incumbentN, candidateN, bounds } = stand;
  if (next === null) return 'no look is left';
  const has = next >= bounds.maxSamples ? candidateN : Math.min(incumbentN, candidateN);
  return has >= next
    ? 'a look is due with the next run'
    : `the next look is at ${evidenceText(next)} evidence`;
}

/**
 * How far a canary has come: the arm with less evidence to where a verdict is next possible, or, where every
 * run may decide, the candidate to its maximum (`atMost`).
 */
export function progressOf({ incumbentN, candidateN, bounds, nextLook: next }: Stand) {
  if (next === null) return { has: candidateN, needs: bounds.maxSamples, atMost: true };
  // The last look is told by the candidate alone.
  const last = next >= bounds.maxSamples;
  return { has: last ? candidateN : Math.min(incumbentN, candidateN), needs: next, atMost: false };
}
