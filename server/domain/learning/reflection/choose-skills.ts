/**
 * Which skills curation sees, and which of them with their rules: those that the runs were served or the
 * lessons name, then those that the lessons are about, then the others by name, so that no skill is made
 * twice however many there are.
 */

import { analyze } from '../../knowledge/analyze.ts';
import { rankSkills } from '../../knowledge/rank-skills.ts';
import { likeness } from '../../knowledge/resemblance.ts';
import { buildSkillIndex } from '../../knowledge/skill-index.ts';
import type { Skill } from '../../skills/skill.ts';
import type { CurrentSkill } from '../prompts/curate.ts';
import type { Lesson } from './lessons.ts';

/** Skills that are shown with their rules because the lessons are about them. */
const RELATED = 8;

const MOST = 300;

interface Choice {
  /** The agent that learns: skills of others are the shared ones. */
  readonly agentId: string;
  readonly lessons: readonly Lesson[];
  /** Ids of skills that the runs were served. */
  readonly served: readonly string[];
}

/** The skills in the order in which they matter, the first ones with their rules. */
export function chooseSkills(skills: readonly Skill[], { agentId, lessons, served }: Choice): CurrentSkill[] {
  const usable = skills.filter(({ status }) => status !== 'deprecated');
  const named = new Set([...served, ...lessons.flatMap(({ skill }) => (skill === null ? [] : [skill]))]);
  const places = relatedPlaces(usable, lessons);
  const placeOf = ({ id, name }: Skill) =>
    named.has(id) || named.has(name) ? -1 : (places.get(id) ?? usable.length);
  return usable
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map((skill) => ({
      name: skill.name,
      description: skill.description,
      isShared: skill.agentId !== agentId,
      rules: placeOf(skill) < RELATED ? skill.bullets.map(toShownRule) : null,
    }));
}

/** The place of each skill in the ranking for what the lessons say. */
function relatedPlaces(skills: readonly Skill[], lessons: readonly Lesson[]): Map<string, number> {
  const index = buildSkillIndex(
    skills.map(({ bullets, ...skill }) => ({ ...skill, bullets: bullets.map(({ content }) => content) })),
  );
  const query = lessons.map(({ content, issue, keywords }) => [content, issue, ...keywords].join(' '));
  const ranked = rankSkills([index], query.join('\n'), { limit: skills.length });
  return new Map(ranked.map(({ id }, place) => [id, place]));
}

function toShownRule({ id, section, content, helpful, harmful, applies_when }: Skill['bullets'][number]) {
  const trigger = applies_when === undefined ? {} : { applies_when };
  return { id, section, content, ...trigger, helpful, harmful };
}

// Which other run shows best why one ended as it did: the most alike one that ended otherwise. A user's run
// is only ever shown beside those of the same user or of none, so that nothing of one user's gets into what
// another one's run teaches.

/** From this reward on a run went well. */
const WENT_WELL = 0.5;

/** A run that may be shown for contrast, or that one is sought for. */
export interface Comparable {
  readonly id: string;
  readonly userId: string | null;
  readonly task: string | null;
  readonly reward: number | null;
}

/** The contrast to `run` among `others`, newest first; null where there is none. */
export function contrastTo<R extends Comparable>(run: Comparable, others: readonly R[]): R | null {
  const { task, reward, id, userId } = run;
  if (task === null || reward === null) return null;
  const isOther = (other: R) =>
    other.id !== id && other.reward !== null && other.reward >= WENT_WELL !== reward >= WENT_WELL;
  const mayBeShown = (other: R) => other.userId === null || other.userId === userId;
  const terms = new Set(analyze(task));
  let [best, most]: [R | null, number] = [null, 0];
  for (const other of others) {
    if (!isOther(other) || !mayBeShown(other)) continue;
    const alike = likenessTo(terms, other.task);
    if (alike > most) [best, most] = [other, alike];
  }
  return best;
}

function likenessTo(terms: ReadonlySet<string>, task: string | null): number {
  const others = new Set(analyze(task ?? ''));
  const shared = [...others].filter((term) => terms.has(term)).length;
  return likeness(shared, terms.size, others.size);
}
