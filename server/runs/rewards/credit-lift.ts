/**
 * Keeps the sums from which the lift is read: of each agent, and of each of its weeks, the evidence of runs with skills
 * and of the holdout, by runs and by sessions.
 */

import type { Evidence } from '../../domain/measurement/beta.ts';
import {
  addSessions,
  type GroupSessions,
  NO_SESSIONS,
  sessionSums,
  subtractSessions,
} from '../../domain/measurement/session-sums.ts';
import { HELD_BACK } from '../../domain/runs/holdback.ts';
import { addEvidence, NO_CREDIT, subtractEvidence } from '../../domain/runs/reward.ts';
import { dayNumber, weekOf } from '../../domain/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LiftSums, liftSumsStore, type MovedUnit, type UnitStep } from './lift-sums-store.ts';

/**
 * The two groups whose success is compared to measure the lift: `treated` was served skills, `holdout` would
 * have been. Only runs to which a skill applied belong to one: the others would have gone the same way with
 * and without skills.
 */
export type LiftGroup = 'treated' | 'holdout';

/** The group of a run by its recall. */
export function chooseLiftGroup({
  applied,
  holdout,
  skills,
}: {
  applied: boolean;
  holdout: boolean;
  skills: readonly { reason: string; file: boolean }[];
}): LiftGroup | null {
  // A run that went without one of its skills is neither, and one that has a skill as a file has it in the holdout too.
  if (!applied || skills.some(({ reason, file }) => reason === HELD_BACK || file)) return null;
  return holdout ? 'holdout' : 'treated';
}

/** What an episode adds, or how it changed. */
export interface LiftPart {
  agentId: string;
  recordedAt: Date;
  /** 1 for an episode that is new, 0 where it was counted before, −1 where it is taken back. */
  episodes: number;
  liftGroup: LiftGroup | null;
  /** Null for an episode from before sessions were counted. */
  liftUnit: string | null;
  evidence: Evidence;
}

interface SessionStep {
  agentId: string;
  week: string;
  sessions: GroupSessions;
}

/**
 * Adds the parts. The rows of their sessions are locked before those of the totals. Answers with how many episodes
 * each of the agents has recorded now.
 */
export async function creditLift(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  parts: readonly LiftPart[],
): Promise<Map<string, number>> {
  const store = liftSumsStore(tx, tenant);
  const counted = parts.filter(({ liftGroup, evidence }) => liftGroup !== null && !isNothing(evidence));
  const steps = unitChanges(counted);
  const moved = steps.length === 0 ? [] : await store.moveUnits(steps, runtime.clock());
  const sessions = moved.flatMap((unit) => sessionStep(unit, steps));
  const byAgent = Map.groupBy(parts, ({ agentId }) => agentId);
  const today = dayNumber(runtime.clock());
  const totals = await store.addToTotals(
    [...byAgent].map(([agentId, own]) => {
      const episodes = own.reduce((sum, part) => sum + part.episodes, 0);
      const day = episodes > 0 ? today : 0;
      return { agentId, episodes, day, ...liftSums(own, ofAgent(sessions, agentId)) };
    }),
  );
  if (counted.length > 0) await store.addToWeeks(sumByWeek(counted, sessions));
  return totals;
}

const isNothing = ({ weight, reward }: Evidence): boolean => weight === 0 && reward === 0;

const ofAgent = <T extends { agentId: string }>(steps: readonly T[], id: string): T[] =>
  steps.filter(({ agentId }) => agentId === id);

const keyOf = ({ agentId, unit }: Pick<UnitStep, 'agentId' | 'unit'>) => `${agentId} ${unit}`;

/** What each session gets, in the order of their rows; of two groups the first that is named. */
function unitChanges(parts: readonly LiftPart[]): UnitStep[] {
  const steps = new Map<string, UnitStep>();
  for (const { agentId, liftUnit: unit, liftGroup, recordedAt, evidence } of parts) {
    if (unit === null || liftGroup === null) continue;
    const known = steps.get(keyOf({ agentId, unit }));
    if (known !== undefined && known.liftGroup !== liftGroup) continue;
    const week = known?.week ?? weekOf(recordedAt);
    const sum = addEvidence(known?.evidence ?? NO_CREDIT.evidence, evidence);
    steps.set(keyOf({ agentId, unit }), { agentId, unit, week, liftGroup, evidence: sum });
  }
  return [...steps.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** How a session moved the sums of its group and week. One that counts in the other group moves nothing. */
function sessionStep(unit: MovedUnit, steps: readonly UnitStep[]): SessionStep[] {
  const step = steps.find((one) => keyOf(one) === keyOf(unit));
  if (step === undefined || step.liftGroup !== unit.liftGroup) return [];
  const before = subtractEvidence(unit.evidence, step.evidence);
  const moved = subtractSessions(sessionSums(unit.evidence), sessionSums(before));
  const sessions = { treated: NO_SESSIONS, holdout: NO_SESSIONS, [unit.liftGroup]: moved };
  return [{ agentId: unit.agentId, week: unit.week, sessions }];
}

function sumByWeek(parts: readonly LiftPart[], sessions: readonly SessionStep[]) {
  const dated = parts.map((part) => ({ ...part, week: weekOf(part.recordedAt) }));
  const keys = new Map(
    [...dated, ...sessions].map(({ week, agentId }) => [`${week} ${agentId}`, { week, agentId }]),
  );
  const ordered = [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  return ordered.map(({ week, agentId }) => ({
    ...{ week, agentId },
    ...liftSums(
      ofAgent(dated, agentId).filter((part) => part.week === week),
      ofAgent(sessions, agentId).filter((step) => step.week === week),
    ),
  }));
}

const NOTHING: LiftSums = {
  ...{ treatedEvidence: 0, treatedReward: 0, holdoutEvidence: 0, holdoutReward: 0 },
  ...{ treatedSessions: 0, treatedMeans: 0, treatedSquares: 0 },
  ...{ holdoutSessions: 0, holdoutMeans: 0, holdoutSquares: 0 },
};

/** Sums the evidence of episodes (or of changes to it) by group; what belongs to none is left out. */
function liftSums(parts: readonly LiftPart[], steps: readonly SessionStep[]): LiftSums {
  if (steps.length === 0 && parts.every(({ liftGroup }) => liftGroup === null)) return NOTHING;
  const runsOf = (group: LiftGroup) =>
    parts
      .filter(({ liftGroup }) => liftGroup === group)
      .reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_CREDIT.evidence);
  const sessionsOf = (group: LiftGroup) =>
    steps.reduce((sum, { sessions }) => addSessions(sum, sessions[group]), NO_SESSIONS);
  const [treated, holdout] = [runsOf('treated'), runsOf('holdout')];
  const [treatedBy, holdoutBy] = [sessionsOf('treated'), sessionsOf('holdout')];
  return {
    ...{ treatedEvidence: treated.weight, treatedReward: treated.reward },
    ...{ holdoutEvidence: holdout.weight, holdoutReward: holdout.reward },
    ...{
      treatedSessions: treatedBy.sessions,
      treatedMeans: treatedBy.sum,
      treatedSquares: treatedBy.squares,
    },
    ...{
      holdoutSessions: holdoutBy.sessions,
      holdoutMeans: holdoutBy.sum,
      holdoutSquares: holdoutBy.squares,
    },
  };
}
