/**
 * The evolve job: looks for a better wording of a skill that fails too often, and proposes the best one found
 * if it beats the skill as it is. What it commits rests on a skill that has not moved and on runs that still
 * exist.
 */
import { bestChange, type TriedChange } from '../../domain/learning/evolution/evolution-ops.ts';
import { PROMPT_VERSION } from '../../domain/learning/prompts/prompt.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { Defer, type Job, type JobContext } from '../../jobs/index.ts';
import { type Database, isRowsGone, RowsGone } from '../../platform/db/database.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import { isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { proposeChangesets } from '../../skills/changesets/index.ts';
import { requireSameTrust, TrustChanged } from '../sources/index.ts';
import { type Evidence, gatherEvidence, readSubject, type Subject } from './gather-evidence.ts';
import { evolutionStore } from './store.ts';
import { tryChanges } from './try-changes.ts';

const OVER_BUDGET_WAIT_MS = 3_600_000;

/** Why an evolution proposed nothing. */
type NoGain =
  | 'no_failures'
  | 'no_candidate'
  | 'not_better'
  | 'skill_moved'
  | 'runs_removed'
  | 'trust_changed';

/**
 * Evolves the job's skill. Ends at once without a model, and where the skill is gone, shared, or has an
 * evolution that waits. Over budget it is deferred by an hour; an outage fails the attempt.
 */
export async function evolveSkill(runtime: Runtime, job: Job<'evolve'>, context: JobContext): Promise<void> {
  if (!modelConfigured(runtime.config)) return;
  const { tenant, skillId } = job;
  const subject = await readSubject(runtime, tenant, skillId);
  if (subject === null) return;
  const evidence = await gatherEvidence(runtime, tenant, { agentId: subject.agentId, id: skillId });
  if (evidence === null) return endWithout(runtime, job, { why: 'no_failures', tried: [] });
  const tried = await search(runtime, { tenant, subject, evidence, signal: context.signal });
  const best = bestChange(tried);
  if (best === null) {
    return endWithout(runtime, job, { why: tried.length === 0 ? 'no_candidate' : 'not_better', tried });
  }
  const why = await propose(runtime, tenant, { subject, evidence, best, context });
  if (why === null) runtime.metrics.evolutions.inc({ result: 'improved' });
  else endWithout(runtime, job, { why, tried });
}

async function search(...query: Parameters<typeof tryChanges>): Promise<TriedChange[]> {
  try {
    return await tryChanges(...query);
  } catch (error) {
    throw isOverBudget(error) ? new Defer(OVER_BUDGET_WAIT_MS) : error;
  }
}

interface FoundChange {
  subject: Subject;
  evidence: Evidence;
  best: TriedChange;
  context: JobContext;
}

/** Stores the candidate as a changeset; answers why it did not, or null. */
async function propose(
  runtime: Runtime,
  tenant: string,
  { subject, evidence, best, context }: FoundChange,
): Promise<NoGain | null> {
  const { agentId, state, version } = subject;
  const { ops, rationale, episodeIds, score, baseline } = best;
  const runs = evidence.lessons.map(({ id }) => id);
  const write: Database['write'] = (work) =>
    context.commit(async (tx) => {
      if (!(await evolutionStore(tx, tenant).hold(runs))) throw new RowsGone(runs);
      await requireSameTrust(runtime, tx, { tenant, agentId, trust: evidence.trust });
      return await work(tx);
    });
  const learned = {
    agentId,
    ops: [...ops],
    rationale,
    source: 'evolution' as const,
    proposedBy: SYSTEM_ACTORS.evolution,
    promptVersion: PROMPT_VERSION,
    episodeIds: [...episodeIds],
    evalScore: score,
    baselineScore: baseline,
    madeFor: { [state.id]: version },
  };
  try {
    const stored = await proposeChangesets(runtime, tenant, learned, write);
    return stored.length === 0 ? 'skill_moved' : null;
  } catch (error) {
    if (isRowsGone(error)) return 'runs_removed';
    if (error instanceof TrustChanged) return 'trust_changed';
    throw error;
  }
}

function endWithout(
  runtime: Runtime,
  { tenant, agentId, skillId }: Job<'evolve'>,
  { why, tried }: { why: NoGain; tried: readonly TriedChange[] },
): void {
  const scores = tried.map(({ score, baseline }) => ({ score, baseline }));
  runtime.log.info('evolution.no_gain', { tenant, agent_id: agentId, skill_id: skillId, why, scores });
  runtime.metrics.evolutions.inc({ result: 'no_gain' });
}
