/**
 * Keeps what runs taught about users and the agent's world, one memory at a time, and notes when a run's are
 * done, so that an attempt that fails later does not ask about them again.
 */

import { isDeepStrictEqual } from 'node:util';
import { lessonOwner } from '../../domain/learning/reflection/lessons.ts';
import type { SaidBy } from '../../domain/memories/support.ts';
import { PERSONAL_FACT, UNTRUSTED_SOURCE } from '../../domain/safety/spans.ts';
import { becauseOf, countSources } from '../../domain/trust/because.ts';
import type { Source } from '../../domain/trust/side.ts';
import { userKey } from '../../domain/trust/source-names.ts';
import { learnMemory } from '../../memories/index.ts';
import { requireSameTrust } from '../sources/index.ts';
import type {
  LearnedMemory,
  Reflection,
  ReflectionDraft,
  ReflectJob,
  Run,
  TaughtPart,
} from './reflect-job.ts';
import { reflectionRows } from './reflect-job.ts';

/** Keeps the memories of a reflection; null where a run that it rests on was erased meanwhile. */
export async function keepMemories(
  reflectJob: ReflectJob,
  reflection: Reflection,
): Promise<Reflection | null> {
  const { run, draft } = reflection;
  if (draft.parts.every(({ memories }) => memories.length === 0)) return reflection;
  for (const { memories, sources } of draft.parts) {
    for (const memory of memories) {
      if (!(await keepMemory(reflectJob, { run, memory, sources }))) return null;
    }
  }
  return await noteDone(reflectJob, reflection);
}

type OwnMemory = Pick<TaughtPart, 'sources'> & { run: Run; memory: LearnedMemory };

async function keepMemory(reflectJob: ReflectJob, { run, memory, sources }: OwnMemory): Promise<boolean> {
  const { runtime, tenant, agentId, context, trust } = reflectJob;
  const { shareLearnedFacts } = runtime.config.learning;
  const { kind, content, user_specific: userSpecific } = memory;
  const userId = lessonOwner({ kind, userSpecific }, { userId: run.userId, shareLearnedFacts });
  // What a user says is served to that user alone, and so needs nobody else's word.
  const others = sources.filter(
    ({ kind: by, name }) => by !== 'user' || userId === null || userKey(name) !== userKey(userId),
  );
  const isHeld = becauseOf(countSources([others]), trust).length > 0;
  // It would be served to everybody.
  const isPersonal = userId === null && (kind === 'preference' || userSpecific);
  const learned = {
    ...{ tenant, agentId, userId, kind, content },
    ...{ sources: [run.id], saidBy: [...new Set(sources.map(saidBy))] },
    recalledMemoryIds: run.served?.memories ?? [],
    findings: [...(isHeld ? [UNTRUSTED_SOURCE] : []), ...(isPersonal ? [PERSONAL_FACT] : [])],
    signal: context.signal,
  };
  return (
    (await learnMemory(runtime, learned, (work) =>
      context.commit(async (tx) => {
        await requireSameTrust(runtime, tx, reflectJob);
        return await work(tx);
      }),
    )) !== null
  );
}

function saidBy({ kind }: Source): SaidBy {
  if (kind === 'user') return 'user_message';
  return kind === 'tool' ? 'tool_output' : 'retrieved_text';
}

async function noteDone(
  { runtime, tenant, context }: ReflectJob,
  { run, draft }: Reflection,
): Promise<Reflection | null> {
  const parts = draft.parts.map((part) => ({ ...part, memories: [] }));
  const done: ReflectionDraft = { ...draft, parts };
  return await context.commit(async (tx) => {
    const rows = reflectionRows(runtime, tx, tenant);
    const held = (await rows.hold([run.id])).get(run.id);
    if (held === undefined) return null;
    // Where somebody has asked for another reflection meanwhile, this one's rest is not kept.
    if (isDeepStrictEqual(held.draft, draft)) await rows.setDraft(run.id, done);
    return { run, draft: done };
  });
}
