/**
 * Leaves out of a recall's text what its session was served before and what has not changed since, for agents that keep
 * in their conversation what they were given. It stays in the reply's lists, and counts as served.
 */
import type { RecalledSkill, RecallRequest } from '../../domain/runs/recall/recall.ts';
import { WEEK_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { servedSkillText } from '../../skills/index.ts';
import type { RecallScope } from './load-knowledge.ts';
import type { ChosenMemory, MemorySelection } from './select-memories.ts';
import type { ChosenSkill, SkillSelection } from './select-skills.ts';
import { recallStore, type StoredSkill, toRecalled } from './store.ts';

/**
 * What a session has in its conversation. A recall that skipped a rule rests on an earlier one with the same text, so the
 * newest recall of each skill tells all that is known of it.
 */
export interface SessionText {
  /** By id, skills whose rules were served. */
  skills: ReadonlyMap<string, RecalledSkill>;
  /** By id, the version in which a skill was last served or named. */
  named: ReadonlyMap<string, number>;
  memories: ReadonlySet<string>;
  profile: string | null;
}

/** Null where nothing is to be left out. */
export async function readSessionText(
  runtime: Runtime,
  { tenant, agentId }: RecallScope,
  { skip_served: skip, skip_served_by: by, session_id: sessionId }: RecallRequest,
): Promise<SessionText | null> {
  if (skip !== true || sessionId === null || sessionId === undefined) return null;
  const ids = by ?? null;
  // What is older is served again: an index of each partition would be read for it.
  const since = new Date(runtime.clock().getTime() - WEEK_MS);
  const recalls = await recallStore(runtime.db.read, tenant).ofSession({ agentId, sessionId, ids, since });
  if (recalls.length === 0) return null;
  // From the oldest on, so that the newest one stays.
  const skills = recalls.flatMap((recall) => recall.skills).reverse();
  const full = skills.filter(({ served, reason }) => served === true && reason !== 'file');
  const named = skills.filter(({ served, reason }) => served === true || reason === 'index');
  const memories = recalls.flatMap((recall) => recall.memories).filter(({ served }) => served);
  return {
    skills: new Map(full.map((skill) => [skill.id, toRecalled(skill)])),
    named: new Map(named.map(({ id, version }) => [id, version])),
    memories: new Set(memories.map(({ id }) => id)),
    profile: recalls.find(({ profile }) => profile !== null)?.profile ?? null,
  };
}

/** The selection with what the session has marked as skipped. */
export async function skipSkills(
  runtime: Runtime,
  tenant: string,
  { selected, text }: { selected: SkillSelection; text: SessionText },
): Promise<SkillSelection> {
  const recalled = [...selected.recalled];
  const mark = (place: number, skipped: readonly string[] | null, isWhole: boolean) => {
    const kept = recalled[place];
    if (kept === undefined) return;
    recalled[place] = {
      ...kept,
      ...(skipped === null || skipped.length === 0 ? {} : { skipped_rules: [...skipped] }),
      ...(isWhole ? { skipped: true } : {}),
    };
  };
  const full = await Promise.all(
    selected.full.map(async (chosen, place): Promise<ChosenSkill> => {
      if (chosen.isFile) {
        const isSkipped = isNamed(text, chosen);
        mark(place, null, isSkipped);
        return { ...chosen, isSkipped };
      }
      const before = text.skills.get(chosen.skill.id);
      const served = selected.recalled[place];
      if (before === undefined || served === undefined) return chosen;
      const skippedRules = new Set(await unchangedRules(runtime, tenant, { chosen, served, before }));
      const isSkipped = chosen.skill.bullets.every(({ id }) => skippedRules.has(id));
      mark(place, [...skippedRules], isSkipped);
      return { ...chosen, isSkipped, skippedRules };
    }),
  );
  const index = selected.index.map((chosen, at): ChosenSkill => {
    const isSkipped = isNamed(text, chosen);
    mark(selected.full.length + at, null, isSkipped);
    return { ...chosen, isSkipped };
  });
  return { ...selected, full, index, recalled };
}

function isNamed({ named }: SessionText, { skill }: ChosenSkill): boolean {
  return named.get(skill.id) === skill.version;
}

interface ServedTwice {
  chosen: ChosenSkill;
  served: StoredSkill;
  before: RecalledSkill;
}

/** Ids of the skill's rules that were served before with the same words. */
async function unchangedRules(
  runtime: Runtime,
  tenant: string,
  { chosen: { skill }, served, before }: ServedTwice,
): Promise<string[]> {
  const ids = new Set(before.bullets);
  const known = skill.bullets.filter(({ id }) => ids.has(id));
  if (known.length === 0 || isSameText(toRecalled(served), before)) return known.map(({ id }) => id);
  const text = await servedSkillText(runtime, tenant, before);
  const rules = new Map(text?.bullets.map((rule) => [rule.id, rule]));
  return known
    .filter(({ id, section, content }) => {
      const rule = rules.get(id);
      return rule?.section === section && rule.content === content;
    })
    .map(({ id }) => id);
}

/** A version's text never changes; that of a candidate goes by its canary. */
function isSameText(one: RecalledSkill, other: RecalledSkill): boolean {
  const isCandidate = one.arm === 'candidate';
  if (isCandidate !== (other.arm === 'candidate')) return false;
  return one.version === other.version && (!isCandidate || one.experimentId === other.experimentId);
}

/** The memories with those that the session has marked as skipped. */
export function skipMemories(
  { chosen, recalled }: MemorySelection,
  { memories }: SessionText,
): { chosen: ChosenMemory[]; skipped: ReadonlySet<string>; recalled: MemorySelection['recalled'] } {
  const skipped = new Set(chosen.map(({ memory }) => memory.id).filter((id) => memories.has(id)));
  const marked = recalled.map((memory) => (skipped.has(memory.id) ? { ...memory, skipped: true } : memory));
  return { chosen, skipped, recalled: marked };
}
