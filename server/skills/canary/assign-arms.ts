/**
 * Chooses the arms of one recall. A session (without one its user) keeps the arm it was first given; each
 * recall with neither chooses for itself. The choice and its propensity are stored before anything is served
 * by it; while the database takes no writes, nothing is.
 */
import { createHash } from 'node:crypto';
import { drawUnit } from '../../domain/runs/holdout.ts';
import { type Assignment, chooseArm } from '../../domain/skills/canary/arm.ts';
import { isWriteTrouble } from '../../platform/db/trouble.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { assignmentStore, type RunningTrial } from './assignment-store.ts';

export interface RecallOwner {
  recallId: string;
  sessionId: string | null;
  userId: string | null;
}

const DIGITS = 32;

/**
 * The randomization unit that a recall belongs to. Hashed: it outlives the user's data, and is only ever
 * compared. An empty session is none.
 */
export function randomizationUnit(owner: RecallOwner): string {
  return createHash('sha256').update(unitName(owner)).digest('hex').slice(0, DIGITS);
}

/** The same in plain text, for draws: nothing that is stored may hold it. */
export function unitName({ recallId, sessionId, userId }: RecallOwner): string {
  return ownerName(sessionId, userId) ?? `recall:${recallId}`;
}

function ownerName(sessionId: string | null, userId: string | null): string | null {
  if (sessionId) return `session:${sessionId}`;
  return userId ? `user:${userId}` : null;
}

/**
 * The arm for each of the canaries that still runs; those that ended meanwhile are absent. One read, and one
 * write where an arm is new.
 */
export async function assignArms(
  runtime: Runtime,
  tenant: string,
  { experimentIds, owner }: { experimentIds: string[]; owner: RecallOwner },
): Promise<Map<string, Assignment>> {
  const store = assignmentStore(runtime.db.read, tenant);
  const unit = randomizationUnit(owner);
  const arms = new Map<string, Assignment>();
  const fresh: (Assignment & { experimentId: string })[] = [];
  const name = ownerName(owner.sessionId, owner.userId);
  for (const trial of await store.running(experimentIds, unit)) {
    const choice = trial.assigned ?? choose(runtime, trial, name);
    arms.set(trial.id, choice);
    if (trial.assigned === null) fresh.push({ ...choice, experimentId: trial.id });
  }
  // A recall without session and user never comes back: its own record says which arm it was given.
  if (fresh.length === 0 || name === null) return arms;
  try {
    return new Map([...arms, ...(await store.assign(unit, fresh, runtime.clock()))]);
  } catch (error) {
    if (!isWriteTrouble(error)) throw error;
    // Nothing is served by a choice that is not stored: the skill goes out as it is.
    for (const { experimentId } of fresh) arms.delete(experimentId);
    return arms;
  }
}

function choose(runtime: Runtime, trial: RunningTrial, name: string | null): Assignment {
  const draw = name === null ? runtime.random() : drawUnit('arm', trial.id, name);
  return chooseArm(trial.evidence, trial, draw);
}
