/**
 * Chooses the arms of one recall. A session (without one its user) keeps the arm it was first given; recalls with neither
 * choose each for themselves. The choice and its probability are stored before anything is served by it.
 */
import { createHash } from 'node:crypto';
import { drawUnit } from '../../domain/runs/holdout.ts';
import { type Assignment, chooseArm } from '../../domain/skills/canary/arm.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { assignmentStore, type Standing } from './assignment-store.ts';

/** Whose recall it is. */
export interface RecallOwner {
  recallId: string;
  sessionId: string | null;
  userId: string | null;
}

const DIGITS = 32;

/**
 * The unit of evidence that a recall belongs to. Hashed: it outlives the user's data, and is only ever compared. An empty
 * session is none.
 */
export function unitOf({ recallId, sessionId, userId }: RecallOwner): string {
  const name = nameOf(sessionId, userId) ?? `recall:${recallId}`;
  return createHash('sha256').update(name).digest('hex').slice(0, DIGITS);
}

function nameOf(sessionId: string | null, userId: string | null): string | null {
  if (sessionId) return `session:${sessionId}`;
  return userId ? `user:${userId}` : null;
}

/** The arm for each of the canaries that still runs; those that ended meanwhile are absent. One read, and one write where an arm is new. */
export async function assignArms(
  runtime: Runtime,
  tenant: string,
  { experimentIds, owner }: { experimentIds: string[]; owner: RecallOwner },
): Promise<Map<string, Assignment>> {
  const store = assignmentStore(runtime.db.read, tenant);
  const unit = unitOf(owner);
  const arms = new Map<string, Assignment>();
  const fresh: (Assignment & { experimentId: string })[] = [];
  const name = nameOf(owner.sessionId, owner.userId);
  for (const standing of await store.standings(experimentIds, unit)) {
    const choice = standing.assigned ?? choose(runtime, standing, name);
    arms.set(standing.id, choice);
    if (standing.assigned === null) fresh.push({ ...choice, experimentId: standing.id });
  }
  // A recall of its own is never met again: what it was given stands in its record.
  if (fresh.length === 0 || name === null) return arms;
  const standing = await store.assign(unit, fresh, runtime.clock());
  return new Map([...arms, ...standing]);
}

function choose(runtime: Runtime, { id, floor, evidence }: Standing, name: string | null): Assignment {
  const draw = name === null ? runtime.random() : drawUnit('arm', id, name);
  return chooseArm(evidence, floor, draw);
}
