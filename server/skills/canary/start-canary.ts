import type { Evidence } from '../../domain/measurement/beta.ts';
import { NO_ARM_EVIDENCE } from '../../domain/skills/canary/arm.ts';
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
  { existing, history, ...trial }: Trial,
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

function trialRow(skillId: string, bullet: CandidateRule, position: number) {
  const counters = { helpful: 0, harmful: 0, neutral: 0, used: 0 };
  return { ...bullet, ...counters, skillId, position, status: 'active' as const };
}
