/** From rows of the database to canaries. The columns were written from these types, which is what the casts rely on. */
import type { ArmEvidence } from '../../domain/skills/canary/arm.ts';
import type { ExperimentStatus } from '../../domain/skills/canary/status.ts';
import type { CanaryRule } from '../../domain/skills/canary/verdict.ts';
import { fromJson, toJson } from '../../platform/db/json.ts';
import type { ExperimentRecord } from './records.ts';

/** The columns of both arms' evidence. */
export interface EvidenceColumns {
  incumbentEvidence: number;
  incumbentReward: number;
  candidateEvidence: number;
  candidateReward: number;
}

export function evidenceOf(row: EvidenceColumns): ArmEvidence {
  return {
    incumbent: { weight: row.incumbentEvidence, reward: row.incumbentReward },
    candidate: { weight: row.candidateEvidence, reward: row.candidateReward },
  };
}

export function evidenceColumns({ incumbent, candidate }: ArmEvidence): EvidenceColumns {
  return {
    incumbentEvidence: incumbent.weight,
    incumbentReward: incumbent.reward,
    candidateEvidence: candidate.weight,
    candidateReward: candidate.reward,
  };
}

export function experimentColumns({ bounds, rates, evidence, candidate, ...record }: ExperimentRecord) {
  const [lowestRate, highestRate] = rates;
  const columns = { ...record, ...bounds, ...evidenceColumns(evidence) };
  return { ...columns, lowestRate, highestRate, candidate: toJson(candidate) };
}

type Row = Omit<ReturnType<typeof experimentColumns>, 'status' | 'rule'> &
  Record<'status' | 'rule' | 'tenant', string>;

export function experimentOf(row: Row): ExperimentRecord {
  const { tenant: _, threshold, minSamples, maxSamples, lowestRate, highestRate, ...rest } = row;
  const { incumbentEvidence, incumbentReward, candidateEvidence, candidateReward, ...record } = rest;
  return {
    ...record,
    status: record.status as ExperimentStatus,
    rule: record.rule as CanaryRule,
    bounds: { threshold, minSamples, maxSamples },
    rates: [lowestRate, highestRate],
    evidence: evidenceOf({ incumbentEvidence, incumbentReward, candidateEvidence, candidateReward }),
    candidate: fromJson(record.candidate),
  };
}
