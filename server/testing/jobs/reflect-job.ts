/**
 * Runs as an agent records them and a reflect job in a test's hands: without a queue, with a lease that the
 * test may take away.
 */

import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { RecordedCall } from '../../../lab/model/stand-in-plan.ts';
import type { RawAnswer } from '../../domain/learning/answers.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest, type RecallResponse } from '../../domain/runs/recall/recall.ts';
import type { JobContext } from '../../jobs/index.ts';
import { reflectAgent } from '../../learning/reflection/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { recall } from '../../runs/recall/index.ts';

export const TASK = 'Deploy the billing service to the staging cluster';

/** What runs of the task teach. */
export const RULE = 'Run the database migrations before the service restarts';

/** Settings under which every recall serves. */
export const NO_HOLDOUT = { SERVICE_HOLDOUT_RATE: '0' };

/**
 * Records a failed run of the default agent; `more` are further fields of the request. Answers with the
 * episode's id.
 */
export async function recordRun(runtime: Runtime, who: Principal, more: object = {}): Promise<string> {
  const sent = episodeInSchema.parse({ task: TASK, outcome: 'failure', ...more });
  return (await recordEpisode(runtime, who, sent)).episode_id;
}

/** What the default agent is served for the task. */
export async function recallTask(
  runtime: Runtime,
  who: Principal,
  more: object = {},
): Promise<RecallResponse> {
  return await recall(runtime, who, RecallRequest.parse({ query: TASK, ...more }));
}

/** A job that is held, unless the test says otherwise. */
export function jobContext(runtime: Runtime, more: Partial<JobContext> = {}): JobContext {
  return { signal: new AbortController().signal, commit: (work) => runtime.db.write(work), ...more };
}

/** Runs one reflect job of the default agent. */
export async function reflect(
  runtime: Runtime,
  { tenant }: Principal,
  context: JobContext = jobContext(runtime),
): Promise<void> {
  await reflectAgent(runtime, { tenant, agentId: 'default' }, context);
}

type Lesson = RawAnswer<'reflect'>['lessons'][number];
type Operation = RawAnswer<'curate'>['ops'][number];

/** Answers of a model that learns `lesson` from every run and makes `ops` of it, which a judge finds good. */
export function teach(model: StandInModel, lesson: string, ops: Operation[]): void {
  model.answer('reflect', reflection({ lessons: [makeLesson(lesson)] }));
  model.answer('curate', { rationale: 'The runs failed for the same reason.', ops });
  model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'it helps' });
}

/** Answers of a model that makes a new skill of the rule. */
export function teachRule(model: StandInModel): void {
  teach(model, RULE, [newSkill(RULE)]);
}

export function makeLesson(content: string, more: Partial<Lesson> = {}): Lesson {
  return { skill: null, section: 'steps', content, issue: '', keywords: [], episodes: [], ...more };
}

export function reflection(more: Partial<RawAnswer<'reflect'>> = {}): RawAnswer<'reflect'> {
  return { summary: 'It failed.', tags: [], lessons: [], memories: [], ...more };
}

/** A new skill with one rule, for the task. */
export function newSkill(content: string, name = 'deploy-billing'): Operation {
  const bullets = [{ content, section: 'steps' as const, issue: '', keywords: [] }];
  return { op: 'create_skill', name, description: 'Deploy services to staging clusters', tags: [], bullets };
}

/** The calls of one purpose, in order. */
export function callsFor({ calls }: StandInModel, purpose: string, since = 0): RecordedCall[] {
  return calls.slice(since).filter((call) => call.purpose === purpose);
}

/** What reflection keeps of an episode. */
export async function reflectionRow(runtime: Runtime, { tenant }: Principal, id: string) {
  return await clientOf(runtime.db.read).episode.findUniqueOrThrow({
    where: { tenant_id: { tenant, id } },
    select: {
      reflected: true,
      reflectAttempts: true,
      reflection: true,
      verdicts: true,
      reward: true,
      rewardSource: true,
      rewardStrength: true,
      judgeOutcome: true,
    },
  });
}

/** Every changeset of the tenant, oldest first. */
export async function allChangesets(runtime: Runtime, { tenant }: Principal) {
  const { changeset } = clientOf(runtime.db.read);
  return await changeset.findMany({ where: { tenant }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** The jobs of a kind that wait for the default agent. */
export async function waitingJobs(
  runtime: Runtime,
  { tenant }: Principal,
  kind = 'reflect',
): Promise<number> {
  return await clientOf(runtime.db.read).job.count({
    where: { tenant, agentId: 'default', kind, status: 'pending' },
  });
}

/** The log's lines of one event in the tenant. */
export function logLines(runtime: { lines: Record<string, unknown>[] }, who: Principal, event: string) {
  return runtime.lines.filter((line) => line['event'] === event && line['tenant'] === who.tenant);
}
