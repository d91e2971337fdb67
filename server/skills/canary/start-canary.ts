import type { Evidence } from '../../domain/measurement/beta.ts';
import { NO_SESSIONS } from '../../domain/measurement/session-sums.ts';
import { type Arm, NO_ARM_EVIDENCE } from '../../domain/skills/canary/arm.ts';
import { type GuardrailRules, readMargins } from '../../domain/skills/canary/guardrails.ts';
import { type MeasuredArms, NO_MEASURES } from '../../domain/skills/canary/measures.ts';
import { knownRates } from '../../domain/skills/canary/verdict.ts';
import { bumpSkills, readTenantConfig } from '../../knowledge/index.ts';
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { libraryStore } from '../library/index.ts';
import { calibrate } from './calibrate.ts';
import type { CandidateRule, CandidateText, ExperimentRecord } from './rows.ts';
import { experimentStore } from './store.ts';

/** What is tried on which skill. `existing` are the ids of all rules that the skill has or had. */
export interface Trial {
  agentId: string;
  skillId: string;
  changesetId: string;
  baseVersion: number;
  candidate: CandidateText;
  existing: ReadonlySet<string>;
  /** How long either text is as it is served. */
  characters: Record<Arm, number>;
  /** What the skill was credited with until now. */
  history: Evidence;
}

/**
 * Starts a canary with the settings of now: from the commit on, recalls that select the skill serve either
 * text. The caller has locked the agent's library and knows that no canary runs on the skill. Rules that only
 * the candidate has are stored, so that what they are credited with survives a promotion.
 */
export async function startCanary(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { existing, history, characters, ...trial }: Trial,
): Promise<ExperimentRecord> {
  const { canary } = await readTenantConfig(runtime, tx, tenant);
  const { rule, floor, threshold, minSamples, maxSamples } = canary;
  const at = runtime.clock();
  const experiment: ExperimentRecord = {
    ...trial,
    id: runtime.newId('experiment'),
    status: 'running',
    rule,
    floor,
    bounds: { threshold, minSamples, maxSamples },
    boundary: null,
    rates: knownRates(history),
    evidence: NO_ARM_EVIDENCE,
    guardrails: guardrailRules(runtime),
    measures: unmeasuredArms(characters),
    sessions: { incumbent: NO_SESSIONS, candidate: NO_SESSIONS },
    credits: 0,
    looks: 0,
    startedAt: at,
    endedAt: null,
    reason: null,
  };
  await experimentStore(tx, tenant).add(experiment);
  const fresh = trial.candidate.bullets.filter(({ id }) => !existing.has(id));
  const rows = fresh.map((bullet, index) => trialRow(trial.skillId, bullet, index));
  if (rows.length > 0) await libraryStore(tx, tenant).putBullets(rows, at, true);
  await bumpSkills(tx, tenant, trial.agentId, [trial.skillId]);
  afterCommit(tx, () => calibrate(runtime, tenant, experiment));
  return experiment;
}

/** Both arms before their first run. */
export function unmeasuredArms({ incumbent, candidate }: Record<Arm, number>): MeasuredArms {
  return {
    incumbent: { ...NO_MEASURES, characters: incumbent },
    candidate: { ...NO_MEASURES, characters: candidate },
  };
}

/** The guardrails of now; null where none is configured. */
export function guardrailRules({ config }: Runtime): GuardrailRules | null {
  const margins = readMargins(config.canary.guardrails) ?? {};
  if (Object.keys(margins).length === 0) return null;
  return { margins, cheaper: config.canary.cheaper ? config.canary.cheaperMargin : null };
}

function trialRow(skillId: string, bullet: CandidateRule, position: number) {
  const counters = { helpful: 0, harmful: 0, neutral: 0, used: 0 };
  return { ...bullet, ...counters, skillId, position, status: 'active' as const };
}
