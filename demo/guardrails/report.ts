/** How canaries with guardrails ended, in lines: of one world, and over many. */
import { renderShare } from '../report/findings.ts';
import type { Case } from './kinds.ts';
import type { Trial } from './trials.ts';

const CASES: { readonly [one in Case]: string } = {
  cheaper: 'as good and faster',
  slow: 'better but slow',
  better: 'better and about as fast',
};

const percent = (share: number | null): string => (share === null ? '?' : `${(100 * share).toFixed(0)} %`);

/** The section of one world's report. */
export function trialLines(trials: readonly Trial[]): string[] {
  return [
    'Candidates whose runs may take at most 20 % longer; one that is faster may cost up to 10 points of success',
    ...trials.flatMap(({ case: one, skill, canary, status }) => {
      if (canary === null) return [`${skill} (${CASES[one]}): ${status}, without a canary`];
      const { low = null, high = null } =
        canary.guardrails.find(({ guardrail }) => guardrail === 'duration') ?? {};
      const runs = `${canary.incumbent_n} + ${canary.candidate_n} runs`;
      return [
        `${skill} (${CASES[one]}): ${canary.status} after ${runs}; duration ${percent(low)} to ${percent(high)}`,
        `  ${canary.reason ?? 'it still runs'}`,
      ];
    }),
  ];
}

/** How the canaries of many worlds ended. */
export function trialDistribution(worlds: readonly (readonly Trial[])[]): string[] {
  const all = worlds.flat();
  const share = (of: Case, ending: string, isSo: (trial: Trial) => boolean) => {
    const own = all.filter((trial) => trial.case === of);
    return renderShare(`a candidate ${CASES[of]} is ${ending}`, own.filter(isSo).length, own.length);
  };
  const isPromoted = ({ canary }: Trial) => canary?.status === 'promoted';
  const isHeld = ({ canary }: Trial) =>
    canary?.status === 'rejected' && canary.guardrails.some(({ stands }) => stands === 'broken');
  return [
    share('cheaper', 'promoted', isPromoted),
    share('slow', 'held by a guardrail', isHeld),
    share('slow', 'promoted', isPromoted),
    share('better', 'promoted', isPromoted),
  ];
}
