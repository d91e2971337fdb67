/**
 * Judges runs of which nobody said how they ended. A confident judgement becomes the run's reward through the
 * ledger, until somebody who knows better says otherwise; one that is not confident is kept, so that it is
 * not asked for again, and gives nothing.
 */
import { judgeOutcomeAnswer } from '../../domain/learning/answers.ts';
import { judgeOutcomePrompt } from '../../domain/learning/prompts/judge-outcome.ts';
import { type Reward, strongestReward } from '../../domain/runs/reward.ts';
import { judgedView } from '../../domain/trust/view.ts';
import { type LedgerEntry, lockEntry, replaceReward } from '../../runs/rewards/index.ts';
import { ask, logFields, type ReflectJob, type Run, reflectionRows } from './reflect-job.ts';

type JudgedOutcome = NonNullable<Run['judged']>;

/** The run with the reward that it has now. */
export async function judgeOutcome(reflectJob: ReflectJob, run: Run): Promise<Run> {
  const { selfJudge } = reflectJob.runtime.config.learning;
  if (!selfJudge || run.judged !== null || isFinal(run.rewardSource)) return run;
  const { episode, sources } = judgedView(run, reflectJob.trust);
  const prompt = judgeOutcomePrompt(episode);
  const reply = await ask(reflectJob, { purpose: 'judge_outcome', schema: judgeOutcomeAnswer, prompt });
  if ('unusable' in reply) {
    const { problem } = reply.unusable;
    reflectJob.runtime.log.warn('judge_outcome.failed', {
      ...logFields(reflectJob),
      episode_id: run.id,
      fault: problem,
    });
    return run;
  }
  const { outcome, confidence } = reply.answer;
  // Text from outside must not promote a candidate: such a judgement counts for no run of a canary.
  const counts = sources.length === 0 || !run.served?.skills.some(({ arm }) => arm !== null);
  const reward = await keep(reflectJob, run.id, { outcome, confidence, counts });
  return { ...run, ...reward };
}

/** Whether something better than a judgement tells how the run went. */
function isFinal(source: Run['rewardSource']): boolean {
  return source !== null && source !== 'judge';
}

async function keep(
  reflectJob: ReflectJob,
  id: string,
  { counts, ...judged }: JudgedOutcome & { counts: boolean },
): Promise<Pick<Run, 'reward' | 'rewardSource'>> {
  const { runtime, tenant, context } = reflectJob;
  const reward = await context.commit(async (tx) => {
    const entry = await lockEntry(runtime, tx, tenant, id);
    if (entry === null) return null;
    await reflectionRows(runtime, tx, tenant).setJudgement(id, judged);
    if (isFinal(entry.reward?.source ?? null)) return entry.reward;
    const next = counts ? rewardBy(reflectJob, entry, judged) : null;
    await replaceReward(runtime, tx, tenant, { entry, reward: next });
    return next;
  });
  return { reward: reward?.reward ?? null, rewardSource: reward?.source ?? null };
}

function rewardBy(
  { runtime }: ReflectJob,
  { outcome, verification }: LedgerEntry,
  judged: JudgedOutcome,
): Reward | null {
  const minConfidence = runtime.config.learning.minJudgeConfidence;
  return strongestReward({ outcome, verification, judge: { ...judged, minConfidence } });
}
