/**
 * Stores a proposal as a changeset and lets policy decide on it at once. The one way in, for people and for
 * learning alike, so that nothing reaches a skill without scan, risk, record and audit.
 */

import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/index.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { type Finding, isBlocking } from '../../domain/safety/spans.ts';
import { assessRisk, decideApproval, setsBlocking } from '../../domain/skills/changesets/approval-policy.ts';
import { skillsNamedBy } from '../../domain/skills/changesets/ops.ts';
import { FIRST_STATUS } from '../../domain/skills/changesets/status.ts';
import { type Support, supportOf } from '../../domain/skills/changesets/support.ts';
import { addSources, type SourceCount } from '../../domain/trust/because.ts';
import type { Source } from '../../domain/trust/side.ts';
import { isSameSource } from '../../domain/trust/source-names.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LoadedSkill, lockLibrary } from '../library/index.ts';
import { countStatus, type Decider } from './decide-changeset.ts';
import { determineOutcome, executeApproval, overQuotaBy } from './execute-approval.ts';
import { loadAffected } from './load-for-decision.ts';
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
  const { humanAuthored } = changeset;
  const outcome = (await isApprovable(runtime, tx, tenant, changeset))
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

/** What policy looks at. */
export function proposalFacts(changeset: ChangesetRecord) {
  const { risk, safetyFindings: findings, evalScore, humanAuthored, because } = changeset;
  const skillsChanged = Object.keys(changeset.baseVersions).length;
  const sessions = changeset.support?.independentSessions ?? 0;
  return { risk, skillsChanged, findings, evalScore, humanAuthored, sessions, because };
}

async function isApprovable(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  changeset: ChangesetRecord,
): Promise<boolean> {
  const { governance: settings } = await readTenantConfig(runtime, tx, tenant);
  return decideApproval({ ...proposalFacts(changeset), settings }).autoApprove;
}

/** As {@link submitChangeset}, for a reviewer to decide on no matter what policy would. */
export async function storePending(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  submission: Submission,
): Promise<ChangesetRecord> {
  const { proposal, affected, findings: known = [], taughtBy = [] } = submission;
  const { support, earlier } = submission;
  const found = await findFindings(runtime, proposal.ops);
  const changeset: ChangesetRecord = {
    ...proposal,
    promptVersion: proposal.promptVersion ?? null,
    sources: proposal.sources ?? [],
    because: proposal.because ?? [],
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
    support: support === undefined ? await readSupport(tx, tenant, proposal, taughtBy) : support,
    amendedBy: null,
    createdAt: runtime.clock(),
  };
  const { id, source, risk, ops, safetyFindings, proposedBy: actor } = changeset;
  const store = changesetStore(tx, tenant);
  await store.add(changeset);
  await store.addTargets(id, Object.keys(changeset.baseVersions));
  const details = {
    source,
    risk,
    ops: ops.length,
    findings: safetyFindings,
    because: changeset.because,
    earlier,
  };
  const resource = `changeset:${id}` as const;
  await writeAudit(runtime, tx, { tenant, actor }, { action: 'changeset.proposed', resource, details });
  countStatus(runtime, tx, changeset);
  return changeset;
}

/** Runs that taught what an open changeset says; `sources` of them where they taught all of it. */
interface AddedSupport {
  readonly changeset: string;
  readonly episodeIds: readonly string[];
  readonly sources: readonly SourceCount[];
  readonly becauseOf: (sources: readonly SourceCount[]) => string[];
}

/**
 * Notes further runs that taught what an open changeset says; one that was decided meanwhile stays as it is. Where nothing of its
 * sources needs a person any more, as when a second user taught it, policy decides on it anew.
 */
export async function addSupport(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { changeset: id, episodeIds, sources: more, becauseOf }: AddedSupport,
): Promise<void> {
  const changeset = await lockOpen(tx, tenant, id);
  const added = episodeIds.filter((episode) => !changeset?.episodeIds.includes(episode));
  if (changeset === null || added.length === 0) return;
  const ids = [...changeset.episodeIds, ...added];
  const { support, ops } = changeset;
  const counted = supportOf(await supportingRuns(tx, tenant, ids), []);
  // The runs may have taught one of several operations only.
  const known = ops.length === 1 ? counted.independentSessions : support?.independentSessions;
  const independentSessions = known ?? counted.independentSessions;
  const sources = addSources(changeset.sources, more);
  const because = becauseOf(sources);
  const supported = { support: { ...counted, independentSessions }, sources, because };
  if (!(await amendStore(tx, tenant).setSupport(id, ids, supported))) return;
  const entry = {
    action: 'changeset.supported',
    resource: `changeset:${id}`,
    details: { episodes: added },
  } as const;
  await writeAudit(runtime, tx, { tenant, actor: SYSTEM_ACTORS.reflection }, entry);
  if (changeset.because.length > 0 && because.length === 0) {
    await decideAnew(runtime, tx, tenant, { ...changeset, ...supported, episodeIds: ids });
  }
}

