/**
 * Reflects on one run: asks what it teaches, counts the verdicts on the rules that it was served, and keeps
 * the rest until curation has used it. What is kept survives an outage, a full budget and the end of the
 * worker, so no answer is paid for twice.
 */
import { type Answer, reflectAnswer } from '../../domain/learning/answers.ts';
import { keepUsableLessons, MAX_MEMORIES_PER_EPISODE } from '../../domain/learning/reflection/lessons.ts';
import { reflectPrompt, type ServedRule } from '../../domain/learning/reflection/prompts/reflect-prompt.ts';
import { countableVerdicts } from '../../domain/learning/reflection/rule-verdicts.ts';
import { findShownRules } from '../../runs/recall/index.ts';
import { lockEntry, replaceVerdicts } from '../../runs/rewards/index.ts';
import { candidateText } from '../../skills/canary/index.ts';
import { libraryStore } from '../../skills/library/index.ts';
import { countUnusable } from './finalize-reflections.ts';
import {
  ask,
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
  const prompt = reflectPrompt({ episode: run, rules, memories, contrasts });
  const reply = await ask(reflectJob, { purpose: 'reflect', schema: reflectAnswer, prompt });
  if ('unusable' in reply) {
    await countUnusable(reflectJob, [run.id], reply.unusable);
    return null;
  }
  return await keep(reflectJob, run, {
    answer: reply.answer,
    shown,
    rests: [run.id, ...contrasts.map(({ id }) => id)],
  });
}

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
  { answer, shown, rests }: { answer: Answer<'reflect'>; shown: string[]; rests: string[] },
): Promise<Reflection | null> {
  const { runtime, tenant, context } = reflectJob;
  const draft: ReflectionDraft = {
    rests,
    mark: run.mark,
    lessons: keepUsableLessons(answer.lessons, run.id, rests),
    memories: answer.memories.slice(0, MAX_MEMORIES_PER_EPISODE),
  };
  const verdicts = countableVerdicts({ served: run.served?.bullets ?? [], shown }, answer.tags);
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
