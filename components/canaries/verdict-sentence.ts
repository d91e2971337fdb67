/**
 * How a canary stands, in words that need no statistics: how many runs succeeded with the change and without,
 * what that says, and about when it is decided. It follows the rule that decides the canary, so that it never
 * calls something decided that the rule leaves open. Pure.
 */
import type { ArmEvidence } from '../../server/domain/skills/canary/arm.ts';
import type { CanaryRule } from '../../server/domain/skills/canary/rules.ts';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { counted } from '../ui/text/counted.ts';

/** What pages call the arms of a canary. "Current version" is the one that was current while it ran. */
export const ARM_NAMES = { candidate: 'Candidate', incumbent: 'Current version' } as const;

interface ArmRuns {
  rewarded: number;
  succeeded: number;
  partly: number;
}

export interface Stand {
  status: string;
  rule: CanaryRule;
  bounds: CanaryBounds;
  pCandidateBetter: number;
  arms: ArmEvidence;
  nextLook: number | null;
  expectedDays: number | null;
  reason: string | null;
  /** Absent in lists; null where not all runs are kept. */
  runs?: { candidate: ArmRuns; incumbent: ArmRuns } | null;
}

/**
 * "Candidate: 36 of 38 runs succeeded. Current version: 7 of 19."; where only the sums are known, whose mean counts
 * runs in part, "Average reward of the candidate: 0.91 over 44 runs. Current version: 0.50 over 40."; null where no run
 * has a reward.
 */
export function resultsText(stand: Stand): string | null {
  const [candidate, current] = [armText(stand, 'candidate'), armText(stand, 'incumbent')];
  if (candidate === null && current === null) return null;
  const counted = stand.runs !== undefined && stand.runs !== null;
  const after = counted ? ' succeeded' : '';
  const name = (arm: keyof typeof ARM_NAMES) =>
    counted ? ARM_NAMES[arm] : `Average reward of the ${ARM_NAMES[arm].toLowerCase()}`;
  if (current === null)
    return `${name('candidate')}: ${candidate}${after}. ${ARM_NAMES.incumbent}: ${NONE_YET}`;
  if (candidate === null)
    return `${name('incumbent')}: ${current}${after}. ${ARM_NAMES.candidate}: ${NONE_YET}`;
  return `${name('candidate')}: ${candidate}${after}. ${ARM_NAMES.incumbent}: ${current.replace(/ runs?\b/, '')}.`;
}

const NONE_YET = 'no rated run yet.';

/** What stands in the place of results where there are none. */
export const noneText = ({ status }: Pick<Stand, 'status'>): string =>
  status === 'running' ? 'No run has been rated yet.' : 'No run was rated.';

/** "36 of 38 runs"; where only the sums are known "0.91 over 44 runs". */
export function armText({ arms, runs }: Stand, arm: 'candidate' | 'incumbent'): string | null {
  const { weight, reward } = arms[arm];
  const counted = runs?.[arm];
  if (counted === undefined) {
    return weight <= LEAST ? null : `${Math.min(1, reward / weight).toFixed(2)} over ${runsText(weight)}`;
  }
  if (counted.rewarded === 0) return null;
  const partly = counted.partly === 0 ? '' : ` (${counted.partly} more partly)`;
  return `${counted.succeeded} of ${runsText(counted.rewarded)}${partly}`;
}

/** What rounding leaves of evidence that was taken back. */
const LEAST = 1e-6;

const runsText = (count: number): string =>
  `${evidenceText(count)} ${evidenceText(count) === '1' ? 'run' : 'runs'}`;

/** From this certainty on the page says which way a canary leans. */
const CLEAR = 0.8;

/** What the results say. */
export function verdictText(stand: Stand): string {
  if (stand.status !== 'running') return endedText(stand);
  const { arms, bounds, pCandidateBetter: better } = stand;
  if (Math.min(arms.candidate.weight, arms.incumbent.weight) < bounds.minSamples) return earlyText(stand);
  const needed = shareText(bounds.threshold);
  const decides = stand.rule === 'posterior' ? `${needed} decides` : `${needed} is needed at a planned look`;
  if (better >= CLEAR) return `Looks better so far: ${sureText(better)} sure; ${decides}.`;
  if (better <= 1 - CLEAR)
    return `Looks worse so far: ${sureText(1 - better)} sure; at ${needed} it is rejected.`;
  return 'No clear difference so far.';
}

