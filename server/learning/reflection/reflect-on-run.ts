/**
 * Reflects on one run: asks what it teaches, counts the verdicts on the rules that it was served, and keeps
 * the rest until curation has used it. What is kept survives an outage, a full budget and the end of the
 * worker, so no answer is paid for twice.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Answer, lessonsAnswer, verdictsAnswer } from '../../domain/learning/answers.ts';
import {
  type ReflectionSubject,
  reflectPrompt,
  type ServedMemory,
  type ServedRule,
  verdictsPrompt,
} from '../../domain/learning/prompts/reflect.ts';
import { type QuotableEpisode, splitEpisode } from '../../domain/learning/quote-episode.ts';
import { keepUsableLessons, MAX_MEMORIES_PER_EPISODE } from '../../domain/learning/reflection/lessons.ts';
import { countableVerdicts, type RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
import { restates } from '../../domain/memories/timeline.ts';
import { isSameRule } from '../../domain/skills/changesets/merge-additions.ts';
import { derive, type Side, type Source, type Untrusted, uniteSources } from '../../domain/trust/side.ts';
import { isOutside, trustedView, userView, wholeView } from '../../domain/trust/view.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { readRoom } from '../../platform/llm/ask-model.ts';
import type { ModelUnusable } from '../../platform/llm/model-errors.ts';
import { findShownRules } from '../../runs/recall/index.ts';
import { lockEntry, replaceVerdicts } from '../../runs/rewards/index.ts';
import { candidateText } from '../../skills/canary/index.ts';
import { libraryStore } from '../../skills/library/index.ts';
import { noteFailure } from './finalize-reflections.ts';
import {
  ask,
  logFields,
  type Reflection,
  type ReflectionDraft,
  type ReflectJob,
  type Run,
  reflectionRows,
  type TaughtPart,
} from './reflect-job.ts';

/**
 * Reflects on a run, shown beside `contrast`. Null where the answer is of no use or a run was erased
 * meanwhile.
 */
export async function reflectOnRun(
  reflectJob: ReflectJob,
  run: Run,
  contrast: Run | null,
): Promise<Reflection | null> {
  const { draft } = run;
  const { runtime, tenant, trust } = reflectJob;
  if (draft?.mark === run.mark && isDeepStrictEqual(draft.trust, trust)) return { run, draft };
  const shown = await findShown(reflectJob, run);
  const [rules, memories] = await Promise.all([
    servedRules(reflectJob, run, shown),
    reflectionRows(runtime, runtime.db.read, tenant).memories(run.served?.memories ?? []),
  ]);
  const parts = await askViews(reflectJob, { run, contrast, rules, memories });
  if ('unusable' in parts) {
    await noteFailure(reflectJob, [run.id], parts.unusable);
    return null;
  }
  const { episode } = userView(run, trust);
  const tags = rules.length === 0 ? [] : await askForVerdicts(reflectJob, { run, episode, rules });
  const verdicts = countableVerdicts({ served: run.served?.bullets ?? [], shown }, tags);
  return await keep(reflectJob, run, { parts, verdicts, rests: restsOf(run, contrast) });
}

const restsOf = (run: Run, contrast: Run | null) => [run.id, ...(contrast === null ? [] : [contrast.id])];

interface Material {
  readonly run: Run;
  readonly contrast: Run | null;
  readonly rules: readonly ServedRule[];
  readonly memories: readonly (ServedMemory & { userId: string | null })[];
}

type PartReply = { answer: TaughtPart } | { unusable: ModelUnusable };

/**
 * What each view of a run teaches: the trusted one, then that with the words of its user, then all of it. A later one is only
 * asked about where it shows more, and only what it adds counts.
 */
async function askViews(
  reflectJob: ReflectJob,
  material: Material,
): Promise<TaughtPart[] | { unusable: ModelUnusable }> {
  const questions = questionsOn(reflectJob, material);
  const parts: TaughtPart[] = [];
  for (const askView of questions) {
    const reply = await askView();
    if ('answer' in reply) parts.push(onlyNew(reply.answer, parts));
    else if (parts.length === 0) return reply;
  }
  return parts;
}

