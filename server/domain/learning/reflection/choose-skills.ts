/**
 * Which skills curation sees, and which of them with their rules: those that the runs were served or the lessons name, then those
 * that the lessons are about, then the others by name, so that no skill is made twice however many there are.
 */
import { rankSkills } from '../../knowledge/rank-skills.ts';
import { buildSkillIndex } from '../../knowledge/skill-index.ts';
import type { Skill } from '../../skills/skill.ts';
import type { Lesson } from './lessons.ts';
import type { CurrentSkill } from './prompts/curate-prompt.ts';

/** Skills that are shown with their rules because the lessons are about them. */
const RELATED = 8;

/** Skills that are shown at all. */
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

function toShownRule({ id, section, content, helpful, harmful }: Skill['bullets'][number]) {
  return { id, section, content, helpful, harmful };
}
