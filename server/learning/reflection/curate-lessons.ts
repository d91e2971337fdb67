/**
 * Makes proposals of the lessons of a job. Lessons that resemble nothing are proposed as they are; a model is asked about the
 * others, and what it leaves open waits for a person. Everything is stored in one transaction with the note that the runs are
 * reflected on, and only while all of them still exist.
 */
import { curateAnswer } from '../../domain/learning/answers.ts';
import { curatePrompt } from '../../domain/learning/prompts/curate.ts';
import { PROMPT_VERSION } from '../../domain/learning/prompts/prompt.ts';
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import { chooseSkills } from '../../domain/learning/reflection/choose-skills.ts';
import { type Lesson, mergeLessons } from '../../domain/learning/reflection/lessons.ts';
import {
  additionsOf,
  completeOps,
  rulesIn,
  separateProposed,
  sortLessons,
  unusedLessons,
} from '../../domain/learning/reflection/sort-lessons.ts';
import { saysTheSame } from '../../domain/memories/timeline.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { type Finding, NOT_CURATED } from '../../domain/safety/spans.ts';
import { isSameRule } from '../../domain/skills/changesets/merge-additions.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Skill } from '../../domain/skills/skill.ts';
import { becauseOf, countSources, type SourceCount } from '../../domain/trust/because.ts';
import {
  derive,
  type Side,
  type Sided,
  type Source,
  splitSides,
  type Trusted,
  together,
} from '../../domain/trust/side.ts';
import { userKey } from '../../domain/trust/source-names.ts';
import { isOutside, trustedView, userView, wholeView } from '../../domain/trust/view.ts';
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
import { requireSameTrust } from '../sources/index.ts';
import { assessProposal, type TeachingRun } from './assess-proposal.ts';
import { finalizeReflections } from './finalize-reflections.ts';
import { ask, logFields, type Reflection, type ReflectJob, type TaughtPart } from './reflect-job.ts';

/** Refused proposals that the lessons are held against, latest first. */
const COMPARED_REJECTED = 50;
/** Proposals that wait for review, newest first, and refused ones, latest first, that the model sees. */
const SHOWN_PENDING = 30;
const SHOWN_REJECTED = 8;

/** What views of one side taught that may stand in one prompt together: of one user's runs, or of nobody's words. */
interface Group<S extends Side> {
  readonly reflections: readonly Reflection[];
  readonly lessons: Sided<readonly Lesson[], S>;
  readonly runs: readonly TeachingRun<S>[];
  readonly summaries: ReadonlyMap<string, string>;
  /** The untrusted sources of each run. */
  readonly sources: ReadonlyMap<string, readonly Source[]>;
}

/** What the lessons are held against. */
interface Library {
  readonly agentId: string;
  readonly skills: readonly Skill[];
  readonly open: readonly ChangesetRecord[];
  readonly rejected: readonly ChangesetRecord[];
  /** Names of skills that this job creates already. */
  readonly reserved: readonly string[];
}

/** Operations to propose, with what they rest on. */
interface Proposed {
  readonly ops: readonly Operation[];
  readonly lessons: readonly Lesson[];
  readonly rationale: string;
  readonly findings: readonly Finding[];
}

/** What is to be stored of the lessons of a group. */
interface Decided {
  readonly proposals: readonly LearnedProposal[];
  readonly supported: readonly Parameters<typeof addSupport>[3][];
  /** Lessons that are not known yet. */
  readonly fresh: number;
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
  const { runtime, tenant, agentId } = reflectJob;
  const { read } = runtime.db;
  const library = {
    agentId,
    skills: await readSkillsFor(read, tenant, agentId),
    open: await openProposals(read, tenant, { agentId }),
    rejected: await lastRejected(read, tenant, { agentId, limit: COMPARED_REJECTED }),
    reserved: [],
  };
  const { trusted, untrusted } = groupParts(reflectJob, reflections);
  try {
    const decided: Decided[] = [];
    if (trusted.lessons.length > 0) decided.push(await curateTrusted(reflectJob, library, trusted));
    for (const group of untrusted) {
      const reserved = decided.flatMap(({ proposals }) =>
        proposals.flatMap(({ ops }) => ops.flatMap(createdBy)),
      );
      decided.push(await proposeUntrusted(reflectJob, { ...library, reserved }, group));
    }
    await store(reflectJob, reflections, decided);
    return new Set();
  } catch (error) {
    if (isRowsGone(error)) return error.ids;
    throw error;
  }
}

const createdBy = (op: Operation): string[] => (op.op === 'create_skill' ? [op.name] : []);

