/**
 * Works out what drafts are credited to: what their recalls served, and the skills that they say they loaded.
 * Reads only, before the transaction, because what a recall served never changes once it was answered. Whether it
 * credits the draft is decided in the transaction: see claimRecalls.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import type { ShownRule } from '../../domain/moments/was-followed.ts';
import { type CreditReason, creditRefusal } from '../../domain/runs/credit.ts';
import type { Served } from '../../domain/runs/episodes/episode.ts';
import { type HoldbackPart, holdbackPart } from '../../domain/runs/holdback.ts';
import type { RecalledSkill } from '../../domain/runs/recall/recall.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { randomizationUnit } from '../../skills/canary/index.ts';
import { findRecalls, findShownRules, type RecordedRecall } from '../recall/index.ts';
import { type CreditedSkill, chooseLiftGroup, type LiftGroup } from '../rewards/index.ts';
import type { EpisodeDraft } from './draft-episode.ts';
import { episodeStore, type NamedSkill } from './store.ts';

const RECALLS_AT_ONCE = 100;

/** What one episode is credited to. `served` and `holdout` are null without a recall that is known. */
export interface Attribution {
  served: Served | null;
  holdout: boolean | null;
  credit: RecallCredit | null;
  /** Why a recall that is known does not credit it. */
  creditReason: CreditReason | null;
  /** Skills that were used: without credit those that the run says it loaded, for use alone. */
  skills: CreditedSkill[];
}

interface RecallCredit {
  recallId: string;
  /** Rules that were served. */
  bullets: string[];
  /** Those that were shown before calls. */
  shown: readonly ShownRule[];
  liftGroup: LiftGroup | null;
  /** The session that it counts for in its group; without one the run is a session of its own. */
  liftUnit: string | null;
  holdback: HoldbackPart | null;
}

const NO_ATTRIBUTION: Attribution = {
  ...{ served: null, holdout: null, credit: null, creditReason: null },
  skills: [],
};

/** The attribution of an episode that its recall does not credit: as if it named none. */
export function withoutCredit(attribution: Attribution, creditReason: CreditReason): Attribution {
  const loaded = attribution.skills.filter(({ isLoaded }) => isLoaded);
  return { ...attribution, credit: null, creditReason, skills: loaded.map(usedAlone) };
}

const usedAlone = ({ skillId, version, isLoaded }: CreditedSkill): CreditedSkill => ({
  ...{ skillId, version, isLoaded },
  arm: null,
});

/**
 * The attribution of each draft, in order. A recall of another tenant is as unknown as one that never was.
 */
export async function findAttributions(
  runtime: Runtime,
  tenant: string,
  drafts: EpisodeDraft[],
): Promise<Attribution[]> {
  if (drafts.every(({ row, skillsLoaded }) => row.recallId === null && skillsLoaded.length === 0)) {
    return drafts.map(() => NO_ATTRIBUTION);
  }
  const recalls = await readRecalls(runtime, tenant, drafts);
  const shown = await findShownRules(runtime, tenant, [...recalls.keys()]);
  const loaded = await findLoadedSkills(runtime, tenant, drafts);
  return drafts.map((draft) => {
    const recall = recalls.get(draft.row.recallId ?? '') ?? null;
    const skills = creditedSkills(recall, loaded(draft));
    if (recall === null) return { ...NO_ATTRIBUTION, skills };
    const { holdout } = recall;
    const served = servedBy(recall);
    const credit = creditBy(recall, served, shown.get(recall.id) ?? []);
    const attribution = { served, holdout, credit, creditReason: null, skills };
    const refusal = creditRefusal(recall, draft.row, runtime.config.recall.creditHours);
    return refusal === null ? attribution : withoutCredit(attribution, refusal);
  });
}

function creditBy(recall: RecordedRecall, { bullets }: Served, shown: readonly ShownRule[]): RecallCredit {
  const { id: recallId, sessionId } = recall;
  const liftGroup = chooseLiftGroup(recall);
  // The holdout is drawn by session, and without one by recall.
  const liftUnit = liftGroup && randomizationUnit({ recallId, sessionId, userId: null });
  return {
    ...{ recallId, bullets, shown, liftGroup, liftUnit },
    holdback: toHoldback(recall),
  };
}

