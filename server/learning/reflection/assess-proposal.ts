/**
 * What is known of a learned proposal before it is stored: how much better a judge expects runs to go with
 * it, and what in it looks planted. A judge whose answer cannot be used leaves the scores open; the other
 * checks stand without it.
 */
import { quotedEpisode } from '../../domain/learning/quote-episode.ts';
import { saidSteps } from '../../domain/learning/reflection/copied-text.ts';
import { teachersOf } from '../../domain/learning/reflection/lessons.ts';
import { plantedSteps } from '../../domain/learning/reflection/planted.ts';
import { textsByTrust, textsIn, withFound } from '../../domain/learning/run-texts.ts';
import { type Claims, claimsIn, unconfirmedSteps } from '../../domain/learning/unconfirmed.ts';
import { learnedFindings, operationTexts } from '../../domain/learning/untrusted-ops.ts';
import { type Finding, isBlocking } from '../../domain/safety/spans.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import {
  type Assessment,
  type LearnedProposal,
  openProposals,
  previewProposal,
} from '../../skills/changesets/index.ts';
import { judgeChange, readOrigins, readSources } from '../evolution/index.ts';
import { type Reflection, type ReflectJob, type Run, reflectionRows } from './reflect-job.ts';

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
  const { runtime, tenant } = reflectJob;
  const parts = await previewProposal(runtime, tenant, learned);
  if (parts.length === 0) return [];
  const runs = reflections.map(({ run }) => run);
  const shown = [...runs, ...(await readContrasts(reflectJob, reflections))];
  const { signal } = reflectJob.context;
  const assessments: Assessment[] = [];
  const held = await heldTexts(reflectJob);
  const said = runs.map((run) => ({ quote: quotedEpisode(run), found: run.found }));
  for (const { ops, before, after } of parts) {
    const findings = await findingsOn(reflectJob, ops, { shown, served, held });
    const judged = await judgeChange(runtime, tenant, { change: { before, after, runs }, signal });
    const scores = { evalScore: judged?.score ?? null, baselineScore: judged?.baseline ?? null };
    const taughtBy = ops.map((op) => teachersOrAll(op, reflections));
    assessments.push({ ops, ...scores, findings, taughtBy, origins: await readOrigins(said, ops) });
  }
  return assessments;
}

/** What in the operations looks planted in the runs, or comes from text in them that nobody trusts. */
async function findingsOn(
  reflectJob: ReflectJob,
  ops: readonly Operation[],
  { shown, served, held }: { shown: readonly Run[]; served: readonly string[]; held: readonly string[] },
): Promise<Finding[]> {
  const { runtime } = reflectJob;
  const runs = shown.map((run) => ({ quote: quotedEpisode(run), found: run.found }));
  const { others } = textsIn(runs.map(({ quote }) => quote));
  const wrote = runs.flatMap(({ quote, found }) => withFound(textsByTrust([quote]), found).user);
  const source = await takeSteps(saidSteps(others));
  const vouched = [...served, ...wrote];
  const planted = await takeSteps(plantedSteps(ops, { source, vouched }));
  const teaching = runtime.config.governance.untrustedNeedsReview
    ? {
        sources: await readSources(runs, served),
        hasUser: shown.every(({ userId }) => userId !== null),
      }
    : null;
  const unconfirmed =
    teaching === null
      ? []
      : await takeSteps(unconfirmedSteps(ops, await readClaims(reflectJob, shown, { served, held })));
  return [...new Set([...planted, ...learnedFindings(ops, teaching), ...unconfirmed])];
}

/** What the runs say, with what they were served of their users' memories, and what is held. */
async function readClaims(
  { runtime, tenant }: ReflectJob,
  runs: readonly Run[],
  { served, held }: { served: readonly string[]; held: readonly string[] },
): Promise<Claims> {
  const rows = reflectionRows(runtime, runtime.db.read, tenant);
  const claiming = await Promise.all(
    runs.map(async (run) => ({
      ...{ quote: quotedEpisode(run), userId: run.userId, found: run.found },
      remembered: await rows.ofUsers(run.served?.memories ?? []),
    })),
  );
  const usersTeachAll = !runtime.config.governance.userRulesNeedReview;
  const { claimed, confirmed } = claimsIn(claiming, { served, usersTeachAll });
  return { claimed: [...claimed, ...held], confirmed };
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
