/** Which of some recorded tasks a recall would serve changed skills for, in full. */
import { brief, readQuery } from '../../knowledge/query.ts';
import { rankSkills } from '../../knowledge/rank-skills.ts';
import { buildSkillIndex, type RankableSkill } from '../../knowledge/skill-index.ts';
import { cosinesOf, type Vector, type Vectors } from '../../knowledge/vector.ts';

/** What a recall asked; `most` is how many skills it serves in full. */
export interface RecordedTask {
  readonly query: string;
  readonly most: number;
  /** Null for ranking by words alone. */
  readonly vector: Vector | null;
  /** Cosines of `vector` with unrelated texts. */
  readonly background: readonly number[];
}

/** The skills after the change, the agent's own before the shared ones. */
export interface ChangedLibrary {
  readonly own: readonly RankableSkill[];
  readonly shared: readonly RankableSkill[];
  readonly vectors: readonly Vectors[];
  /** Ids of the changed and the new skills. */
  readonly changed: readonly string[];
  readonly minScore: number;
}

/** Whether a changed skill is served, for each task. */
export function serveAgain(library: ChangedLibrary, tasks: readonly RecordedTask[]): boolean[] {
  const { own, shared, vectors, changed, minScore } = library;
  const indexes = [own, shared].filter((skills) => skills.length > 0).map(buildSkillIndex);
  return tasks.map(({ query, most, vector, background }) => {
    const cosines = vector === null ? new Map<string, number>() : cosinesOf(vector, vectors);
    const ranked = rankSkills(indexes, readQuery(query), {
      ...{ limit: most, named: 0 },
      ...(cosines.size === 0 ? {} : { cosines, background }),
    });
    return ranked.some(({ id, score }) => changed.includes(id) && brief(score) >= minScore);
  });
}
