/**
 * Reflects on one run: asks what it teaches, counts the verdicts on the rules that it was served, and keeps
 * the rest until curation has used it. What is kept survives an outage, a full budget and the end of the
 * worker, so no answer is paid for twice.
 */
import { type Answer, lessonsAnswer, verdictsAnswer } from '../../domain/learning/answers.ts';
import {
  type ReflectionSubject,
  reflectPrompt,
  type ServedRule,
  verdictsPrompt,
} from '../../domain/learning/prompts/reflect.ts';
import { splitEpisode } from '../../domain/learning/quote-episode.ts';
import { keepUsableLessons, MAX_MEMORIES_PER_EPISODE } from '../../domain/learning/reflection/lessons.ts';
import { countableVerdicts, type RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
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
  if (draft !== null && draft.mark === run.mark) return { run, draft };
  const { runtime, tenant } = reflectJob;
  const contrasts = contrast === null ? [] : [contrast];
  const shown = await findShown(reflectJob, run);
  const [rules, memories] = await Promise.all([
    servedRules(reflectJob, run, shown),
    reflectionRows(runtime, runtime.db.read, tenant).memories(run.served?.memories ?? []),
  ]);
  const rests = [run.id, ...contrasts.map(({ id }) => id)];
  const subject = { episode: run, rules, memories, contrasts };
  const reply = await askForLessons(reflectJob, subject, rests);
  if ('unusable' in reply) {
    await noteFailure(reflectJob, [run.id], reply.unusable);
    return null;
  }
  const tags = rules.length === 0 ? [] : await askForVerdicts(reflectJob, run, rules);
  const verdicts = countableVerdicts({ served: run.served?.bullets ?? [], shown }, tags);
  return await keep(reflectJob, run, { answer: reply.answer, verdicts, rests });
}

/** The lessons of a run, which a model with a short context reads in parts. */
async function askForLessons(
  reflectJob: ReflectJob,
  subject: ReflectionSubject,
  rests: readonly string[],
): Promise<{ answer: LessonsAnswer } | { unusable: ModelUnusable }> {
  const { runtime, tenant } = reflectJob;
  const question = { purpose: 'reflect', schema: lessonsAnswer, choices: { episodes: rests } } as const;
  const { system } = reflectPrompt(subject);
  const room = await readRoom(runtime, { tenant, system, ...question });
  const answers: LessonsAnswer[] = [];
  for (const episode of splitEpisode(subject.episode, room)) {
    const reply = await ask(reflectJob, { ...question, prompt: reflectPrompt({ ...subject, episode }) });
    if ('unusable' in reply) return reply;
    answers.push(reply.answer);
  }
  return {
    answer: {
      summary: answers
        .map(({ summary }) => summary)
        .join(' ')
        .trim(),
      lessons: answers.flatMap(({ lessons }) => lessons),
      memories: answers.flatMap(({ memories }) => memories),
    },
  };
}

/** What the model says of the rules that the run was served; nothing where its answer is of no use. */
async function askForVerdicts(
  reflectJob: ReflectJob,
  run: Run,
  rules: readonly ServedRule[],
): Promise<Answer<'reflect'>['tags']> {
  const choices = { bullet: rules.map(({ id }) => id) };
  const prompt = verdictsPrompt({ episode: run, rules });
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
  { answer, verdicts, rests }: { answer: LessonsAnswer; verdicts: RuleVerdict[]; rests: string[] },
): Promise<Reflection | null> {
  const { runtime, tenant, context } = reflectJob;
  // As it is read back: it is compared with the stored one later, and storing drops what is undefined.
  const draft = fromJson<ReflectionDraft>(
    toJson({
      rests,
      mark: run.mark,
      summary: answer.summary,
      lessons: keepUsableLessons(answer.lessons, run.id, rests),
      memories: answer.memories.slice(0, MAX_MEMORIES_PER_EPISODE),
    } satisfies ReflectionDraft),
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