/** The parts of reflections by side, and the untrusted ones by whose words they rest on. */
function groupParts({ trust }: ReflectJob, reflections: readonly Reflection[]) {
  const parts = reflections.flatMap((reflection) =>
    reflection.draft.parts
      .filter(({ lessons }) => lessons.length > 0)
      .map((part) => ({ ...part, reflection })),
  );
  const { trusted, untrusted } = splitSides(parts);
  const byOwner = Map.groupBy(untrusted, ({ sources }) => {
    const users = sources.filter((source) => !isOutside(source)).map(({ name }) => userKey(name));
    return JSON.stringify([users.toSorted(), sources.some(isOutside)]);
  });
  return {
    trusted: groupOf(trusted, ({ reflection }) => trustedView(reflection.run, trust).episode),
    untrusted: [...byOwner.values()].map((own) =>
      groupOf(own, ({ reflection: { run }, sources }) => {
        const view = sources.some(isOutside) ? wholeView : userView;
        return view(run, trust).episode;
      }),
    ),
  };
}

type Part = TaughtPart & { readonly reflection: Reflection };

function groupOf<S extends Side>(
  parts: readonly Sided<Part, S>[],
  episodeOf: (part: Part) => Sided<QuotableEpisode, S>,
): Group<S> {
  const of = <T>(value: (part: Part) => T) =>
    new Map(parts.map((part) => [part.reflection.run.id, value(part)]));
  return {
    reflections: parts.map(({ reflection }) => reflection),
    lessons: derive(together(parts), (all) => mergeLessons(all.flatMap(({ lessons }) => lessons))),
    runs: parts.map((part) => ({
      id: part.reflection.run.id,
      lessons: part.lessons,
      episode: episodeOf(part),
    })),
    summaries: of(({ summary }) => summary),
    sources: of(({ sources }) => sources),
  };
}

/** What is to be proposed: without a model where that is plain, else what it answers, and what it leaves open for a person. */
async function curateTrusted(
  reflectJob: ReflectJob,
  whole: Library,
  group: Group<'trusted'>,
): Promise<Decided> {
  const library = { ...whole, open: splitSides(whole.open).trusted };
  const { added, undecided, proposed } = sortLessons(group.lessons, library);
  const lessons = derive(group.lessons, () => undecided);
  const curated = undecided.length === 0 ? null : await askForOps(reflectJob, library, { group, lessons });
  const completed = completeOps(curated?.ops ?? [], undecided, library);
  const { ops, proposed: repeated } = separateProposed(completed, undecided, library);
  const unused = curated?.rationale ? [] : unusedLessons(undecided, completed);
  const found: Proposed[] = [
    asTaught(library, group, added),
    { ops, lessons: undecided, rationale: curated?.rationale ?? '', findings: [] },
    { ...asTaught(library, group, unused), findings: [NOT_CURATED] },
  ];
  const supported = [...proposed, ...repeated].map(({ lesson, changeset }) => ({
    ...{ changeset, episodeIds: lesson.episodes, sources: [], becauseOf: () => [] },
  }));
  const fresh = added.length + undecided.length;
  return { proposals: await toProposals(reflectJob, found, group), supported, fresh };
}

/**
 * What untrusted text taught is proposed as it is, without another prompt that it could stand in, unless it is there already or was
 * refused. Where it waits already, the runs and sources of this group are noted with it.
 */
async function proposeUntrusted(
  reflectJob: ReflectJob,
  library: Library,
  group: Group<'untrusted'>,
): Promise<Decided> {
  const refused = library.rejected.flatMap(({ ops }) => ops.flatMap(rulesIn));
  const isRefused = (lesson: Lesson) => refused.some((rule) => isSameRule(lesson, rule));
  const { added, undecided, proposed } = sortLessons(group.lessons, library);
  const lessons = [...added, ...undecided].filter((lesson) => !isRefused(lesson));
  const supported = [...Map.groupBy(proposed, ({ changeset }) => changeset)].flatMap(([id, taught]) => {
    const change = splitSides(library.open).untrusted.find((one) => one.id === id);
    const says = (rule: { content: string }) =>
      taught.some(({ lesson: { content } }) => saysTheSame(content, rule.content));
    // What trusted text taught needs no such support, and must not wait because of it.
    if (change?.ops.flatMap(rulesIn).every(says) !== true) return [];
    const episodeIds = [...new Set(taught.flatMap(({ lesson }) => lesson.episodes))];
    const sources = sourcesOf(group, episodeIds);
    const because = (all: readonly SourceCount[]) => becauseOf(all, reflectJob.trust);
    return [{ changeset: id, episodeIds, sources, becauseOf: because }];
  });
  const proposals = await toProposals(reflectJob, [asTaught(library, group, lessons)], group);
  return { proposals, supported, fresh: lessons.length };
}

