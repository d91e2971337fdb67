/** Whether to serve rules at the moment of use, in words. Pure. */
import { ENOUGH_SESSIONS, type MomentLift } from '../../../server/domain/moments/moment-lift.ts';
import { pointsText } from '../../charts/evidence-number.ts';

type Lift = MomentLift['lifts'][number];

export interface MomentSentence {
  answer: string;
  /** The next step, then what the answer rests on. */
  details: string[];
  /** What got worse beyond its interval. */
  warnings: string[];
}

const WHERE = { moment: 'at the moment of use', both: 'at the start and the moment' } as const;

export function momentSentence({ enough, arms, lifts }: MomentLift): MomentSentence {
  if (!enough) {
    const least = Math.min(...arms.map(({ sessions }) => sessions));
    const detail = `Each arm needs ${ENOUGH_SESSIONS} sessions with a known outcome. The smallest arm has ${least}.`;
    return { answer: 'Not enough sessions to compare yet', details: [detail], warnings: [] };
  }
  const { answer, next } = decide(lifts);
  const isShown = lifts.some((lift) => sideOf(lift) !== 0);
  return {
    answer,
    details: [
      next,
      ...lifts
        .toSorted((a, b) => Math.abs(sideOf(b)) - Math.abs(sideOf(a)))
        .map((lift) =>
          isShown && sideOf(lift) === 0
            ? `Rules ${WHERE[lift.arm]}: no difference from the start shown.`
            : liftText(lift),
        ),
    ],
    warnings: lifts.flatMap(warningsOf),
  };
}

function sideOf({ alwaysValid: [low = 0, high = 0] }: Pick<Lift, 'alwaysValid'>): -1 | 0 | 1 {
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}

/** The next step rests on what is served without the experiment: rules at both. */
function decide(lifts: readonly Lift[]): { answer: string; next: string } {
  const sides = new Map(lifts.map((lift) => [lift.arm, sideOf(lift)]));
  const [moment, both] = [sides.get('moment') ?? 0, sides.get('both') ?? 0];
  const otherwise = 'outside the experiment, sessions get these rules at the start and the moment';
  const keep = `Keep the triggers: ${otherwise}.`;
  const remove = `To serve rules at the start only, remove their triggers: ${otherwise}.`;
  const wait = 'Let the experiment continue until it shows a difference.';
  if (moment > 0) {
    const next = both > 0 ? keep : `No setting serves rules at the moment only: ${otherwise}.`;
    return { answer: 'Yes: rules help more at the moment of use', next: both < 0 ? remove : next };
  }
  if (both > 0) return { answer: 'Yes: rules help more at both the start and the moment', next: keep };
  if (both < 0) {
    const less = 'No: rules help less at both the start and the moment';
    return { answer: moment < 0 ? 'No: rules help more at the start' : less, next: remove };
  }
  return moment < 0
    ? { answer: 'No: rules help less at the moment only', next: wait }
    : { answer: 'No difference shown yet', next: wait };
}

function liftText({ arm, lift, alwaysValid: [low = 0, high = 0] }: Lift): string {
  const range = `${pointsText(low)} to ${pointsText(high)}`;
  return `Rules ${WHERE[arm]}: success ${pointsText(lift)} points (${range}) compared with the start.`;
}

const WORSE = { duration: 'take longer', tool_calls: 'call more tools', tokens: 'are served more tokens' };

function warningsOf({ arm, costs }: Lift): string[] {
  return costs.flatMap(({ cost, change, low, high }) => {
    if (change === null || low === null || low <= 0) return [];
    return [`Runs with rules ${WHERE[arm]} ${WORSE[cost]}: ${changeText({ change, low, high })}.`];
  });
}

/** "+12 % (+3 to +21 %)" */
export function changeText({
  change,
  low,
  high,
}: Pick<Lift['costs'][number], 'change' | 'low' | 'high'>): string {
  if (change === null) return '';
  const part = (value: number) => pointsText(Math.round(100 * value) / 100).replace(/\.\d$/, '');
  if (low === null) return `${part(change)} %`;
  return `${part(change)} % (${part(low)} to ${high === null ? 'unbounded' : `${part(high)} %`})`;
}