/** Locks the library of a changeset's agent, and reads it. */
async function lockOpen(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord | null> {
  const store = changesetStore(tx, tenant);
  const agentId = await store.findAgent(id);
  if (agentId === null) return null;
  await lockLibrary(tx, tenant, agentId);
  return await store.find(id);
}

/** Has policy decide on a pending changeset once more, after what held it has changed; not on a reviewer's wording. Its library is locked. */
async function decideAnew(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  changeset: ChangesetRecord,
): Promise<boolean> {
  if (changeset.status !== 'pending' || changeset.amendedBy !== null) return false;
  if (!(await isApprovable(runtime, tx, tenant, changeset))) return false;
  const affected = await loadAffected(tx, tenant, changeset);
  const outcome = await determineOutcome(runtime, tx, tenant, { changeset, affected });
  // What has become stale is for a person to see.
  if (outcome.status === 'failed' || (await overQuotaBy(runtime, tx, tenant, outcome)) !== null) return false;
  const decider = automaticDecider(changeset);
  await executeApproval(runtime, tx, tenant, { decider, changeset, affected, outcome });
  return true;
}

interface Holds {
  readonly agentId: string;
  readonly becauseOf: AddedSupport['becauseOf'];
}

/** The agent's waiting changesets of which it is different now why they wait, with the reasons of now. */
async function findRevised(tx: Tx, tenant: string, { agentId, becauseOf }: Holds): Promise<Revised[]> {
  const store = changesetStore(tx, tenant);
  const waiting = await store.lookBack({ agentId, statuses: ['pending'], limit: MOST_REVISED });
  return waiting.flatMap((changeset) => {
    if (changeset.sources.length === 0) return [];
    const because = becauseOf(changeset.sources);
    if (isDeepStrictEqual(because, changeset.because)) return [];
    const isFree = changeset.because.length > 0 && because.length === 0;
    return [{ changeset: { ...changeset, because }, isFree }];
  });
}

interface Revised {
  readonly changeset: ChangesetRecord;
  /** Whether no source holds it any more. */
  readonly isFree: boolean;
}

/** Says anew why an agent's waiting changesets wait, and has policy decide on those that no source holds any more; their number. */
export async function reviseHolds(runtime: Runtime, tx: Tx, tenant: string, holds: Holds): Promise<number> {
  await lockLibrary(tx, tenant, holds.agentId);
  let decided = 0;
  for (const { changeset, isFree } of await findRevised(tx, tenant, holds)) {
    await amendStore(tx, tenant).setBecause(changeset.id, changeset.because);
    if (isFree && (await decideAnew(runtime, tx, tenant, changeset))) decided += 1;
  }
  return decided;
}

/**
 * On how many waiting changesets policy would decide that `source` taught, and how many it would approve. Of several on one
 * skill only the first can apply to the version that it was proposed against.
 */
export async function previewHolds(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { source, ...holds }: Holds & { source: Source },
): Promise<{ decides: number; approves: number }> {
  const free = (await findRevised(tx, tenant, holds)).filter(
    ({ isFree, changeset }) => isFree && changeset.sources.some((one) => isSameSource(one, source)),
  );
  const changed = new Set<string>();
  let approves = 0;
  for (const { changeset } of free) {
    const skills = Object.keys(changeset.baseVersions);
    if (changeset.amendedBy !== null || skills.some((id) => changed.has(id))) continue;
    if (!(await isApprovable(runtime, tx, tenant, changeset))) continue;
    for (const id of skills) changed.add(id);
    approves += 1;
  }
  return { decides: free.length, approves };
}

/** Waiting changesets of an agent that are looked through. */
const MOST_REVISED = 1000;

/** Whether a rule may block calls is decided by a person who says so: neither by learning nor by a document. */
function blockingFindings({ ops, source }: Proposal): Finding[] {
  return source !== 'api' && setsBlocking(ops) ? ['injection:blocking_rule'] : [];
}

async function readSupport(
  tx: Tx,
  tenant: string,
  { episodeIds }: Proposal,
  taughtBy: Required<Submission>['taughtBy'],
): Promise<Support | null> {
  if (episodeIds.length === 0) return null;
  return supportOf(await supportingRuns(tx, tenant, episodeIds), taughtBy);
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
