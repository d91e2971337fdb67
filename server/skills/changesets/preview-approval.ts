/**
 * What approving a changeset would do now, in the words of the button that promises it. A reviewer who
 * approves may send the promise back, and the server refuses if it no longer holds.
 */

import type { Forecast } from '../../domain/measurement/when-known.ts';
import { knownRates } from '../../domain/skills/canary/verdict.ts';
import type { ApprovalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { forecastNewCanary } from '../canary/index.ts';
import { type ApprovalQuestion, determineOutcome, findLoaded, servedCharacters } from './execute-approval.ts';
import type { Versions } from './records.ts';
import { approvalDigest, targetVersions } from './what-was-shown.ts';

/** A skill that an approval would give a new version; one that it would create has no id yet. */
interface PromisedVersion {
  id: string | null;
  name: string;
  from: number | null;
  to: number;
}

/**
 * `reason` says why it is this outcome. `versions` are those that would be written: at once, or where
 * `status` is `canary` once the canary is won. `behind` are the skills whose canaries it would wait for.
 * `expect` identifies all of it and is what the click sends along, together with the operations, findings and
 * versions that were shown.
 */
export interface ApprovalPreview {
  status: ApprovalOutcome['status'];
  reason: string;
  versions: PromisedVersion[];
  behind: string[];
  expect: string;
}

/**
 * A preview with the time that a canary would take; `trial` is null unless one would start, its forecast without
 * traffic.
 */
export interface PacedPreview extends ApprovalPreview {
  trial: { skillId: string; forecast: Forecast | null } | null;
}

/** The outcome of approving a changeset now, with `affected`, its skills as they are. */
export async function pacedPreview(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  question: ApprovalQuestion,
): Promise<PacedPreview> {
  const outcome = await determineOutcome(runtime, tx, tenant, question);
  const preview = previewApproval(outcome, question);
  if (outcome.status !== 'canary') return { ...preview, trial: null };
  const loaded = findLoaded(outcome.candidate, question.affected);
  const { id: skillId, evidence: weight, reward } = loaded.skill;
  const rates = knownRates({ weight, reward });
  const characters = servedCharacters(loaded, outcome.candidate);
  const forecast = await forecastNewCanary(runtime, tenant, { skillId, rates, characters });
  return { ...preview, trial: { skillId, forecast } };
}

/** An outcome as it is promised. */
export function previewApproval(
  outcome: ApprovalOutcome,
  { changeset, affected }: ApprovalQuestion,
): ApprovalPreview {
  const { status, reason } = outcome;
  const versions = promisedVersions(outcome, changeset.baseVersions);
  const behind = outcome.status === 'approved' ? [...outcome.behind] : [];
  const expect = approvalDigest({
    changeset,
    skills: targetVersions(
      changeset,
      affected.map(({ skill }) => skill),
    ),
    outcome,
  });
  return { status, reason, versions, behind, expect };
}

function promisedVersions(outcome: ApprovalOutcome, bases: Versions): PromisedVersion[] {
  const promised = (id: string, name: string) => {
    const from = bases[id] ?? 0;
    return { id, name, from, to: from + 1 };
  };
  switch (outcome.status) {
    case 'applied':
    case 'canary': {
      const changed = outcome.status === 'canary' ? [outcome.candidate] : outcome.changed;
      return [
        ...changed.map(({ id, name }) => promised(id, name)),
        ...outcome.created.map(({ name }) => ({ id: null, name, from: null, to: 1 })),
      ];
    }
    case 'approved':
    case 'failed':
      return [];
    default:
      return outcome satisfies never;
  }
}
