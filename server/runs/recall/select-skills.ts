/**
 * Which skills a recall serves: the best in full, the next by name. A holdout serves none, but is told apart
 * from a recall that had none to serve, because only where a skill applied does the comparison say anything
 * about skills. What the agent has as a file reaches it in every session, so it takes part in no canary and is never held
 * back.
 */

import { brief, type Query } from '../../domain/knowledge/query.ts';
import { type RankedSkill, rankSkills } from '../../domain/knowledge/rank-skills.ts';
import type { RecallRequest } from '../../domain/runs/recall/recall.ts';
import type { Arm, Assignment } from '../../domain/skills/canary/arm.ts';
import type { KnownSkill } from '../../knowledge/index.ts';
import type { Cosines } from './gather-knowledge.ts';
import { type RecallKnowledge, skillParts } from './load-knowledge.ts';
import type { StoredSkill } from './store.ts';

/** Of so many at least an explanation names the matched words. */
const LEAST_NAMED = 3;
/** Skills below the minimum that an explanation still has, to show how near they came. */
const KEPT_BELOW = 3;

export interface SkillLimits {
  maxSkills: number;
  indexSize: number;
  minScore: number;
  holdout: boolean;
  files?: RecallRequest['skill_files'];
  /** Of the skills' vectors with the query's. */
  cosines: Cosines | null;
}

/** A skill that goes into the reply. */
export interface ChosenSkill {
  /** As it is served: on trial, the text of the arm. */
  skill: KnownSkill;
  score: number;
  /** Null without a canary. */
  arm?: Arm | null;
  /** The agent has it as a file, in whatever version. */
  hasFile: boolean;
  /** The file has this version. */
  isFile: boolean;
  /** Nothing of it goes into the text: the session has it. */
  isSkipped?: boolean;
  /** Rules that do not go into the text. */
  skippedRules?: ReadonlySet<string>;
}

export interface SkillSelection {
  full: ChosenSkill[];
  index: ChosenSkill[];
  /** What the recall's row says of them. */
  recalled: StoredSkill[];
  /** Whether a skill is served in full or, but for the holdout, would be. */
  applied: boolean;
}

interface RankedChoice extends ChosenSkill {
  ranked: RankedSkill;
}

interface RankLimits extends Partial<Cosines>, Pick<SkillLimits, 'files'> {
  limit: number;
  named: number;
}

type ServingReason = 'served' | 'file' | 'index' | 'holdout' | 'holdout_index' | 'below_minimum';

function explain({ skill, score, ranked }: RankedChoice, reason: ServingReason): StoredSkill {
  const kept = {
    id: skill.id,
    name: skill.name,
    version: skill.version,
    score,
    parts: skillParts(ranked.parts),
    reason,
  };
  if (reason !== 'served' && reason !== 'file') return kept;
  return { ...kept, served: true, bullets: skill.bullets.map(({ id }) => id) };
}

function rankCandidates(
  { own, shared }: RecallKnowledge,
  query: Query,
  { files, ...limits }: RankLimits,
): RankedChoice[] {
  const versions = new Map(files?.map(({ id, version }) => [id, version]));
  const indexes = [own.index, shared.index].filter(({ ids }) => ids.length > 0);
  return rankSkills(indexes, query, limits).flatMap((ranked) => {
    const skill = own.skills.get(ranked.id) ?? shared.skills.get(ranked.id);
    if (skill === undefined) return [];
    const [hasFile, isFile] = [versions.has(skill.id), versions.get(skill.id) === skill.version];
    return [{ skill, score: brief(ranked.score), ranked, hasFile, isFile }];
  });
}

/** Chooses from the known skills; with `holdout` nothing is chosen, only recorded. */
export function selectSkills(
  known: RecallKnowledge,
  query: Query,
  { maxSkills, indexSize, minScore, holdout, cosines, files }: SkillLimits,
): SkillSelection {
  const candidates = rankCandidates(known, query, {
    limit: maxSkills + indexSize + KEPT_BELOW,
    named: Math.max(maxSkills, LEAST_NAMED),
    files,
    ...cosines,
  });
  const fit = candidates.filter(({ score }) => score >= minScore);
  const below = candidates.slice(fit.length, fit.length + KEPT_BELOW);
  const full = fit.slice(0, maxSkills);
  const index = fit.slice(maxSkills, maxSkills + indexSize);
  return {
    full: holdout ? [] : full,
    index: holdout ? [] : index,
    recalled: [
      ...full.map((candidate) => ({
        ...explain(candidate, holdout ? 'holdout' : candidate.isFile ? 'file' : 'served'),
        ...(candidate.hasFile ? { file: true } : {}),
      })),
      ...index.map((candidate) => explain(candidate, holdout ? 'holdout_index' : 'index')),
      ...below.map((candidate) => explain(candidate, 'below_minimum')),
    ],
    applied: full.length > 0,
  };
}

/** The canaries on skills that are served in full. */
export function trialIds({ full }: SkillSelection): string[] {
  return full.flatMap(({ skill: { trial }, isFile }) =>
    trial === null || isFile ? [] : [trial.experimentId],
  );
}

/**
 * The same selection with the chosen arms: a candidate's text, rules and version in place of the skill's own.
 */
export function serveArms(selection: SkillSelection, arms: ReadonlyMap<string, Assignment>): SkillSelection {
  const recalled = [...selection.recalled];
  const full = selection.full.map((chosen, place): ChosenSkill => {
    const { trial } = chosen.skill;
    const assigned = trial === null || chosen.isFile ? undefined : arms.get(trial.experimentId);
    const kept = recalled[place];
    if (trial === null || assigned === undefined || kept === undefined) return chosen;
    const { arm, propensity } = assigned;
    const skill = arm === 'candidate' ? trial.candidate : chosen.skill;
    const { version, bullets } = skill;
    const ids = bullets.map(({ id }) => id);
    const { experimentId } = trial;
    recalled[place] = { ...kept, version, bullets: ids, arm, arm_probability: propensity, experimentId };
    return { ...chosen, skill, arm };
  });
  return { ...selection, full, recalled };
}