/** The questions that are worth asking about a run. */
function questionsOn(reflectJob: ReflectJob, material: Material): (() => Promise<PartReply>)[] {
  const { runtime, trust } = reflectJob;
  const { run } = material;
  const user = userView(run, trust);
  const whole = wholeView(run, trust);
  const asksUser = user.sources.length > 0 || heldMemories(reflectJob, material).length > 0;
  const asksWhole = runtime.config.learning.fromUntrusted && whole.sources.some(isOutside);
  const isTelling = trustedView(run, trust).isTelling || !(asksUser || asksWhole);
  return [
    ...(isTelling ? [() => askTrusted(reflectJob, material)] : []),
    ...(asksUser ? [() => askBeyond(reflectJob, material, userView)] : []),
    ...(asksWhole ? [() => askBeyond(reflectJob, material, wholeView)] : []),
  ];
}

/** Served memories that a user may have worded. */
function heldMemories({ trust }: ReflectJob, { memories }: Material) {
  return trust.users === 'trusted' ? [] : memories.filter(({ userId }) => userId !== null);
}

function shownMemories(memories: Material['memories']): ServedMemory[] {
  return memories.map(({ id, kind, content }) => ({ id, kind, content }));
}

async function askTrusted(reflectJob: ReflectJob, material: Material): Promise<PartReply> {
  const { trust } = reflectJob;
  const { run, contrast } = material;
  const { episode } = trustedView(run, trust);
  const held = heldMemories(reflectJob, material);
  return await askForLessons(reflectJob, material, {
    shown: {
      episode,
      contrasts: contrast === null ? [] : [trustedView(contrast, trust).episode],
      memories: derive(episode, () => shownMemories(material.memories.filter((one) => !held.includes(one)))),
    },
    sources: [],
  });
}

async function askBeyond(
  reflectJob: ReflectJob,
  material: Material,
  viewOf: typeof userView,
): Promise<PartReply> {
  const { run, contrast, memories } = material;
  const views = [run, ...(contrast === null ? [] : [contrast])].map((one) => viewOf(one, reflectJob.trust));
  const { episode } = viewOf(run, reflectJob.trust);
  const isUsers = run.userId !== null && heldMemories(reflectJob, material).length > 0;
  const owner: Source[] = isUsers ? [{ kind: 'user', name: run.userId ?? '' }] : [];
  return await askForLessons(reflectJob, material, {
    shown: {
      episode,
      contrasts: views.slice(1).map((view) => view.episode),
      memories: derive(episode, () => shownMemories(memories)),
    },
    sources: uniteSources([...views.flatMap(({ sources }) => sources), ...owner]),
  });
}

/** What a view teaches beyond those before it. */
function onlyNew(part: TaughtPart, before: readonly TaughtPart[]): TaughtPart {
  const lessons = before.flatMap((earlier) => earlier.lessons);
  const memories = before.flatMap((earlier) => earlier.memories);
  return {
    ...part,
    lessons: part.lessons.filter((lesson) => !lessons.some((known) => isSameRule(lesson, known))),
    memories: part.memories.filter(
      ({ content }) => !memories.some((known) => restates(content, known.content)),
    ),
  };
}

/** The lessons of one view of a run, which a model with a short context reads in parts. */
async function askForLessons<S extends Side>(
  reflectJob: ReflectJob,
  { run, contrast, rules }: Material,
  { shown, sources }: { shown: Omit<ReflectionSubject<S>, 'rules'> } & Pick<TaughtPart, 'sources'>,
): Promise<PartReply> {
  const { runtime, tenant } = reflectJob;
  const rests = restsOf(run, contrast);
  const { episode, contrasts, memories } = shown;
  const subject: ReflectionSubject<S> = { episode, contrasts, memories, rules };
  const question = { purpose: 'reflect', schema: lessonsAnswer, choices: { episodes: rests } } as const;
  const { system } = reflectPrompt(subject);
  const room = await readRoom(runtime, { tenant, system, ...question });
  const answers: LessonsAnswer[] = [];
  for (const piece of splitEpisode(episode, room)) {
    const reply = await ask(reflectJob, {
      ...question,
      prompt: reflectPrompt({ ...subject, episode: piece }),
    });
    if ('unusable' in reply) return reply;
    answers.push(reply.answer);
  }
  const summaries = answers.map(({ summary }) => summary);
  return {
    answer: {
      sources,
      summary: summaries.join(' ').trim(),
      lessons: keepUsableLessons(
        answers.flatMap(({ lessons }) => lessons),
        run,
        rests,
      ),
      memories: answers.flatMap((answer) => answer.memories).slice(0, MAX_MEMORIES_PER_EPISODE),
    },
  };
}

