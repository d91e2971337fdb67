/**
 * Which runs go without learned skills, so that what learning is worth can be measured. A session is in or out as a whole and
 * stays so, whichever process asks; a higher rate only adds sessions to those already held out.
 */
import { drawUnit } from './draw-unit.ts';

/** `sessionId` null (or empty) means no session, `rate` a share of 1, `random` a number in [0, 1). */
export type HoldoutDraw = {
  readonly tenant: string;
  readonly agentId: string;
  readonly sessionId: string | null;
  readonly rate: number;
  readonly random: number;
};

/** Whether a recall belongs to the holdout. Without a session each recall draws for itself, with `random`. */
export function inHoldout({ tenant, agentId, sessionId, rate, random }: HoldoutDraw): boolean {
  // An empty session would put all of a careless client's traffic on one side.
  const draw = sessionId ? drawUnit('holdout', tenant, agentId, sessionId) : random;
  return draw < rate;
}
