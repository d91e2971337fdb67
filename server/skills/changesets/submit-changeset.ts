/**
 * Stores a proposal as a changeset and lets policy decide on it at once. The one way in, for people and for
 * learning alike, so that nothing reaches a skill without scan, risk, record and audit.
 */

import { writeAudit } from '../../audit/index.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { type Finding, isBlocking } from '../../domain/safety/spans.ts';
import { assessRisk, decideApproval, setsBlocking } from '../../domain/skills/changesets/approval-policy.ts';
import { skillsNamedBy } from '../../domain/skills/changesets/ops.ts';
import { FIRST_STATUS } from '../../domain/skills/changesets/status.ts';
import { type SaidBy, type Support, supportOf } from '../../domain/skills/changesets/support.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LoadedSkill, lockLibrary } from '../library/index.ts';
import { countStatus, type Decider } from './decide-changeset.ts';
import { determineOutcome, executeApproval, overQuotaBy } from './execute-approval.ts';
import { notifyOfChangeset } from './notify-of-changeset.ts';
import { findFindings } from './reading/find-findings.ts';
import type { ChangesetRecord, Proposal, Versions } from './records.ts';
import { blockingRules } from './skill-texts.ts';
import { amendStore, changesetStore, supportingRuns } from './store.ts';

/**
 * A proposal with the existing skills that its operations name, read under the lock of the agent's library.
 */
export interface Submission {
  proposal: Proposal;
  affected: LoadedSkill[];
  /** What is known to be wrong with it, in addition to what the safety scan finds. */
  findings?: readonly Finding[];
  /** For each operation, where its words were said in the runs that taught it. */
  origins?: SaidBy[][];
  /** For each operation, the runs that taught it; null where all of them did. */
  taughtBy?: readonly (readonly string[] | null)[];
  /** What it rests on, where that is known already: its runs may be gone. */
  support?: Support | null;
  /** The changeset that it proposes once more. */
  earlier?: string;
}

/**
 * Stores the proposal (operations that could never apply must have been dropped before) and, where policy
 * approves, applies it in the same transaction. Over the tenant's quota of skills, what a person wrote is refused and
 * what was learned waits for a reviewer. Returns the changeset as it is after that.
 */
export async function submitChangeset(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  submission: Submission,
): Promise<ChangesetRecord> {
  const { affected } = submission;
  const changeset = await storePending(runtime, tx, tenant, submission);
  const { risk, safetyFindings: findings, evalScore, humanAuthored } = changeset;
  const skillsChanged = Object.keys(changeset.baseVersions).length;
  const sessions = changeset.support?.independentSessions ?? 0;
  const facts = { risk, skillsChanged, findings, evalScore, humanAuthored, sessions };
  const { governance: settings } = await readTenantConfig(runtime, tx, tenant);
  const decision = decideApproval({ ...facts, settings });
  const outcome = decision.autoApprove
    ? await determineOutcome(runtime, tx, tenant, { changeset, affected })
    : null;
  const refusal = outcome === null ? null : await overQuotaBy(runtime, tx, tenant, outcome);
  if (refusal !== null && humanAuthored) throw refusal;
  if (outcome === null || refusal !== null) {
    await notifyOfChangeset(runtime, tx, tenant, { type: 'changeset.pending', changeset });
    return changeset;
  }
  const decider = automaticDecider(changeset);
  return await executeApproval(runtime, tx, tenant, { decider, changeset, affected, outcome });
}

