/**
 * The reply to a recall. What is rendered of a skill or a memory is kept with it, for as long as that is in
 * memory.
 */
import type { BulletRef, RecallResponse, SkillRef } from '../../domain/runs/recall/recall.ts';
import {
  renderIndexEntry,
  renderInstructions,
  renderMemory,
  renderSkill,
} from '../../domain/runs/recall/render-instructions.ts';
import type { KnownMemory, KnownSkill } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ChosenMemory } from './select-memories.ts';
import type { ChosenSkill } from './select-skills.ts';

/** What a reply is made of. */
export interface ReplyParts {
  recallId: string;
  full: readonly ChosenSkill[];
  index: readonly ChosenSkill[];
  memories: readonly ChosenMemory[];
  profile: string | null;
  holdout: boolean;
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
    since: remembered(({ validFrom }: KnownMemory) => validFrom.toISOString()),
  };
}

function toSkillRef({ skill, score, arm = null }: ChosenSkill, bullets: BulletRef[] | null): SkillRef {
  const { id, name, description, version } = skill;
  return { id, name, description, version, score, arm, bullets };
}

/** Composes the reply; lists and instructions hold the same, in the same order. */
export function composeReply(
  runtime: Runtime,
  { recallId, full, index, memories, profile, holdout }: ReplyParts,
): RecallResponse {
  const texts = runtime.once('recall.texts', createTexts);
  return {
    recall_id: recallId,
    instructions: renderInstructions({
      skills: full.map(({ skill }) => texts.skill(skill)),
      index: index.map(({ skill }) => texts.entry(skill)),
      memories: memories.map(({ memory }) => texts.memory(memory)),
      profile,
    }),
    skills: full.map((chosen) => toSkillRef(chosen, texts.bullets(chosen.skill))),
    skill_index: index.map((chosen) => toSkillRef(chosen, null)),
    memories: memories.map(({ memory, score }) => ({
      id: memory.id,
      kind: memory.kind,
      content: memory.content,
      score,
      valid_from: texts.since(memory),
    })),
    profile,
    holdout,
  };
}
