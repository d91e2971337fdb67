/**
 * Makes a proposal of the lessons of a job: asks for operations, has what would be stored of them assessed,
 * and proposes it. The proposal, one changeset or several, is stored in one transaction with the note that
 * its runs are reflected on, and only while all of them still exist.
 */
import { type Answer, curateAnswer } from '../../domain/learning/answers.ts';
import { chooseSkills } from '../../domain/learning/reflection/choose-skills.ts';
import { type Lesson, mergeLessons } from '../../domain/learning/reflection/lessons.ts';
import { curatePrompt } from '../../domain/learning/reflection/prompts/curate-prompt.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import { isRowsGone } from '../../platform/db/database.ts';
import {
  lastRejected,
  openProposals,
  proposeChangesets,
  toEarlierChanges,
} from '../../skills/changesets/index.ts';
import { readSkillsFor } from '../../skills/library/index.ts';
import { assessProposal } from './assess-proposal.ts';
import { countUnusable, finalizeReflections } from './finalize-reflections.ts';
import { ask, logFields, type Reflection, type ReflectJob } from './reflect-job.ts';

/** Proposals that wait for review, newest first, and refused ones, latest first, that the model sees. */
const SHOWN_PENDING = 30;
const SHOWN_REJECTED = 8;

/** The lessons of a job's runs, together. */
interface Curation {
  readonly reflections: readonly Reflection[];
  readonly lessons: readonly Lesson[];
  readonly skills: readonly Skill[];
}

/**
 * Curates what the runs taught and finalizes them. Runs that were erased are left out, with everything that
 * rests on them.
 */
export async function curateLessons(
  reflectJob: ReflectJob,
  reflections: readonly Reflection[],
): Promise<void> {
  let remaining = reflections;
  while (remaining.length > 0) {
    const erased = await curateOnce(reflectJob, remaining);
    if (erased.size === 0) return;
    remaining = remaining.filter(({ draft }) => !draft.rests.some((id) => erased.has(id)));
  }
}

/** Answers with the runs that were found erased; where there are some, nothing was stored. */
async function curateOnce(
  reflectJob: ReflectJob,
  reflections: readonly Reflection[],
): Promise<ReadonlySet<string>> {
  const { runtime, tenant, agentId, context } = reflectJob;
  const lessons = mergeLessons(reflections.flatMap(({ draft }) => draft.lessons));
  try {
    const skills = lessons.length === 0 ? [] : await readSkillsFor(runtime.db.read, tenant, agentId);
    const curation = { reflections, lessons, skills };
    const answer = lessons.length === 0 ? NOTHING : await askForOps(reflectJob, curation);
    if (answer === null) return new Set();
    if (answer.ops.length > 0) await propose(reflectJob, curation, answer);
    else await context.commit((tx) => finalizeReflections(runtime, tx, tenant, reflections));
    if (lessons.length > 0 && answer.ops.length === 0) logNoCuration(reflectJob, lessons.length, 'no_ops');
    return new Set();
  } catch (error) {
    if (isRowsGone(error)) return error.ids;
    throw error;
  }
}

const NOTHING: Answer<'curate'> = { rationale: '', ops: [] };

/**
 * Null where the answer is of no use: then the runs wait for another attempt, except those that taught
 * nothing.
 */
async function askForOps(
  reflectJob: ReflectJob,
  { reflections, lessons, skills }: Curation,
): Promise<Answer<'curate'> | null> {
  const { runtime, tenant, agentId, context } = reflectJob;
  const { read } = runtime.db;
  const served = reflections.flatMap(({ run }) => run.served?.skills.map(({ id }) => id) ?? []);
  const prompt = curatePrompt({
    lessons,
    skills: chooseSkills(skills, { agentId, lessons, served }),
    pending: toEarlierChanges((await openProposals(read, tenant, { agentId })).slice(0, SHOWN_PENDING)),
    rejected: toEarlierChanges(await lastRejected(read, tenant, { agentId, limit: SHOWN_REJECTED })),
    maxOps: runtime.config.learning.maxOpsPerChangeset,
  });
  const reply = await ask(reflectJob, { purpose: 'curate', schema: curateAnswer, prompt });
  if ('answer' in reply) return reply.answer;
  const [taught, idle] = partition(reflections, ({ draft }) => draft.lessons.length > 0);
  logNoCuration(reflectJob, lessons.length, 'unusable');
  await context.commit((tx) => finalizeReflections(runtime, tx, tenant, idle));
  await countUnusable(
    reflectJob,
    taught.map(({ run }) => run.id),
    reply.unusable,
  );
  return null;
}

async function propose(reflectJob: ReflectJob, curation: Curation, answer: Answer<'curate'>): Promise<void> {
  const { runtime, tenant, agentId, context } = reflectJob;
  const { reflections, lessons, skills } = curation;
  const learned = { agentId, source: 'reflection' as const, ops: answer.ops satisfies Operation[] };
  const assessments = await assessProposal(reflectJob, {
    learned,
    reflections: reflections.filter(({ draft }) => draft.lessons.length > 0),
    served: skills.flatMap(({ description, bullets }) => [
      description,
      ...bullets.map(({ content }) => content),
    ]),
  });
  const proposal = {
    ...learned,
    ...{ assessments, evalScore: null, baselineScore: null },
    rationale: answer.rationale,
    proposedBy: SYSTEM_ACTORS.reflection,
    episodeIds: [...new Set(lessons.flatMap(({ episodes }) => episodes))],
  };
  const changesets = await proposeChangesets(runtime, tenant, proposal, (work) =>
    context.commit(async (tx) => {
      await finalizeReflections(runtime, tx, tenant, reflections);
      return await work(tx);
    }),
  );
  if (changesets.length === 0) logNoCuration(reflectJob, lessons.length, 'no_applicable_ops');
}

function logNoCuration(reflectJob: ReflectJob, lessons: number, reason: string): void {
  reflectJob.runtime.log.info('reflection.no_curation', { ...logFields(reflectJob), lessons, reason });
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
