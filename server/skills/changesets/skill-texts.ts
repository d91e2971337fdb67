/**
 * Skills as a changeset speaks of them: as they were when it was proposed, as they are, and as it makes them.
 */
import {
  applyOps,
  InapplicableOperationError,
  type NewIds,
} from '../../domain/skills/changesets/apply-ops.ts';
import { activeRules, type SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { withWording } from '../../domain/skills/skill-state.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type LoadedSkill, libraryStore, type SkillText } from '../library/index.ts';

/**
 * The text of one version, its rules with the evidence they have by now; null where there is no such version.
 */
export async function stateAt(
  tx: Tx,
  tenant: string,
  { loaded, version }: { loaded: LoadedSkill; version: number },
): Promise<SkillState | null> {
  const text = await libraryStore(tx, tenant).findVersion(loaded.skill.id, version);
  if (text === null) return null;
  const now = toSkillState(loaded);
  const evidence = new Map(now.bullets.map((rule) => [rule.id, rule]));
  const uncounted = { helpful: 0, harmful: 0, neutral: 0, used: 0, sources: [], status: 'active' as const };
  const bullets = text.bullets.map((wording) => ({
    ...withWording(evidence.get(wording.id) ?? { ...wording, ...uncounted }, wording),
    status: 'active' as const,
  }));
  const { description, tags, frontMatter } = text;
  return { id: now.id, name: now.name, description, tags, frontMatter, bullets };
}

/**
 * Ids for what does not exist yet: the same ones for the same operations, and none that could be taken for a
 * real one.
 */
function previewOrigin(): NewIds {
  let [skills, bullets] = [0, 0];
  return {
    newSkillId: () => `new-skill-${++skills}`,
    newBulletId: () => `new-rule-${++bullets}`,
  };
}

/** What `before` becomes, with what is created after it; null where the operations do not fit. */
export function previewStates(before: SkillState[], ops: readonly Operation[]): SkillState[] | null {
  try {
    return applyOps(before, ops, previewOrigin());
  } catch (error) {
    if (error instanceof InapplicableOperationError) return null;
    throw error;
  }
}

/** A skill as the rules of changesets see it. */
export function toSkillState({ skill, bullets }: LoadedSkill): SkillState {
  const { id, name, description, tags, frontMatter } = skill;
  const rules = bullets.map(({ skillId: _, position: __, ...rule }) => rule);
  return { id, name, description, tags, frontMatter, bullets: rules };
}

/** What a version says where its skill has this state. */
export function toSkillText(state: SkillState): SkillText {
  const { description, tags, frontMatter } = state;
  return { description, tags, frontMatter, bullets: activeRules(state) };
}

/** Ids of the rules that block calls. */
export function blockingRules(affected: readonly LoadedSkill[]): Set<string> {
  const rules = affected.flatMap(({ bullets }) => bullets.filter(({ blocks }) => blocks === true));
  return new Set(rules.map(({ id }) => id));
}
