/**
 * Makes the answer to a recall out of what is known: everything between the database's two ends. It waits
 * only where a canary runs on a skill that it serves, for the arm, and where one may be held back.
 */
import { asksForAdvice, readQuery } from '../../domain/knowledge/query.ts';
import type { Vector } from '../../domain/knowledge/vector.ts';
import type { TriggerRef } from '../../domain/moments/moment.ts';
import { drawHoldback, HELD_BACK } from '../../domain/runs/holdback.ts';
import { inHoldout } from '../../domain/runs/holdout.ts';
import type { BulletRef, RecallRequest, RecallResponse, SkillRef } from '../../domain/runs/recall/recall.ts';
import {
  renderIndexEntry,
  renderInstructions,
  renderMemory,
  renderSkill,
} from '../../domain/runs/recall/render-instructions.ts';
import { redact } from '../../domain/safety/redact.ts';
import type { Assignment } from '../../domain/skills/canary/arm.ts';
import { type KnownMemory, type KnownSkill, likenessTo } from '../../knowledge/index.ts';
import { tenantConfig } from '../../platform/config/tenant-config.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { assignArms, unitName } from '../../skills/canary/index.ts';
import { knowledgeCosines } from './gather-knowledge.ts';
import type { RecallKnowledge, RecallView } from './load-knowledge.ts';
import { type ChosenMemory, selectMemories } from './select-memories.ts';
import type { ChosenSkill, SkillSelection } from './select-skills.ts';
import { selectSkills, serveArms, trialIds } from './select-skills.ts';
import { type SessionText, skipMemories, skipSkills } from './skip-served.ts';
import type { RecallRecord, StoredSkill } from './store.ts';

/** A recall that is asked for, with what was drawn for it: the same even if more becomes known meanwhile. */
export interface RecallQuery {
  request: RecallRequest;
  scope: RecallView;
  recallId: string;
  sessionId: string | null;
  createdAt: Date;
  /** The query's vector, where there is one in time. */
  vector: Vector | null;
  /** In [0, 1), to draw the holdout without a session; null for a recall that no skill is withheld from. */
  random: number | null;
  /** What of it the session has already; null to render everything. */
  sessionText: SessionText | null;
  /** The arms that were chosen so far, by canary. */
  arms: Map<string, Assignment>;
}

export interface RecallAnswer {
  reply: RecallResponse;
  record: RecallRecord;
}

/** Ranks, chooses, renders. */
export async function answer(
  runtime: Runtime,
  asked: RecallQuery,
  known: RecallKnowledge,
): Promise<RecallAnswer> {
  const { request, scope, recallId, sessionId, createdAt, random } = asked;
  const { tenant, agentId } = scope;
  const { query } = request;
  const cosines = knowledgeCosines(runtime, known, asked.vector);
  const { recall: settings } = tenantConfig(runtime.config, known.shared.policy);
  const { holdoutRate: rate } = settings;
  const holdout = random !== null && inHoldout({ tenant, agentId, sessionId, rate, random });
  const words = readQuery(query);
  const selected = selectSkills(known, words, {
    maxSkills: request.max_skills ?? settings.maxSkills,
    indexSize: settings.skillIndexSize,
    minScore: settings.minScore,
    holdout,
    files: request.skill_files,
    cosines: cosines.skills,
  });
  const trials = trialIds(selected);
  const armed = trials.length === 0 ? selected : await withArms(runtime, asked, { selected, trials });
  const { sessionText: text } = asked;
  const fresh = text === null ? armed : await skipSkills(runtime, tenant, { selected: armed, text });
  const skills = random === null || holdout ? fresh : holdBack(asked, fresh);
  const chosenMemories = selectMemories(known, query.trim() === '' ? null : words, {
    userId: scope.userId,
    maxMemories: request.max_memories ?? settings.maxMemories,
    minScore: settings.minMemoryScore,
    cosines: cosines.memories,
    likeness: likenessTo(words),
    advice: asksForAdvice(query),
  });
  const memories = text === null ? chosenMemories : skipMemories(chosenMemories, text);
  const profile = request.include_profile ? (known.users?.profile ?? null) : null;
  const newProfile = profile === text?.profile ? null : profile;
  const { full, index } = skills;
  const leftOut = known.own.leftOut + known.shared.leftOut;
  return {
    reply: composeReply(runtime, {
      ...{ recallId, full, index, memories, profile, newProfile, holdout, leftOut },
    }),
    record: {
      id: recallId,
      agentId: scope.agentId,
      userId: scope.userId,
      sessionId,
      query: settings.redactPii ? redact(query) : query,
      holdout,
      applied: skills.applied,
      skills: skills.recalled,
      memories: memories.recalled,
      profile: newProfile,
      createdAt,
    },
  };
}

/** A canary that ended since what is known was read has no arm: its skill is served as it is. */
async function withArms(
  runtime: Runtime,
  { scope, recallId, sessionId, arms }: RecallQuery,
  { selected, trials }: { selected: SkillSelection; trials: string[] },
): Promise<SkillSelection> {
  const experimentIds = trials.filter((id) => !arms.has(id));
  if (experimentIds.length > 0) {
    const owner = { recallId, sessionId, userId: scope.userId };
    const chosen = await assignArms(runtime, scope.tenant, { experimentIds, owner });
    for (const [id, assignment] of chosen) arms.set(id, assignment);
  }
  return serveArms(selected, arms);
}

// The reply to a recall. What is rendered of a skill or a memory is kept with it, for as long as that is in
// memory.