function sourcesOf({ sources }: Pick<Group<Side>, 'sources'>, episodes: readonly string[]): SourceCount[] {
  return countSources(episodes.flatMap((id) => [sources.get(id) ?? []]));
}

/** Lessons as the operations that add them. */
function asTaught(
  library: Library,
  { summaries }: Pick<Group<Side>, 'summaries'>,
  lessons: readonly Lesson[],
): Proposed {
  const runs = [...new Set(lessons.flatMap(({ episodes }) => episodes))];
  const told = runs.map((id) => summaries.get(id) ?? '').filter((summary) => summary !== '');
  const rationale = [...new Set(told)].slice(0, MAX_SUMMARIES).join(' ');
  return { ops: additionsOf(lessons, library), lessons, rationale, findings: [] };
}

/** Summaries of runs in the reason of one change. */
const MAX_SUMMARIES = 3;

/** Null where the answer is of no use. */
async function askForOps(
  reflectJob: ReflectJob,
  { skills, open, rejected }: Library,
  { group, lessons }: { group: Group<'trusted'>; lessons: Trusted<readonly Lesson[]> },
): Promise<{ ops: Operation[]; rationale: string } | null> {
  const { runtime, agentId } = reflectJob;
  const served = group.reflections.flatMap(({ run }) => run.served?.skills.map(({ id }) => id) ?? []);
  const prompt = curatePrompt({
    lessons,
    skills: chooseSkills(skills, { agentId, lessons, served }),
    pending: toEarlierChanges(splitSides(open).trusted.slice(0, SHOWN_PENDING)),
    rejected: toEarlierChanges(splitSides(rejected).trusted.slice(0, SHOWN_REJECTED)),
    maxOps: runtime.config.learning.maxOpsPerChangeset,
  });
  const reply = await ask(reflectJob, { purpose: 'curate', schema: curateAnswer, prompt });
  if ('answer' in reply) return reply.answer;
  logNoCuration(reflectJob, lessons.length, 'unusable');
  return null;
}

async function toProposals<S extends Side>(
  reflectJob: ReflectJob,
  found: readonly Proposed[],
  group: Group<S>,
): Promise<LearnedProposal[]> {
  const { agentId, trust } = reflectJob;
  const proposals: LearnedProposal[] = [];
  for (const { ops, lessons, rationale, findings } of found.filter((one) => one.ops.length > 0)) {
    const learned = { agentId, source: 'reflection' as const, ops: [...ops] };
    const episodeIds = [...new Set(lessons.flatMap(({ episodes }) => episodes))];
    const sources = sourcesOf(group, episodeIds);
    proposals.push({
      ...learned,
      ...{ rationale, findings, evalScore: null, baselineScore: null },
      ...{ sources, because: becauseOf(sources, trust) },
      assessments: await assessProposal(
        reflectJob,
        derive(group.lessons, () => learned),
        group.runs,
      ),
      proposedBy: SYSTEM_ACTORS.reflection,
      promptVersion: PROMPT_VERSION,
      episodeIds,
    });
  }
  return proposals;
}

/** Stores everything in one transaction with the note that the runs are reflected on. */
async function store(
  reflectJob: ReflectJob,
  reflections: readonly Reflection[],
  decided: readonly Decided[],
): Promise<void> {
  const { runtime, tenant, context } = reflectJob;
  const proposals = decided.flatMap((one) => one.proposals);
  const changesets = await context.commit(async (tx) => {
    await finalizeReflections(runtime, tx, reflectJob, reflections);
    await requireSameTrust(runtime, tx, reflectJob);
    for (const support of decided.flatMap(({ supported }) => supported)) {
      await addSupport(runtime, tx, tenant, support);
    }
    const stored: ChangesetRecord[] = [];
    for (const proposal of proposals) {
      stored.push(...(await proposeChangesets(runtime, tenant, proposal, (work) => work(tx))));
    }
    return stored;
  });
  const taught = reflections.flatMap(({ draft }) => draft.parts.flatMap(({ lessons }) => lessons));
  const fresh = decided.reduce((sum, one) => sum + one.fresh, 0);
  if (taught.length > 0 && changesets.length === 0)
    logNoCuration(reflectJob, fresh, fresh === 0 ? 'nothing_new' : 'no_applicable_ops');
}

function logNoCuration(reflectJob: ReflectJob, lessons: number, reason: string): void {
  reflectJob.runtime.log.info('reflection.no_curation', { ...logFields(reflectJob), lessons, reason });
}
