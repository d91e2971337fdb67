/** What the server tells of an agent's record, by the names that these components use. */
import type { Outputs } from '../api/trpc.ts';

export type LiftView = Outputs['insights']['lift'];
export type AgentLift = Outputs['insights']['agents']['agents'][number];
export type Library = Outputs['insights']['library'];
export type SkillRate = Library['skills'][number];
export type ProblemRule = Library['rules'][number];

export const SKILL_COLUMNS = ['name', 'uses', 'success', 'lift', 'changed'] as const;
export type SkillColumn = (typeof SKILL_COLUMNS)[number];

/** What a column is sorted by; null where the skill has nothing to tell, which comes last in either direction. */
const KEY: Record<SkillColumn, (skill: SkillRate) => string | number | null> = {
  name: ({ name }) => name,
  uses: ({ uses }) => uses,
  success: ({ rate }) => rate,
  lift: ({ worth }) => worth?.effect ?? null,
  changed: ({ changedAt }) => changedAt,
};

/** Names begin with A; of all others the largest or latest comes first, unless they are `reversed`. */
export function directionOf(column: SkillColumn, reversed: boolean): 'ascending' | 'descending' {
  return (column === 'name') === reversed ? 'descending' : 'ascending';
}

export function sortSkills(
  skills: readonly SkillRate[],
  column: SkillColumn,
  reversed: boolean,
): SkillRate[] {
  const sign = directionOf(column, reversed) === 'ascending' ? 1 : -1;
  return skills.toSorted((one, other) => {
    const [a, b] = [KEY[column](one), KEY[column](other)];
    if (a === b) return one.name < other.name ? -1 : 1;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
}