/** As {@link submitChangeset}, for a reviewer to decide on no matter what policy would. */
export async function storePending(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  submission: Submission,
): Promise<ChangesetRecord> {
  const { proposal, affected, findings: known = [], origins = [], taughtBy = [] } = submission;
  const { support, earlier } = submission;
  const found = await findFindings(runtime, proposal.ops);
  const changeset: ChangesetRecord = {
    ...proposal,
    promptVersion: proposal.promptVersion ?? null,
    id: runtime.newId('changeset'),
    status: FIRST_STATUS,
    originalOps: null,
    risk: assessRisk(proposal.ops, blockingRules(affected)),
    safetyFindings: blockingFirst([...new Set([...known, ...blockingFindings(proposal), ...found])]),
    baseVersions: baseVersions(proposal, affected),
    appliedVersions: null,
    reviewer: null,
    reviewComment: null,
    rejectionReason: null,
    skipCanary: false,
    support: support === undefined ? await readSupport(tx, tenant, proposal, { origins, taughtBy }) : support,
    amendedBy: null,
    createdAt: runtime.clock(),
  };
  const { id, source, risk, ops, safetyFindings, proposedBy: actor } = changeset;
  const store = changesetStore(tx, tenant);
  await store.add(changeset);
  await store.addTargets(id, Object.keys(changeset.baseVersions));
  const details = { source, risk, ops: ops.length, findings: safetyFindings, earlier };
  const resource = `changeset:${id}` as const;
  await writeAudit(runtime, tx, { tenant, actor }, { action: 'changeset.proposed', resource, details });
  countStatus(runtime, tx, changeset);
  return changeset;
}

/** Notes further runs that taught what an open changeset says; one that was decided meanwhile stays as it is. */
export async function addSupport(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { changeset: id, episodeIds }: { changeset: string; episodeIds: readonly string[] },
): Promise<void> {
  const store = changesetStore(tx, tenant);
  const agentId = await store.findAgent(id);
  if (agentId === null) return;
  await lockLibrary(tx, tenant, agentId);
  const changeset = await store.find(id);
  const added = episodeIds.filter((episode) => !changeset?.episodeIds.includes(episode));
  if (changeset === null || added.length === 0) return;
  const ids = [...changeset.episodeIds, ...added];
  const { support, ops } = changeset;
  const counted = supportOf(await supportingRuns(tx, tenant, ids), {
    origins: support?.origins ?? [],
    taughtBy: [],
  });
  // The runs may have taught one of several operations only.
  const independentSessions = ops.length === 1 ? counted.independentSessions : support?.independentSessions;
  const isNoted = await amendStore(tx, tenant).setSupport(id, ids, {
    ...counted,
    independentSessions: independentSessions ?? counted.independentSessions,
  });
  if (!isNoted) return;
  const entry = {
    action: 'changeset.supported',
    resource: `changeset:${id}`,
    details: { episodes: added },
  } as const;
  await writeAudit(runtime, tx, { tenant, actor: SYSTEM_ACTORS.reflection }, entry);
}

/** Whether a rule may block calls is decided by a person who says so: neither by learning nor by a document. */
function blockingFindings({ ops, source }: Proposal): Finding[] {
  return source !== 'api' && setsBlocking(ops) ? ['injection:blocking_rule'] : [];
}

async function readSupport(
  tx: Tx,
  tenant: string,
  { episodeIds }: Proposal,
  attribution: Pick<Required<Submission>, 'origins' | 'taughtBy'>,
): Promise<Support | null> {
  if (episodeIds.length === 0) return null;
  return supportOf(await supportingRuns(tx, tenant, episodeIds), attribution);
}

function blockingFirst(findings: Finding[]): Finding[] {
  return findings.sort((a, b) => Number(isBlocking(b)) - Number(isBlocking(a)));
}

function baseVersions({ ops }: Proposal, affected: LoadedSkill[]): Versions {
  const named = new Set(skillsNamedBy(ops));
  const based = affected.filter(({ skill }) => named.has(skill.id) || named.has(skill.name));
  return Object.fromEntries(based.map(({ skill }) => [skill.id, skill.version]));
}

/** A person's own change needs no reviewer; what was learned carries policy as its reviewer. */
function automaticDecider({ humanAuthored, proposedBy }: ChangesetRecord): Decider {
  return humanAuthored
    ? { actor: proposedBy, trigger: 'author', reviewer: null, comment: null }
    : { actor: SYSTEM_ACTORS.policy, trigger: 'approve', reviewer: SYSTEM_ACTORS.policy, comment: null };
}
