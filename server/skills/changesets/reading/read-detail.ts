/**
 * A changeset with everything a reviewer needs to decide on it: texts before and after, evidence, policy,
 * history.
 */
import { type AuditView, auditTrail } from '../../../audit/index.ts';
import type { EarlierChange } from '../../../domain/learning/quote.ts';
import type { Principal } from '../../../domain/principal.ts';
import { renderSkill } from '../../../domain/runs/recall/render-instructions.ts';
import type { Finding } from '../../../domain/safety/spans.ts';
import { type ApprovalDecision, decideApproval } from '../../../domain/skills/changesets/approval-policy.ts';
import {
  activeRules,
  type ShownChangeset,
  type SkillState,
} from '../../../domain/skills/changesets/changeset.ts';
import { canReview, isFinal, OPEN_STATUSES } from '../../../domain/skills/changesets/status.ts';
import { isOwnWork } from '../../../domain/skills/changesets/support.ts';
import {
  type Headline,
  headlineOf,
  skillOfHeadline,
} from '../../../domain/skills/changesets/wording/headline.ts';
import { layoutIn } from '../../../domain/skills/skill-md/document-layout.ts';
import { outlineRules } from '../../../domain/skills/skill-md/outline-rules.ts';
import { derive, type Trusted, together } from '../../../domain/trust/side.ts';
import { readTenantConfig } from '../../../knowledge/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { nextTurn } from '../../../platform/turns.ts';
import { exportDocument } from '../../documents/index.ts';
import type { LoadedSkill } from '../../library/index.ts';
import { type Reproposal, readReproposal } from '../decided/propose-again.ts';
import { findRolledBack } from '../decided/restore-version.ts';
import { determineOutcome } from '../execute-approval.ts';
import { loadAffected } from '../load-for-decision.ts';
import { type ApprovalPreview, previewApproval } from '../preview-approval.ts';
import type { ChangesetRecord } from '../records.ts';
import { previewStates, stateAt, toSkillState } from '../skill-texts.ts';
import { changesetStore, type ProposalFilter } from '../store.ts';
import { proposalFacts } from '../submit-changeset.ts';
import { detailStore, type LaterVersion, type SourceEpisode } from './detail-store.ts';
import { findFindingsByOp } from './find-findings.ts';
import { changesetView } from './read-changesets.ts';

/**
 * A skill of the changeset. `base` is what it was proposed against, `after` what it makes of that, `now` the
 * text in force. `next` is the version that followed: on the base while it waits, on the applied one once it
 * was applied.
 */
interface DetailSkill {
  id: string | null;
  name: string;
  baseVersion: number | null;
  appliedVersion: number | null;
  nowVersion: number | null;
  base: SkillState | null;
  after: SkillState | null;
  now: SkillState | null;
  next: LaterVersion | null;
}

interface ChangesetDetail {
  changeset: ShownChangeset;
  headline: Headline;
  proposedBy: string;
  humanAuthored: boolean;
  decidedAt: string | null;
  /** Whether it was applied, and a skill of it has been rolled back behind it since. */
  rolledBack: boolean;
  /** `moved`: it waits, but a skill has a newer version by now. */
  drift: 'current' | 'moved';
  skills: DetailSkill[];
  /**
   * What approving it would do now, with a canary where one is due and without; null unless it is pending.
   */
  approval: { asUsual: ApprovalPreview; skippingCanary: ApprovalPreview } | null;
  /** What stands in the way of proposing it again; null where it is not stale, failed or rejected. */
  again: Reproposal | null;
  /** The rules that policy judges by, and what each looked at. */
  policy: ApprovalDecision;
  /** Whether the viewer proposed or wrote it, where that keeps them from approving it. */
  isOwnWork: boolean;
  /** What scan and lint say of each operation, in the order of the operations. */
  findingsByOp: Finding[][];
  episodes: SourceEpisode[];
  activity: AuditView[];
}

/** One changeset. Unknown: `changeset not found`. */
export async function readDetail(
  runtime: Runtime,
  { tenant, actor }: Principal,
  id: string,
): Promise<ChangesetDetail> {
  const { read } = runtime.db;
  const record = await changesetStore(read, tenant).find(id);
  if (record === null) throw notFound('changeset');
  const store = detailStore(read, tenant);
  const affected = await loadAffected(read, tenant, record);
  const [skills, approval, again, episodes, decidedAt, rolledBack, activity] = await Promise.all([
    skillsOf(runtime, tenant, record, affected),
    approvalOf(runtime, tenant, record, affected),
    readReproposal(read, tenant, record),
    store.sources(record.episodeIds),
    store.decidedAt(id),
    findRolledBack(read, tenant, [record]),
    auditTrail(read, tenant, `changeset:${id}`),
  ]);
  await nextTurn();
  const { governance: settings } = await readTenantConfig(runtime, read, tenant);
  const { humanAuthored, proposedBy } = record;
  const moved = skills.some(({ baseVersion, nowVersion }) => baseVersion !== nowVersion);
  return {
    changeset: changesetView(record, affected),
    headline: headlineAmong(skills, record),
    proposedBy,
    humanAuthored,
    decidedAt: decidedAt?.toISOString() ?? null,
    rolledBack: rolledBack.has(id),
    drift: moved && !isFinal(record.status) ? 'moved' : 'current',
    skills,
    approval,
    again,
    policy: decideApproval({ ...proposalFacts(record), settings }),
    isOwnWork: settings.reviewFourEyes && isOwnWork(record, actor),
    findingsByOp: await findFindingsByOp(runtime, record.ops),
    episodes,
    activity,
  };
}

