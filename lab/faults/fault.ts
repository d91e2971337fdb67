/** What a fault is, and what the faults share. */
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { makeLesson, reflection } from '../../server/testing/jobs/reflect-job.ts';
import type { StandInModel } from '../model/stand-in-model.ts';
import type { RecordedCall } from '../model/stand-in-plan.ts';
import type { Installation } from './installation.ts';
import { type Load, SKILL } from './load.ts';

export type Random = () => number;

export interface Fault {
  name: string;
  dialects: readonly Dialect[];
  /** False where this machine cannot bring it about; without it every machine can. */
  isPossible?(installation: Installation): boolean;
  /** Resolves when the fault is over; what has to recover then is given no further help. */
  inject(installation: Installation, random: Random, load: Load): Promise<void>;
}

export const BOTH: readonly Dialect[] = ['sqlite', 'postgresql'];
export const POSTGRESQL: readonly Dialect[] = ['postgresql'];
export const SQLITE: readonly Dialect[] = ['sqlite'];

/** A whole number from `from` on and below `to`. */
export const between = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from));

const RUN = /run (m\d+x-\d+)/;

/** The run that a call is about, as its task names it. */
const runIn = ({ user }: RecordedCall) => RUN.exec(user)?.[1] ?? 'unknown';

/** Programs the answers; each follows from the call alone. */
export function teachFromRuns(model: StandInModel): void {
  model.answer('judge_outcome', { outcome: 'success', confidence: 0.75, reason: 'the order was refunded' });
  model.answer('reflect', (call: RecordedCall) =>
    reflection({
      lessons: [makeLesson(`Compare the invoice with that of run ${runIn(call)} first`, { skill: SKILL })],
    }),
  );
  model.answer('curate', (call: RecordedCall) => ({
    rationale: 'The run went wrong for want of it.',
    ops: [
      {
        op: 'set_description',
        skill: SKILL,
        description: `Refund an order of a customer, as in run ${runIn(call)}`,
        reason: '',
      },
    ],
  }));
  model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'it helps' });
}
