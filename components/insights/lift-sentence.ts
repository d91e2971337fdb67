/** Whether learning helps, in words, for every state of the evidence. Pure. */

import type { Insights } from '../../server/domain/admin/insights.ts';
import { ENOUGH_EVIDENCE, liftSide } from '../../server/domain/measurement/learning-lift.ts';
import { evidenceText, pointsText, shareText } from '../charts/evidence-number.ts';
import { grouped } from '../ui/text/counted.ts';

type Lift = Insights['learningLift'];

export interface LiftSentence {
  /** For the eye; the words alone carry the meaning. */
  verdict: 'helps' | 'hurts' | 'unclear' | 'none' | 'off';
  headline: string;
  /** What it rests on, or what to do. */
  detail: string;
}

export function liftSentence(lift: Lift, holdoutRate: number): LiftSentence {
  const { treatedN: treated, holdoutN: holdout } = lift;
  if (holdout < ENOUGH_EVIDENCE && holdoutRate === 0) {
    return {
      verdict: 'off',
      headline: 'Holdout is off',
      detail:
        'Without a holdout there is nothing to compare with. An admin can set a holdout rate above 0 under Policy.',
    };
  }
  if (!lift.enough) return notYet(treated, holdout);
  const [low = 0, high = 0] = lift.liftAlwaysValid;
  const side = sideOf(lift);
  const range = `90 % between ${pointsText(low)} and ${pointsText(high)}`;
  const counted = `${evidenceText(treated)} runs with skills, ${evidenceText(holdout)} in the holdout`;
  const points = `${pointsText(lift.lift)} points`;
  const detail = `${range} (${counted})`;
  if (side === 0) {
    return {
      verdict: 'unclear',
      headline: `Not clear yet: ${points}`,
      detail: `${detail}. ${further(lift)}`,
    };
  }
  const helps = side > 0;
  return {
    verdict: helps ? 'helps' : 'hurts',
    headline: `Learning ${helps ? 'helps' : 'hurts'}: ${points}`,
    detail: `${detail}.`,
  };
}

function notYet(treated: number, holdout: number): LiftSentence {
  if (treated + holdout === 0) {
    return {
      verdict: 'none',
      headline: 'No runs to compare yet',
      detail:
        'A run counts if a skill applied to its recall and it was recorded with that recall’s id and an outcome.',
    };
  }
  const groups = [
    { evidence: treated, runs: 'runs with skills' },
    { evidence: holdout, runs: 'runs in the holdout' },
  ];
  const missing = groups
    .filter(({ evidence }) => evidence < ENOUGH_EVIDENCE)
    .map(({ evidence, runs }) => `${evidenceText(evidence)} of ${ENOUGH_EVIDENCE} ${runs}`);
  return {
    verdict: 'none',
    headline: `Not yet: ${missing.join(', ')}`,
    detail: `Each group needs ${ENOUGH_EVIDENCE} rated runs that a skill applied to.`,
  };
}

/** How much more it takes, in words. */
function further({ episodesToDetect: episodes, significant }: Lift): string {
  if (significant)
    return 'A single planned look would call this clear. An interval that is valid at any time needs more runs.';
  if (episodes === null) return 'The difference is too small to estimate how many runs are needed.';
  const count = grouped(episodes);
  return `At the current rates, about ${count} more rated ${episodes === 1 ? 'run' : 'runs'} would show it at a single planned look.`;
}

/** Why runs are missing from the figures; null where none is. */
export function filesSentence(runs: number): string | null {
  if (runs === 0) return null;
  const count = grouped(runs);
  return `Left out: ${count} of the latest 1,000 runs. Their agents also have the skills as files, which holdout sessions read too.`;
}

const day = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
});

/** "2 Mar 2026", of a week's Monday. */
export const weekText = (week: string): string => day.format(new Date(week));

/** Since when the figures say what they say now; null where they say nothing. */
export function sinceText(since: { week: string; orEarlier: boolean } | null): string | null {
  if (since === null) return null;
  const week = `the week of ${weekText(since.week)}`;
  return since.orEarlier ? `Clear since before ${week}.` : `Clear since ${week}.`;
}

/** Whether the figures can be trusted, in three sentences that need no statistics; none without a run. */
export function trustSentences(lift: Lift, holdoutRate: number): string[] {
  const { treatedN: treated, holdoutN: holdout } = lift;
  if (treated + holdout === 0) return [];
  const drawn =
    holdoutRate === 0
      ? 'No sessions are held out now. The figures are from when some were.'
      : `Sessions are assigned at random; at the current rate about ${shareText(holdoutRate, holdoutRate < 0.01 ? 1 : 0)} receive no skills.`;
  const compared = `${runsText(treated)} with skills ${treated === 1 ? 'is' : 'are'} compared with ${runsText(holdout)} without. Only runs that a skill applied to count. All runs of a session count as one.`;
  return [drawn, compared, luckText(lift)];
}

const runsText = (count: number): string => {
  const text = evidenceText(count);
  return `${text} rated ${text === '1' ? 'run' : 'runs'}`;
};

/** With fewer runs than this on a side, single ones weigh much. */
const FEW = 20;

function luckText(lift: Lift): string {
  const { enough, treatedN, holdoutN } = lift;
  if (!enough) return 'That is too few to compare: a few unusual runs would decide it.';
  if (sideOf(lift) === 0) return 'The difference may still be chance. Do not decide by it yet.';
  if (Math.min(treatedN, holdoutN) < FEW) {
    return 'The difference is larger than chance usually explains, but with so few runs on one side its size may still change a lot.';
  }
  return 'The difference is larger than chance usually explains. Its true size is within the given range.';
}

/** The verdict on an agent in a word or two. */
export function verdictWords(lift: Lift): string {
  if (lift.treatedN + lift.holdoutN === 0) return 'no runs to compare yet';
  if (!lift.enough) return 'too few runs yet';
  const side = sideOf(lift);
  if (side === 0) return 'not clear yet';
  return side > 0 ? 'helps' : 'hurts';
}

/** The verdict may be read at any time, so it rests on the interval that may. */
function sideOf({ enough, liftAlwaysValid: [low = -1, high = 1] }: Lift): -1 | 0 | 1 {
  return liftSide({ enough, liftAlwaysValid: [low, high] });
}