interface ReplyParts {
  recallId: string;
  full: readonly ChosenSkill[];
  index: readonly ChosenSkill[];
  memories: { chosen: readonly ChosenMemory[]; skipped?: ReadonlySet<string> };
  profile: string | null;
  /** As it goes into the text. */
  newProfile: string | null;
  holdout: boolean;
  /** How many skills were not ranked. */
  leftOut: number;
}

/** A value of an object that never changes, made once. */
function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const present = known.get(key);
    if (present !== undefined) return present;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

function createTexts() {
  return {
    skill: remembered(renderSkill),
    entry: remembered((skill: KnownSkill) => renderIndexEntry(skill)),
    memory: remembered(renderMemory),
    bullets: remembered(({ bullets }: KnownSkill): BulletRef[] =>
      bullets.map(({ id, section, content }) => ({ id, section, content })),
    ),
    triggers: remembered(({ id: skillId, bullets }: KnownSkill): TriggerRef[] =>
      bullets.flatMap(({ id, applies_when: conditions, blocks = false }) =>
        conditions === undefined
          ? []
          : [{ rule_id: id, skill_id: skillId, applies_when: conditions, blocks }],
      ),
    ),
    since: remembered(({ validFrom }: KnownMemory) => validFrom.toISOString()),
  };
}

/** A skill as it stands in the instructions; empty where the session has all of it. */
function skillText(runtime: Runtime, { skill, isSkipped, skippedRules }: ChosenSkill): string {
  if (isSkipped === true) return '';
  if (skippedRules === undefined || skippedRules.size === 0)
    return runtime.once('recall.texts', createTexts).skill(skill);
  const bullets = skill.bullets.filter(({ id }) => !skippedRules.has(id));
  return bullets.length === 0 ? '' : renderSkill({ ...skill, bullets });
}

function toSkillRef({ skill, score, arm = null }: ChosenSkill, bullets: BulletRef[] | null): SkillRef {
  const { id, name, description, version } = skill;
  return { id, name, description, version, score, arm, bullets };
}

/** Composes the reply; the instructions hold what the lists do, in the same order, without what the session has. */
function composeReply(runtime: Runtime, parts: ReplyParts): RecallResponse {
  const { recallId, full, index, memories, profile, newProfile, holdout, leftOut } = parts;
  const texts = runtime.once('recall.texts', createTexts);
  const named = [...full.filter(({ isFile }) => isFile), ...index];
  const { chosen, skipped = new Set<string>() } = memories;
  const rules = full.reduce((sum, { skippedRules }) => sum + (skippedRules?.size ?? 0), 0);
  const entries = named.filter(({ isSkipped }) => isSkipped === true).length;
  const triggers = full.flatMap(({ skill }) => texts.triggers(skill));
  const before = rules + entries + skipped.size + (newProfile === profile ? 0 : 1);
  return {
    recall_id: recallId,
    instructions: renderInstructions({
      skills: full.flatMap((skill) => (skill.isFile ? [] : skillText(runtime, skill) || [])),
      index: named.flatMap(({ skill, isSkipped }) => (isSkipped === true ? [] : texts.entry(skill))),
      memories: chosen.flatMap(({ memory }) => (skipped.has(memory.id) ? [] : texts.memory(memory))),
      profile: newProfile,
    }),
    skills: full.map((chosen) => toSkillRef(chosen, texts.bullets(chosen.skill))),
    skill_index: index.map((skill) => toSkillRef(skill, null)),
    memories: chosen.map(({ memory, score }) => ({
      id: memory.id,
      kind: memory.kind,
      content: memory.content,
      score,
      valid_from: texts.since(memory),
    })),
    profile,
    holdout,
    recorded: true,
    ...(leftOut === 0 ? {} : { skills_left_out: leftOut }),
    ...(before === 0 ? {} : { served_before: before }),
    ...(triggers.length === 0 ? {} : { triggers }),
  };
}

/** Probabilities are kept to six places: a row is written for every recall. */
const PARTS = 1e6;

/** What of the selection is served, and with what probability each measured skill was to be left out. */
function holdBack({ scope, recallId, sessionId }: RecallQuery, selected: SkillSelection): SkillSelection {
  const candidates = selected.full.flatMap((chosen) => {
    const { id, measuredShare: share } = chosen.skill;
    return share !== null && isFree(chosen) ? [{ id, share }] : [];
  });
  if (candidates.length === 0) return selected;
  const unit = unitName({ recallId, sessionId, userId: scope.userId });
  const { tenant, agentId } = scope;
  const { heldBack, probabilities } = drawHoldback({ tenant, agentId, unit, candidates });
  const recalled = [...selected.recalled];
  for (const [place, { skill }] of selected.full.entries()) {
    const probability = probabilities.get(skill.id);
    const kept = recalled[place];
    if (probability === undefined || kept === undefined) continue;
    const holdback = [Math.round(probability * PARTS) / PARTS];
    recalled[place] = skill.id === heldBack ? { ...unserved(kept), holdback } : { ...kept, holdback };
  }
  return { ...selected, recalled, full: selected.full.filter(({ skill }) => skill.id !== heldBack) };
}

function unserved(skill: StoredSkill): StoredSkill {
  const { served: _, bullets: __, skipped: ___, skipped_rules: ____, ...kept } = skill;
  return { ...kept, reason: HELD_BACK };
}

/** A canary decides itself who is served what of its skill, and a file cannot be kept away. */
function isFree({ skill, arm, hasFile }: ChosenSkill): boolean {
  return skill.trial === null && (arm === undefined || arm === null) && !hasFile;
}
