/** Whether learning helps, in words, for every state of the evidence; the page's first sentence. Pure. */
import type { Insights } from '../../server/domain/admin/insights.ts';
import { ENOUGH_EVIDENCE } from '../../server/domain/measurement/learning-lift.ts';
import { evidenceText, pointsText } from '../charts/evidence-number.ts';

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
        'Without runs that are served nothing there is nothing to compare with. Set SERVICE_HOLDOUT_RATE above 0 to measure whether learning helps.',
    };
  }
  if (!lift.enough) return notYet(treated, holdout);
  const [low = 0, high = 0] = lift.lift90ci;
  const range = `90 % between ${pointsText(low)} and ${pointsText(high)}`;
  const counted = `${evidenceText(treated)} treated, ${evidenceText(holdout)} holdout`;
  const points = `${pointsText(lift.lift)} points`;
  const detail = `${range} (${counted})`;
  if (!lift.significant) {
    return {
      verdict: 'unclear',
      headline: `Not clear yet: ${points}`,
      detail: `${detail}. ${further(lift)}`,
    };
  }
  const helps = lift.lift > 0;
  return {
    verdict: helps ? 'helps' : 'hurts',
    headline: `Learning ${helps ? 'helps' : 'hurts'}: ${points}`,
    detail: `${detail}.`,
  };
}

function notYet(treated: number, holdout: number): LiftSentence {
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
    detail: `Each group needs ${ENOUGH_EVIDENCE} rewarded runs that a skill applied to before the two can be compared.`,
  };
}

/** How much more it takes, in words. */
function further({ episodesToDetect: episodes }: Lift): string {
  if (episodes === null) return 'There is no difference to speak of, so no number of runs can be named.';
  const count = new Intl.NumberFormat('en').format(episodes);
  return `If both rates stay as they are, about ${count} more rewarded ${episodes === 1 ? 'run' : 'runs'} would show it.`;
}
