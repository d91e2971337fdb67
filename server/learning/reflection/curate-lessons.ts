/**
 * Makes proposals of the lessons of a job. Lessons that resemble nothing are proposed as they are; a model is asked about the
 * others, and what it leaves open waits for a person. Everything is stored in one transaction with the note that the runs are
 * reflected on, and only while all of them still exist.
 */
import { curateAnswer } from '../../domain/learning/answers.ts';
import { curatePrompt } from '../../domain/learning/prompts/curate.ts';
import { PROMPT_VERSION } from '../../domain/learning/prompts/prompt.ts';
import { chooseSkills } from '../../domain/learning/reflection/choose-skills.ts';
import { type Lesson, mergeLessons } from '../../domain/learning/reflection/lessons.ts';
import {
  additionsOf,
  completeOps,
  type SortedLessons,
  separateProposed,
  sortLessons,
  unusedLessons,
} from '../../domain/learning/reflection/sort-lessons.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { type Finding, NOT_CURATED } from '../../domain/safety/spans.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import { isRowsGone } from '../../platform/db/database.ts';
import {
  addSupport,
  type ChangesetRecord,
  type LearnedProposal,
  lastRejected,
  openProposals,
  proposeChangesets,
  toEarlierChanges,
} from '../../skills/changesets/index.ts';
import { readSkillsFor } from '../../skills/library/index.ts';
import { assessProposal } from './assess-proposal.ts';
import { finalizeReflections } from './finalize-reflections.ts';
import { ask, logFields, type Reflection, type ReflectJob } from './reflect-job.ts';

/** Refused proposals that the lessons are held against, latest first. */
const COMPARED_REJECTED = 50;
/** Proposals that wait for review, newest first, and refused ones, latest first, that the model sees. */
const SHOWN_PENDING = 30;
const SHOWN_REJECTED = 8;

/** The lessons of a job's runs, and what they are held against. */
interface Curation {
  readonly reflections: readonly Reflection[];
  readonly skills: readonly Skill[];
  readonly open: readonly ChangesetRecord[];
  readonly rejected: readonly ChangesetRecord[];
}

/** Operations to propose, with what they rest on. */
interface Proposed {
  readonly ops: readonly Operation[];
  readonly lessons: readonly Lesson[];
  readonly rationale: string;
  readonly findings: readonly Finding[];
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
    if (lessons.length === 0) {
      await context.commit((tx) => finalizeReflections(runtime, tx, tenant, reflections));
      return new Set();
    }
    const { read } = runtime.db;
    const curation = {
      reflections,
      skills: await readSkillsFor(read, tenant, agentId),
      open: await openProposals(read, tenant, { agentId }),
      rejected: await lastRejected(read, tenant, { agentId, limit: COMPARED_REJECTED }),
    };
    const sorted = sortLessons(lessons, { ...curation, agentId });
    await propose(reflectJob, curation, ...(await decideOps(reflectJob, curation, sorted)));
    return new Set();
  } catch (error) {
    if (isRowsGone(error)) return error.ids;
    throw error;
  }
}

/** What is to be proposed: without a model where that is plain, else what it answers, and what it leaves open for a person. */
async function decideOps(
  reflectJob: ReflectJob,
  curation: Curation,
  sorted: SortedLessons,
): Promise<[SortedLessons, Proposed[]]> {
  const { added, undecided } = sorted;
  const { agentId } = reflectJob;
  const { skills, reflections, open } = curation;
  const asTaught = (lessons: readonly Lesson[], findings: readonly Finding[]): Proposed => ({
    ...{ lessons, findings },
    ops: additionsOf(lessons, { agentId, skills }),
    rationale: summarize(reflections, lessons),
  });
  const curated = undecided.length === 0 ? null : await askForOps(reflectJob, curation, undecided);
  const completed = completeOps(curated?.ops ?? [], undecided, { skills });
  const { ops, proposed: repeated } = separateProposed(completed, undecided, { open });
  const unused = curated?.rationale ? [] : unusedLessons(undecided, completed);
  const proposed: Proposed[] = [
    asTaught(added, []),
    { ops, lessons: undecided, rationale: curated?.rationale ?? '', findings: [] },
    asTaught(unused, [NOT_CURATED]),
  ];
  return [
    { ...sorted, proposed: [...sorted.proposed, ...repeated] },
    proposed.filter((one) => one.ops.length > 0),
  ];
}

