/**
 * Keeps what runs taught about users and the agent's world, one memory at a time, and notes when a run's are
 * done, so that an attempt that fails later does not ask about them again.
 */
import { isDeepStrictEqual } from 'node:util';
import { originSteps } from '../../domain/learning/origins.ts';
import { tellsAboutPerson } from '../../domain/learning/person-facts.ts';
import { quotedEpisode } from '../../domain/learning/quote-episode.ts';
import { type Said, saidSteps, unless } from '../../domain/learning/reflection/copied-text.ts';
import { lessonOwner } from '../../domain/learning/reflection/lessons.ts';
import { plantedInMemory } from '../../domain/learning/reflection/planted.ts';
import { textsByTrust, textsIn, withFound } from '../../domain/learning/run-texts.ts';
import { PERSONAL, strictFindings } from '../../domain/learning/untrusted-ops.ts';
import { type Sources, sourceSteps, untrustedInMemory } from '../../domain/learning/untrusted-sources.ts';
import type { Finding } from '../../domain/safety/spans.ts';
import type { Origin } from '../../domain/skills/changesets/support.ts';
import { learnMemory } from '../../memories/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import {
  type Draft,
  type LearnedMemory,
  type Reflection,
  type ReflectJob,
  type Run,
  reflectionRows,
} from './reflect-job.ts';

/** Keeps the memories of a reflection; null where a run that it rests on was erased meanwhile. */
export async function keepMemories(
  reflectJob: ReflectJob,
  reflection: Reflection,
): Promise<Reflection | null> {
  const { run, draft } = reflection;
  if (draft.memories.length === 0) return reflection;
  const said = await saidIn(run);
  const origins = await originsIn(run, draft.memories);
  for (const [at, memory] of draft.memories.entries()) {
    const isKept = await keepMemory(reflectJob, { run, memory, said, saidBy: origins[at] ?? [] });
    if (!isKept) return null;
  }
  return await noteDone(reflectJob, reflection);
}

/** A memory, its run, and what was said in it. */
interface Kept {
  run: Run;
  memory: LearnedMemory;
  said: SaidInRun;
  /** Who said most of it. */
  saidBy: readonly Origin[];
}

/** What a run said, as the checks of memories compare with it. */
interface SaidInRun {
  others: Said;
  foreign: Said;
  vouched: readonly string[];
  sources: Sources;
}

async function saidIn(run: Run): Promise<SaidInRun> {
  const read = (texts: readonly string[]) => takeSteps(saidSteps(texts));
  const quotes = [quotedEpisode(run)];
  const { others, foreign } = textsIn(quotes);
  const texts = withFound(textsByTrust(quotes), run.found);
  const wrote = await read(texts.user);
  const heard = { others: unless(await read(others), wrote), foreign: unless(await read(foreign), wrote) };
  return { ...heard, vouched: texts.user, sources: await takeSteps(sourceSteps(texts)) };
}

/** For each memory, who said most of its words in the run. */
async function originsIn(run: Run, memories: readonly LearnedMemory[]): Promise<Origin[][]> {
  const texts = textsByTrust([quotedEpisode(run)]);
  const said = { ...withFound(texts, run.found), untrusted: texts.untrusted, retrieved: run.found };
  return await takeSteps(
    originSteps(
      memories.map(({ content }) => [content]),
      said,
    ),
  );
}

async function keepMemory(
  reflectJob: ReflectJob,
  { run, memory, said: heard, saidBy }: Kept,
): Promise<boolean> {
  const { runtime, tenant, agentId, context } = reflectJob;
  const { shareLearnedFacts } = runtime.config.learning;
  const { kind, content, user_specific: userSpecific } = memory;
  const userId = lessonOwner({ kind, userSpecific }, { userId: run.userId, shareLearnedFacts });
  const learned = {
    ...{ tenant, agentId, userId, kind, content },
    ...{ sources: [run.id], saidBy },
    recalledMemoryIds: run.served?.memories ?? [],
    findings: findingsOn(runtime, memory, { heard, userId }),
    signal: context.signal,
  };
  return (await learnMemory(runtime, learned, (work) => context.commit(work))) !== null;
}

/** Reasons to hold a memory, given what its run said and whose it will be. */
function findingsOn(
  { config }: Runtime,
  { kind, content, user_specific: userSpecific }: LearnedMemory,
  { heard, userId }: { heard: SaidInRun; userId: string | null },
): Finding[] {
  const planted = [
    ...plantedInMemory(content, { ...heard, isPersonal: userId !== null }),
    ...strictFindings(content),
  ];
  if (!config.governance.untrustedNeedsReview) return planted;
  const isAboutUser = kind === 'preference' || userSpecific;
  const isPersonal = isAboutUser || tellsAboutPerson(content);
  return [
    ...planted,
    ...untrustedInMemory({ content, isAboutUser }, heard.sources),
    ...(userId === null && isPersonal ? [PERSONAL] : []),
  ];
}

async function noteDone(
  { runtime, tenant, context }: ReflectJob,
  { run, draft }: Reflection,
): Promise<Reflection | null> {
  const done: Draft = { ...draft, memories: [] };
  return await context.commit(async (tx) => {
    const rows = reflectionRows(runtime, tx, tenant);
    const held = (await rows.hold([run.id])).get(run.id);
    if (held === undefined) return null;
    // Where somebody has asked for another reflection meanwhile, this one's rest is not kept.
    if (isDeepStrictEqual(held.draft, draft)) await rows.setDraft(run.id, done);
    return { run, draft: done };
  });
}