function headlineAmong(skills: readonly DetailSkill[], record: ChangesetRecord): Headline {
  const ref = skillOfHeadline(record.ops);
  const named = skills.find(({ id }) => id === ref) ?? skills.find(({ name }) => name === ref);
  return headlineOf(record, named?.base ?? null);
}

async function approvalOf(
  runtime: Runtime,
  tenant: string,
  record: ChangesetRecord,
  affected: LoadedSkill[],
): Promise<ChangesetDetail['approval']> {
  if (!canReview(record.status)) return null;
  const preview = async (skipCanary: boolean) => {
    const question = { changeset: { ...record, skipCanary }, affected };
    return previewApproval(await determineOutcome(runtime, runtime.db.read, tenant, question), question);
  };
  await nextTurn();
  const asUsual = await preview(false);
  await nextTurn();
  return { asUsual, skippingCanary: await preview(true) };
}

async function skillsOf(
  runtime: Runtime,
  tenant: string,
  record: ChangesetRecord,
  affected: LoadedSkill[],
): Promise<DetailSkill[]> {
  const { read } = runtime.db;
  const based = affected.filter(({ skill }) => Object.hasOwn(record.baseVersions, skill.id));
  const bases = await Promise.all(
    based.map((loaded) =>
      stateAt(read, tenant, { loaded, version: record.baseVersions[loaded.skill.id] ?? 0 }),
    ),
  );
  const before = bases.flatMap((state) => state ?? []);
  const results = previewStates(before, record.ops);
  const changed = await Promise.all(
    based.map(async (loaded, index): Promise<DetailSkill> => {
      const { id, name, version: nowVersion } = loaded.skill;
      const baseVersion = record.baseVersions[id] ?? null;
      const appliedVersion = record.appliedVersions?.[id] ?? null;
      return {
        ...{ id, name, baseVersion, appliedVersion, nowVersion },
        base: bases[index] ?? null,
        after: results?.find((state) => state.id === id) ?? null,
        now: toSkillState(loaded),
        next: await detailStore(read, tenant).versionAfter(id, appliedVersion ?? baseVersion ?? 0),
      };
    }),
  );
  return [...changed, ...createdSkills(record, results?.slice(before.length) ?? [], affected)];
}

/** The skills that the changeset creates; one that exists already shows what blocks it, or what it made. */
function createdSkills(
  { appliedVersions }: ChangesetRecord,
  created: SkillState[],
  affected: LoadedSkill[],
): DetailSkill[] {
  return created.map((after) => {
    const taken = affected.find(({ skill }) => skill.name === after.name);
    const made = taken !== undefined && appliedVersions?.[taken.skill.id] !== undefined;
    return {
      id: made ? taken.skill.id : null,
      name: after.name,
      baseVersion: null,
      appliedVersion: made ? 1 : null,
      nowVersion: taken?.skill.version ?? null,
      base: null,
      after,
      now: taken === undefined ? null : toSkillState(taken),
      next: null,
    };
  });
}

/** Most open proposals of an agent that are looked at. */
const MAX_OPEN = 200;

type OpenProposalFilter = Pick<ProposalFilter, 'agentId' | 'source' | 'skillId'>;

/** The agent's proposals that may still change a skill, newest first. */
export async function openProposals(
  tx: Tx,
  tenant: string,
  filter: OpenProposalFilter,
): Promise<ChangesetRecord[]> {
  return await changesetStore(tx, tenant).lookBack({ ...filter, statuses: OPEN_STATUSES, limit: MAX_OPEN });
}

/** The `limit` proposals of the agent that were rejected last, by a person or a canary. */
export async function lastRejected(
  tx: Tx,
  tenant: string,
  filter: OpenProposalFilter & { limit: number },
): Promise<ChangesetRecord[]> {
  return await changesetStore(tx, tenant).lookBack({ ...filter, statuses: ['rejected'] });
}

/** Proposals as the learning model may read them: those that no untrusted text taught, and that give no orders themselves. */
export function toEarlierChanges(
  records: readonly Trusted<ChangesetRecord>[],
): Trusted<readonly EarlierChange[]> {
  return derive(together(records), (changes) =>
    changes
      .filter(({ safetyFindings }) => !safetyFindings.some((finding) => finding.startsWith('injection:')))
      .map(({ ops, rationale, rejectionReason }) => ({ ops, rationale, reason: rejectionReason })),
  );
}

interface SkillTexts {
  /** As a recall serves the skill in full. */
  recall: string;
  skillMd: string;
}

/** A skill's texts; null where there is no such state. */
interface ComparedSkill {
  id: string | null;
  name: string;
  before: SkillTexts | null;
  after: SkillTexts | null;
}

/** The texts of every skill of a changeset. Unknown: `changeset not found`. */
export async function compareTexts(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<ComparedSkill[]> {
  const { skills } = await readDetail(runtime, principal, id);
  const compared: ComparedSkill[] = [];
  for (const { id: skillId, name, base, after, baseVersion } of skills) {
    const from = baseVersion ?? 0;
    compared.push({
      id: skillId,
      name,
      before: base === null ? null : await textsOf(base, from),
      after: after === null ? null : await textsOf(after, from + 1),
    });
  }
  return compared;
}

async function textsOf(state: SkillState, version: number): Promise<SkillTexts> {
  const { name, description, tags, frontMatter } = state;
  const bullets = activeRules(state);
  const layout = layoutIn(frontMatter);
  const outline = layout && outlineRules(bullets, layout);
  return {
    recall: renderSkill({ name, description, version, bullets, outline }),
    skillMd: await exportDocument({ name, description, tags, frontMatter, bullets }),
  };
}