/** What the runs showed that taught the lessons. */
function summarize(reflections: readonly Reflection[], lessons: readonly Lesson[]): string {
  const runs = new Set(lessons.flatMap(({ episodes }) => episodes));
  const summaries = reflections.filter(({ run }) => runs.has(run.id)).map(({ draft }) => draft.summary ?? '');
  return [...new Set(summaries)].slice(0, MAX_SUMMARIES).join(' ').trim();
}

/** Summaries of runs in the reason of one change. */
const MAX_SUMMARIES = 3;

/** Null where the answer is of no use. */
async function askForOps(
  reflectJob: ReflectJob,
  { reflections, skills, open, rejected }: Curation,
  lessons: readonly Lesson[],
): Promise<{ ops: Operation[]; rationale: string } | null> {
  const { runtime, agentId } = reflectJob;
  const served = reflections.flatMap(({ run }) => run.served?.skills.map(({ id }) => id) ?? []);
  const prompt = curatePrompt({
    lessons,
    skills: chooseSkills(skills, { agentId, lessons, served }),
    pending: toEarlierChanges(open.slice(0, SHOWN_PENDING)),
    rejected: toEarlierChanges(rejected.slice(0, SHOWN_REJECTED)),
    maxOps: runtime.config.learning.maxOpsPerChangeset,
  });
  const reply = await ask(reflectJob, { purpose: 'curate', schema: curateAnswer, prompt });
  if ('answer' in reply) return reply.answer;
  logNoCuration(reflectJob, lessons.length, 'unusable');
  return null;
}

async function propose(
  reflectJob: ReflectJob,
  { reflections, skills }: Curation,
  sorted: SortedLessons,
  proposed: readonly Proposed[],
): Promise<void> {
  const { runtime, tenant, context } = reflectJob;
  const served = skills.flatMap(({ description, bullets }) => [
    description,
    ...bullets.map(({ content }) => content),
  ]);
  const taught = reflections.filter(({ draft }) => draft.lessons.length > 0);
  const proposals: LearnedProposal[] = [];
  for (const one of proposed) proposals.push(await toProposal(reflectJob, one, { taught, served }));
  const changesets = await context.commit(async (tx) => {
    await finalizeReflections(runtime, tx, tenant, reflections);
    for (const { lesson, changeset } of sorted.proposed) {
      await addSupport(runtime, tx, tenant, { changeset, episodeIds: lesson.episodes });
    }
    const stored: ChangesetRecord[] = [];
    for (const proposal of proposals) {
      stored.push(...(await proposeChangesets(runtime, tenant, proposal, (work) => work(tx))));
    }
    return stored;
  });
  const lessons = sorted.added.length + sorted.undecided.length;
  if (changesets.length === 0)
    logNoCuration(reflectJob, lessons, lessons === 0 ? 'nothing_new' : 'no_applicable_ops');
}

async function toProposal(
  reflectJob: ReflectJob,
  { ops, lessons, rationale, findings }: Proposed,
  { taught, served }: { taught: readonly Reflection[]; served: readonly string[] },
): Promise<LearnedProposal> {
  const learned = { agentId: reflectJob.agentId, source: 'reflection' as const, ops: [...ops] };
  return {
    ...learned,
    ...{ rationale, findings, evalScore: null, baselineScore: null },
    assessments: await assessProposal(reflectJob, { learned, reflections: taught, served }),
    proposedBy: SYSTEM_ACTORS.reflection,
    promptVersion: PROMPT_VERSION,
    episodeIds: [...new Set(lessons.flatMap(({ episodes }) => episodes))],
  };
}

function logNoCuration(reflectJob: ReflectJob, lessons: number, reason: string): void {
  reflectJob.runtime.log.info('reflection.no_curation', { ...logFields(reflectJob), lessons, reason });
}
