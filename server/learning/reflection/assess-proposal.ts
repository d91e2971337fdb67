/**
 * How much better a judge expects runs to go with a learned proposal, before it is stored. Where the judge gives no answer that
 * can be used, the proposal waits for a person.
 */
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import { type Lesson, teachersOf } from '../../domain/learning/reflection/lessons.ts';
import { rulesIn } from '../../domain/learning/reflection/sort-lessons.ts';
import { NOT_JUDGED } from '../../domain/safety/spans.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { derive, type Side, type Sided } from '../../domain/trust/side.ts';
import { type Assessment, type LearnedProposal, previewProposal } from '../../skills/changesets/index.ts';
import { judgeChange } from '../evolution/index.ts';
import type { ReflectJob } from './reflect-job.ts';

/** A run that taught a proposal, as the model was shown it. */
export interface TeachingRun<S extends Side> {
  readonly id: string;
  readonly lessons: readonly Lesson[];
  readonly episode: Sided<QuotableEpisode, S>;
}

/** Assesses each changeset that would be stored; nothing is asked where that is none. */
export async function assessProposal<S extends Side>(
  { runtime, tenant, context }: ReflectJob,
  learned: Sided<Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>, S>,
  runs: readonly TeachingRun<S>[],
): Promise<Assessment[]> {
  const assessments: Assessment[] = [];
  for (const { ops, before, after: changed } of await previewProposal(runtime, tenant, learned)) {
    const after = derive(learned, () => changed);
    const change = { before, after, runs: runs.map(({ episode }) => episode) };
    const judged = await judgeChange(runtime, tenant, { change, signal: context.signal });
    const scores = { evalScore: judged?.score ?? null, baselineScore: judged?.baseline ?? null };
    const findings = judged === null ? [NOT_JUDGED] : [];
    assessments.push({ ops, ...scores, findings, taughtBy: ops.map((op) => teachersOrAll(op, runs)) });
  }
  return assessments;
}

/** The runs that taught an operation; null for one that only takes away. */
function teachersOrAll(
  op: Operation,
  runs: readonly { id: string; lessons: readonly Lesson[] }[],
): string[] | null {
  const texts = rulesIn(op).map(({ content }) => content);
  return texts.length === 0 ? null : teachersOf(texts, runs);
}
