/**
 * What is known of a learned proposal before it is stored: how much better a judge expects runs to go with
 * it, and what in it looks planted. Where the judge gives no answer that can be used, the proposal waits for a person.
 */
import { operationTexts } from '../../domain/attribution/rule-findings.ts';
import type { SpokenRun } from '../../domain/attribution/transcript.ts';
import { teachersOf } from '../../domain/learning/reflection/lessons.ts';
import { isBlocking, NOT_JUDGED } from '../../domain/safety/spans.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import {
  type Assessment,
  type LearnedProposal,
  openProposals,
  previewProposal,
} from '../../skills/changesets/index.ts';
import { findUnvouched, indexInTurns, judgeChange, readOrigins } from '../evolution/index.ts';
import { type Reflection, type ReflectJob, type Run, reflectionRows, spokenRun } from './reflect-job.ts';

/** A proposal, the reflections that taught it, and the texts that are served already. */
interface Subject {
  readonly learned: Pick<LearnedProposal, 'agentId' | 'source' | 'ops'>;
  readonly reflections: readonly Reflection[];
  readonly served: readonly string[];
}

/** Assesses each changeset that would be stored; nothing is asked where that is none. */
export async function assessProposal(
  reflectJob: ReflectJob,
  { learned, reflections, served }: Subject,
): Promise<Assessment[]> {
  const { runtime, tenant, agentId } = reflectJob;
  const parts = await previewProposal(runtime, tenant, learned);
  if (parts.length === 0) return [];
  const runs = reflections.map(({ run }) => run);
  const { signal } = reflectJob.context;
  const assessments: Assessment[] = [];
  const taught = await spokenRuns(reflectJob, runs);
  const shown = await spokenRuns(reflectJob, await readContrasts(reflectJob, reflections));
  const index = await indexInTurns(taught);
  const beside = await indexInTurns(shown, { served, held: await heldTexts(reflectJob) });
  const sources = { tenant, agentId, runs: [...taught, ...shown], index: [...index, ...beside] };
  for (const { ops, before, after } of parts) {
    const findings = [...(await findUnvouched(runtime, sources, ops))];
    const judged = await judgeChange(runtime, tenant, { change: { before, after, runs }, signal });
    if (judged === null) findings.push(NOT_JUDGED);
    const scores = { evalScore: judged?.score ?? null, baselineScore: judged?.baseline ?? null };
    const taughtBy = ops.map((op) => teachersOrAll(op, reflections));
    assessments.push({ ops, ...scores, findings, taughtBy, origins: readOrigins({ index }, ops) });
  }
  return assessments;
}

/** Runs as the model was shown them, with what they were served of their users' memories. */
async function spokenRuns({ runtime, tenant }: ReflectJob, runs: readonly Run[]): Promise<SpokenRun[]> {
  const rows = reflectionRows(runtime, runtime.db.read, tenant);
  return await Promise.all(
    runs.map(async (run) => spokenRun(run, await rows.ofUsers(run.served?.memories ?? []))),
  );
}

/** What proposals say that are held for a finding: the model is shown them, and may take them up. */
async function heldTexts({ runtime, tenant, agentId }: ReflectJob): Promise<string[]> {
  const open = await openProposals(runtime.db.read, tenant, { agentId });
  return open
    .filter(({ status, safetyFindings }) => status === 'pending' && safetyFindings.some(isBlocking))
    .flatMap(({ ops }) => ops.flatMap(operationTexts));
}

/** The runs that taught an operation; null for one that only takes away. */
function teachersOrAll(op: Operation, reflections: readonly Reflection[]): string[] | null {
  const texts = op.op === 'create_skill' ? op.bullets.map(({ content }) => content) : operationTexts(op);
  const runs = reflections.map(({ run: { id }, draft: { lessons } }) => ({ id, lessons }));
  return texts.length === 0 ? null : teachersOf(texts, runs);
}

/** The runs that the model was shown beside these: what they said may have been repeated too. */
async function readContrasts(
  { runtime, tenant }: ReflectJob,
  reflections: readonly Reflection[],
): Promise<Run[]> {
  const known = new Set(reflections.map(({ run }) => run.id));
  const others = new Set(reflections.flatMap(({ draft }) => draft.rests)).difference(known);
  const rows = reflectionRows(runtime, runtime.db.read, tenant);
  const runs = await Promise.all([...others].map((id) => rows.run(id)));
  return runs.filter((run) => run !== null);
}
