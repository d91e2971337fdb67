/** What a fault is, and what the faults share. */
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import type { Installation } from './installation.ts';
import type { Load } from './load.ts';

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
