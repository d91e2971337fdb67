/** Whether to serve rules at the moment of use, in words. Pure. */
import { ENOUGH_SESSIONS, type MomentLift } from '../../../server/domain/moments/moment-lift.ts';
import { pointsText } from '../../charts/evidence-number.ts';
import { counted } from '../../ui/text/counted.ts';

type Lift = MomentLift['lifts'][number];

export interface MomentSentence {
  answer: string;
  /** What the answer rests on. */
  details: string[];
  /** What got worse beyond its interval. */
  warnings: string[];
}

const WHERE = { moment: 'at the moment of use', both: 'at the start and the moment' } as const;

export function momentSentence({ enough, arms, lifts }: MomentLift): MomentSentence {
  if (!enough) {
    const least = Math.min(...arms.map(({ sessions }) => sessions));
    const detail = `Each way needs ${ENOUGH_SESSIONS} sessions with a known outcome; the one with the fewest has ${least}.`;
    return { answer: 'Not enough sessions to compare yet', details: [detail], warnings: [] };
  }
  const shown = lifts.filter((lift) => sideOf(lift) !== 0);
  const told = shown.length === 0 ? lifts : shown;
  const others = shown.length === 0 ? [] : lifts.filter((lift) => sideOf(lift) === 0);
  return {
    answer: answerOf(lifts),
    details: [
      ...told.map((lift) => liftText(lift, sessionsOf(lift, arms))),
      ...others.map((lift) => `${sentence(WHERE[lift.arm])}, no difference from the start is shown.`),
    ],
    warnings: lifts.flatMap(warningsOf),
  };
}

function sideOf({ alwaysValid: [low = 0, high = 0] }: Pick<Lift, 'alwaysValid'>): -1 | 0 | 1 {
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}

function answerOf(lifts: readonly Lift[]): string {
  const sides = new Map(lifts.map((lift) => [lift.arm, sideOf(lift)]));
  const [moment, both] = [sides.get('moment') ?? 0, sides.get('both') ?? 0];
  if (moment > 0) return 'Yes: rules help more at the moment of use';
  if (both > 0) return 'Yes, in addition to the start';
  if (moment < 0) return both < 0 ? 'No: rules help more at the start' : 'Not instead of the start';
  return both < 0 ? 'Not in addition to the start' : 'No difference shown yet';
}

function sessionsOf({ arm }: Lift, arms: MomentLift['arms']): number {
  return arms.reduce((sum, own) => (own.arm === arm || own.arm === 'start' ? sum + own.sessions : sum), 0);
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function liftText({ arm, lift, alwaysValid: [low = 0, high = 0] }: Lift, sessions: number): string {
  const range = `${pointsText(low)} to ${pointsText(high)}`;
  return `Rules ${WHERE[arm]}: ${pointsText(lift)} points (${range}) over the start, of ${counted(sessions, 'session')}.`;
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
  const part = (value: number) => pointsText(value).replace(/\.\d$/, '');
  if (low === null) return `${part(change)} %`;
  return `${part(change)} % (${part(low)} to ${high === null ? 'unbounded' : `${part(high)} %`})`;
}
