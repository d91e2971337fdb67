/**
 * A reviewer's own wording for a pending change. What was proposed is kept with it, and scan, lint and risk
 * are computed again, so that an amendment does not bypass any check.
 */
import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { type Finding, isBlocking } from '../../domain/safety/spans.ts';
import { assessRisk, type Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { ShownChangeset } from '../../domain/skills/changesets/changeset.ts';
import { checkOps, type DroppedOp } from '../../domain/skills/changesets/check-ops.ts';
import { type Operation, skillsNamedBy } from '../../domain/skills/changesets/ops.ts';
import { layoutIn } from '../../domain/skills/skill-md/document-layout.ts';
import { withoutLayout } from '../../domain/skills/skill-state.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, type Problem, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type LoadedSkill, loadSkills } from '../library/index.ts';
import { lockPending } from './load-for-decision.ts';
import { findFindings, findFindingsByOp } from './reading/find-findings.ts';
import { changesetView } from './reading/read-changesets.ts';
import type { ChangesetRecord, Versions } from './records.ts';
import { blockingRules, toSkillState } from './skill-texts.ts';
import { amendStore, changesetStore } from './store.ts';
import { requireShown } from './what-was-shown.ts';

interface AmendRequest {
  id: string;
  ops: Operation[];
  comment: string | null;
  /**
   * As in a review: what the operations replace must be what was shown. Versions do not matter: a stale
   * proposal stays stale.
   */
  expect?: string | null;
}

/**
 * Replaces the operations. Shown others than these: conflict, with what changed. Unknown: `changeset not
 * found`; no longer pending: conflict `changeset is <status>`; operations that could not apply together: 422
 * that names each.
 */
export async function amendChangeset(
  runtime: Runtime,
  principal: Principal,
  { id, ops: wanted, comment, expect = null }: AmendRequest,
): Promise<ShownChangeset> {
  const { tenant, actor } = principal;
  return await runtime.db.write(async (tx) => {
    const changeset = await lockPending(tx, tenant, id);
    requireShown(expect, { changeset, skills: [], outcome: null }, ['operations', 'findings']);
    const ops = wanted.map((op) => withKnownLayout(op, changeset.ops));
    const affected = await loadNamed(tx, tenant, { agentId: changeset.agentId, ops });
    requireApplicable(ops, affected);
    const amendment = {
      ops,
      originalOps: changeset.originalOps ?? changeset.ops,
      risk: assessRisk(ops, blockingRules(affected)),
      safetyFindings: await amendedFindings(runtime, changeset, ops),
      baseVersions: amendedBases(changeset.baseVersions, affected),
      amendedBy: actor,
      support: changeset.support,
    };
    if (!(await amendStore(tx, tenant).amend(id, amendment))) {
      throw new ServiceError('conflict', 'changeset was decided meanwhile');
    }
    await writeAudit(runtime, tx, principal, {
      action: 'changeset.amended',
      resource: `changeset:${id}`,
      details: {
        ...{ ops: ops.length, risk: amendment.risk, findings: amendment.safetyFindings },
        comment: redactIf(runtime.config.recall.redactPii, comment),
      },
    });
    const amended = { ...changeset, ...amendment };
    return changesetView(amended, affected);
  });
}

/**
 * A layout is what a document was read as, and its rules are scanned in its place. So one that no import made is left
 * out: it could have other words than the rules.
 */
function withKnownLayout(op: Operation, proposed: readonly Operation[]): Operation {
  if ((op.op !== 'create_skill' && op.op !== 'set_description') || op.front_matter === undefined) return op;
  const layout = layoutIn(op.front_matter);
  const isKnown = proposed.some((before) => {
    const fields = 'front_matter' in before ? before.front_matter : undefined;
    return fields !== undefined && isDeepStrictEqual(layoutIn(fields), layout);
  });
  return isKnown ? op : { ...op, front_matter: withoutLayout(op.front_matter) };
}

type AgentOperations = Pick<ChangesetRecord, 'agentId' | 'ops'>;

/** What scan, lint and risk would say of operations, and which of them could not apply. */
interface OpsCheck {
  findingsByOp: Finding[][];
  findings: Finding[];
  blocking: boolean;
  risk: Risk;
  /** The place of each operation that could not apply, and why. */
  faults: { index: number; why: DroppedOp['why'] }[];
}

/**
 * Checks operations as an amendment of a changeset, or of an author's own change, would be; stores nothing.
 */
export async function checkAmendment(
  runtime: Runtime,
  { tenant }: Principal,
  proposal: AgentOperations,
): Promise<OpsCheck> {
  const { ops } = proposal;
  const affected = await loadNamed(runtime.db.read, tenant, proposal);
  const findings = await findFindings(runtime, ops);
  return {
    findingsByOp: await findFindingsByOp(runtime, ops),
    findings,
    blocking: findings.some(isBlocking),
    risk: assessRisk(ops, blockingRules(affected)),
    faults: faultsOf(ops, affected),
  };
}

export async function loadNamed(
  tx: Tx,
  tenant: string,
  { agentId, ops }: AgentOperations,
): Promise<LoadedSkill[]> {
  const refs = skillsNamedBy(ops);
  return await loadSkills(tx, tenant, { agentId, ids: refs, names: refs });
}

/** The place of each operation that could not apply to the skills as they are now, and why. */
export function faultsOf(ops: Operation[], affected: LoadedSkill[]): OpsCheck['faults'] {
  const { dropped } = checkOps(ops, { skills: affected.map(toSkillState), limit: ops.length });
  return dropped.map(({ op, why }) => ({ index: ops.indexOf(op), why })).sort((a, b) => a.index - b.index);
}

/** Operations that could not apply to the skills as they are now: 422 that names each. */
export function requireApplicable(ops: Operation[], affected: LoadedSkill[]): void {
  const problems = faultsOf(ops, affected).map(
    ({ index, why }): Problem => ({ loc: ['body', 'ops', index], msg: `could not apply: ${why}`, type: why }),
  );
  if (problems.length > 0) throw new ServiceError('invalid', 'operations could not apply', { problems });
}

/** What the scan does not find by itself (a planted instruction that a learning job saw) is kept. */
async function amendedFindings(
  runtime: Runtime,
  { safetyFindings, ops: before }: ChangesetRecord,
  ops: Operation[],
): Promise<Finding[]> {
  const scanned = await findFindings(runtime, before);
  const found = await findFindings(runtime, ops);
  const kept = safetyFindings.filter((finding) => !scanned.includes(finding));
  return [...new Set([...kept, ...found])];
}

/** What was proposed against a version stays so: an amendment never makes a stale proposal fit again. */
function amendedBases(bases: Versions, affected: LoadedSkill[]): Versions {
  return Object.fromEntries(affected.map(({ skill: { id, version } }) => [id, bases[id] ?? version]));
}

/**
 * Adds a reviewer's comment to a changeset of any status. Comments are part of its history, the audit log.
 * Unknown: `changeset not found`.
 */
export async function commentChangeset(
  runtime: Runtime,
  principal: Principal,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const details = { text: redactIf(runtime.config.recall.redactPii, text) };
  await runtime.db.write(async (tx) => {
    const changeset = await changesetStore(tx, principal.tenant).find(id);
    if (changeset === null) throw notFound('changeset');
    const resource = `changeset:${id}` as const;
    await writeAudit(runtime, tx, principal, { action: 'changeset.commented', resource, details });
  });
}