/** The recalls that the drafts name, a bounded number at a time. */
async function readRecalls(
  runtime: Runtime,
  tenant: string,
  drafts: EpisodeDraft[],
): Promise<Map<string, RecordedRecall>> {
  const ids = [...new Set(drafts.flatMap(({ row }) => row.recallId ?? []))];
  const found = new Map<string, RecordedRecall>();
  for (const chunk of inChunks(ids, RECALLS_AT_ONCE)) {
    for (const recall of await findRecalls(runtime.db.read, tenant, chunk)) found.set(recall.id, recall);
  }
  return found;
}

function servedBy(recall: RecordedRecall): Served {
  const skills = recall.skills.filter(({ served }) => served);
  return {
    skills: skills.map(({ id, version, arm }) => ({ id, version, arm })),
    bullets: [...new Set(skills.flatMap(({ bullets }) => bullets))],
    memories: recall.memories.filter(({ served }) => served).map(({ id }) => id),
    ...(recall.skills.some(({ file }) => file) ? { files: true } : {}),
  };
}

function toHoldback({ id: recallId, sessionId, userId, skills }: RecordedRecall): HoldbackPart | null {
  const recalled = skills.map(({ holdback_probability: holdbackProbability, ...skill }) => ({
    ...skill,
    holdbackProbability,
  }));
  return holdbackPart(randomizationUnit({ recallId, sessionId, userId }), recalled);
}

/**
 * Served skills in the version and arm that was served; loaded ones that were not served belong to no arm.
 */
function creditedSkills(recall: RecordedRecall | null, loaded: NamedSkill[]): CreditedSkill[] {
  const skills = new Map<string, CreditedSkill>();
  for (const { id, version } of loaded) skills.set(id, { skillId: id, version, arm: null, isLoaded: true });
  for (const skill of recall?.skills.filter(({ served }) => served) ?? []) {
    const { id: skillId, version, arm } = skill;
    const isLoaded = skills.has(skillId);
    skills.set(skillId, { ...{ skillId, version, arm, isLoaded }, ...findTrial(recall, skill) });
  }
  return [...skills.values()];
}

/** The part in a canary that a served skill's arm was. */
function findTrial(
  recall: RecordedRecall | null,
  { experimentId, arm, arm_probability: propensity }: RecalledSkill,
): Pick<CreditedSkill, 'trial'> {
  if (recall === null || experimentId === null || arm === null || propensity === null) return {};
  const { id: recallId, sessionId, userId } = recall;
  const unit = randomizationUnit({ recallId, sessionId, userId });
  return { trial: { experimentId, randomizationUnit: unit, arm: arm as Arm, propensity } };
}

/**
 * Looks up the skills of all drafts at once; answers for one draft. A name means the agent's own skill before
 * a shared one.
 */
async function findLoadedSkills(
  runtime: Runtime,
  tenant: string,
  drafts: EpisodeDraft[],
): Promise<(draft: EpisodeDraft) => NamedSkill[]> {
  const loading = drafts.filter(({ skillsLoaded }) => skillsLoaded.length > 0);
  if (loading.length === 0) return () => [];
  const agents = [...new Set(loading.map(({ row }) => row.agentId))];
  const names = [...new Set(loading.flatMap(({ skillsLoaded }) => skillsLoaded))];
  const found = await episodeStore(runtime.db.read, tenant).skillsNamed(agents, names);
  const byReference = new Map<string, NamedSkill>();
  for (const skill of found) {
    for (const reference of [skill.id, skill.name]) byReference.set(key(skill.agentId, reference), skill);
  }
  return ({ row, skillsLoaded }) =>
    skillsLoaded.flatMap(
      (name) => byReference.get(key(row.agentId, name)) ?? byReference.get(key(SHARED_AGENT, name)) ?? [],
    );
}

function key(agentId: string, reference: string): string {
  return `${agentId} ${reference}`;
}
