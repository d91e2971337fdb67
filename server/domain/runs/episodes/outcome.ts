/** How a run ended, as whoever ran it reports it. */
import { z } from 'zod';

export const OUTCOMES = ['success', 'failure', 'partial', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const outcomeSchema = z.enum(OUTCOMES).meta({ id: 'Outcome' });