/** Which way a canary leans, in a few words. */
export function leaningWords({ arms, bounds, pCandidateBetter: better }: Stand): string {
  if (Math.min(arms.candidate.weight, arms.incumbent.weight) < bounds.minSamples) return 'too early to tell';
  if (better >= CLEAR) return `looks better, ${sureText(better)} sure`;
  return better <= 1 - CLEAR ? `looks worse, ${sureText(1 - better)} sure` : 'no clear difference so far';
}

function earlyText({ arms: { candidate, incumbent }, bounds }: Stand): string {
  const [withIt, without] = [evidenceText(candidate.weight), evidenceText(incumbent.weight)];
  return `Too early to tell: ${bounds.minSamples} rated runs are needed per arm. The candidate has ${withIt}, the current version ${without}.`;
}

/** Never rounded up to certainty. */
function sureText(share: number): string {
  const percent = Math.floor(share * 100 + 1e-9);
  return percent >= 100 ? 'over 99 %' : `${percent} %`;
}

const STOPPED = 'the skill was rolled back';
/** How the reasons of canaries begin that were decided by rules which no longer exist. */
const RETIRED = /^(held: |success is not worse)/;

function endedText({ status, reason, bounds }: Stand): string {
  const why = reason ?? '';
  const sure = `with the required ${shareText(bounds.threshold)} certainty`;
  if (RETIRED.test(why)) return `It ended because ${why}.`;
  if (status === 'promoted') return `It did better, ${sure}.`;
  if (why.startsWith(STOPPED)) return 'A person stopped it before it was decided.';
  if (why.startsWith('still undecided')) {
    return `No clear difference after ${bounds.maxSamples} rated runs of the candidate; the skill is unchanged.`;
  }
  if (status === 'rejected') return `It did worse, ${sure}; the skill is unchanged.`;
  const gone = /^the skill is (\w+)/.exec(why)?.[1];
  if (gone !== undefined) return `It ended undecided because the skill is ${gone}.`;
  return 'It reached its maximum duration without a verdict; the skill is unchanged.';
}

/** What stopping it makes of the skill's other changes: those queued behind it, and those that wait for review. */
export function fateOfOthers(queued: number, waiting: number): string {
  const [fail, wait, go] = [
    queued === 1 ? 'fails' : 'fail',
    ...(waiting === 1 ? ['waits', 'goes'] : ['wait', 'go']),
  ];
  return [
    ...(queued === 0 ? [] : [`${counted(queued, 'change')} queued behind it ${fail}.`]),
    ...(waiting === 0 ? [] : [`${counted(waiting, 'change')} that ${wait} for review ${go} stale.`]),
    'Failed and stale changes are then listed on this page. They can be re-proposed if they still fit.',
  ].join(' ');
}

/** How a canary ended, in a word or two. */
export function endingWord({ status, reason }: Pick<Stand, 'status' | 'reason'>): string {
  if (status === 'promoted') return 'better';
  if (reason?.startsWith(STOPPED)) return 'stopped by hand';
  if (status === 'expired' || reason?.startsWith('still undecided')) return 'undecided';
  return 'worse';
}

/** About when it is decided; null where it ended or has no traffic. */
export function whenText({ status, arms, expectedDays }: Stand): string | null {
  const evidence = arms.candidate.weight + arms.incumbent.weight;
  if (status !== 'running' || evidence <= LEAST || expectedDays === null) return null;
  const days = Math.max(1, Math.round(expectedDays));
  return `About ${counted(days, 'day')} at today's traffic until a verdict (estimate).`;
}

/** When the calibrated rule looks next. A look that evidence passed before the boundary was there is due. */
export function nextLookText(stand: Pick<Stand, 'nextLook' | 'arms' | 'bounds'>): string {
  const { nextLook: next, arms, bounds } = stand;
  if (next === null) return 'no look is left';
  const least = Math.min(arms.incumbent.weight, arms.candidate.weight);
  const has = next >= bounds.maxSamples ? arms.candidate.weight : least;
  return has >= next
    ? 'a look is due with the next run'
    : `the next look is at ${evidenceText(next)} rated runs`;
}
