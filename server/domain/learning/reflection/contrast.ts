/**
 * Which other run shows best why one ended as it did: the most alike one that ended otherwise. A user's run is only ever shown
 * beside those of the same user or of none, so that nothing of one user's gets into what another one's run teaches.
 */
import { analyze } from '../../knowledge/analyze.ts';
import { likeness } from '../../knowledge/resemblance.ts';

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