/** What the model says of the rules that the run was served; nothing where its answer is of no use. */
async function askForVerdicts(
  reflectJob: ReflectJob,
  { run, episode, rules }: { run: Run; episode: Untrusted<QuotableEpisode>; rules: readonly ServedRule[] },
): Promise<Answer<'reflect'>['tags']> {
  const choices = { bullet: rules.map(({ id }) => id) };
  const prompt = verdictsPrompt({ episode, rules });
  const reply = await ask(reflectJob, { purpose: 'reflect', schema: verdictsAnswer, choices, prompt });
  if ('answer' in reply) return reply.answer.tags;
  const fields = { ...logFields(reflectJob), episode_id: run.id, fault: reply.unusable.problem };
  reflectJob.runtime.log.warn('verdicts.failed', fields);
  return [];
}

type LessonsAnswer = Omit<Answer<'reflect'>, 'tags'>;

/** The rules that the run was shown before calls. */
async function findShown({ runtime, tenant }: ReflectJob, { recallId }: Run): Promise<string[]> {
  if (recallId === null) return [];
  const found = await findShownRules(runtime, tenant, [recallId]);
  return (found.get(recallId) ?? []).map(({ id }) => id);
}

/** The rules as they were worded in the versions that the run was served. */
async function servedRules(
  { runtime, tenant }: ReflectJob,
  { served }: Run,
  shownBefore: readonly string[],
): Promise<ServedRule[]> {
  const library = libraryStore(runtime.db.read, tenant);
  const shown = new Set(served?.bullets);
  const ids = served?.skills.map(({ id }) => id) ?? [];
  const names = new Map((await library.findSkills(ids)).map(({ id, name }) => [id, name]));
  const rules: ServedRule[] = [];
  for (const { id: skillId, version, arm } of served?.skills ?? []) {
    const tried = arm === 'candidate' ? await candidateText(runtime, tenant, { skillId, version }) : null;
    const text = tried ?? (await library.findVersion(skillId, version));
    for (const { id, section, content } of text?.bullets ?? []) {
      const rule = { id, skill: names.get(skillId) ?? skillId, section, content };
      if (shown.has(id)) rules.push(rule);
    }
  }
  return rules.map((rule) => (shownBefore.includes(rule.id) ? { ...rule, shown_before_call: true } : rule));
}

async function keep(
  reflectJob: ReflectJob,
  run: Run,
  { parts, verdicts, rests }: { parts: TaughtPart[]; verdicts: RuleVerdict[]; rests: string[] },
): Promise<Reflection | null> {
  const { runtime, tenant, context, trust } = reflectJob;
  // As it is read back: it is compared with the stored one later, and storing drops what is undefined.
  const draft = fromJson<ReflectionDraft>(
    toJson({ rests, mark: run.mark, trust, parts } satisfies ReflectionDraft),
  );
  const isKept = await context.commit(async (tx) => {
    const rows = reflectionRows(runtime, tx, tenant);
    const held = await rows.hold(rests);
    // What was added meanwhile has not been seen: the run is left for the next job.
    if (held.size < rests.length || held.get(run.id)?.mark !== run.mark) return false;
    const entry = await lockEntry(runtime, tx, tenant, run.id);
    if (entry === null) return false;
    await replaceVerdicts(runtime, tx, tenant, { entry, verdicts });
    await rows.setDraft(run.id, draft);
    return true;
  });
  return isKept ? { run, draft } : null;
}
