/**
 * Keeps what runs taught about users and the agent's world, one memory at a time, and notes when a run's are
 * done, so that an attempt that fails later does not ask about them again.
 */

import { isDeepStrictEqual } from 'node:util';
import { copiesInMemory, sourcesOfMemory } from '../../domain/attribution/memory-findings.ts';
import { isAboutPerson } from '../../domain/attribution/person-facts.ts';
import { PERSONAL } from '../../domain/attribution/rule-findings.ts';
import { indexRuns, type RunIndex } from '../../domain/attribution/run-index.ts';
import { originsOf } from '../../domain/attribution/said-by.ts';
import { lessonOwner } from '../../domain/learning/reflection/lessons.ts';
import { scanRememberedText } from '../../domain/safety/learned/learned-text.ts';
import type { Finding } from '../../domain/safety/spans.ts';
import type { SaidBy } from '../../domain/skills/changesets/support.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import { learnMemory } from '../../memories/index.ts';
import type { TenantConfig } from '../../platform/config/tenant-config.ts';
import {
  type LearnedMemory,
  type Reflection,
  type ReflectionDraft,
  type ReflectJob,
  type Run,
  reflectionRows,
  spokenRun,
} from './reflect-job.ts';

/** Keeps the memories of a reflection; null where a run that it rests on was erased meanwhile. */
export async function keepMemories(
  reflectJob: ReflectJob,
  reflection: Reflection,
): Promise<Reflection | null> {
  const { run, draft } = reflection;
  if (draft.memories.length === 0) return reflection;
  const runIndex = indexRuns([spokenRun(run)]);
  for (const memory of draft.memories) {
    const saidBy = originsOf([memory.content], runIndex);
    const isKept = await keepMemory(reflectJob, { run, memory, runIndex, saidBy });
    if (!isKept) return null;
  }
  return await noteDone(reflectJob, reflection);
}

interface AttributedMemory {
  run: Run;
  memory: LearnedMemory;
  runIndex: RunIndex;
  saidBy: readonly SaidBy[];
}

async function keepMemory(
  reflectJob: ReflectJob,
  { run, memory, runIndex, saidBy }: AttributedMemory,
): Promise<boolean> {
  const { runtime, tenant, agentId, context } = reflectJob;
  const { governance } = await readTenantConfig(runtime, runtime.db.read, tenant);
  const { shareLearnedFacts } = runtime.config.learning;
  const { kind, content, user_specific: userSpecific } = memory;
  const userId = lessonOwner({ kind, userSpecific }, { userId: run.userId, shareLearnedFacts });
  const learned = {
    ...{ tenant, agentId, userId, kind, content },
    ...{ sources: [run.id], saidBy },
    recalledMemoryIds: run.served?.memories ?? [],
    findings: findingsOn(governance, memory, { runIndex, userId }),
    signal: context.signal,
  };
  return (await learnMemory(runtime, learned, (work) => context.commit(work))) !== null;
}

/** Reasons to hold a memory, given what its run said and whose it will be. */
function findingsOn(
  { untrustedNeedsReview }: TenantConfig['governance'],
  { kind, content, user_specific: userSpecific }: LearnedMemory,
  { runIndex, userId }: { runIndex: RunIndex; userId: string | null },
): Finding[] {
  const isAboutUser = kind === 'preference' || userSpecific;
  const learned = { content, isAboutUser, isPersonal: userId !== null };
  const copied = [...copiesInMemory(learned, runIndex), ...scanRememberedText(content)];
  if (!untrustedNeedsReview) return copied;
  const tellsPerson = isAboutUser || isAboutPerson(content);
  return [
    ...copied,
    ...sourcesOfMemory(learned, runIndex),
    ...(userId === null && tellsPerson ? [PERSONAL] : []),
  ];
}

async function noteDone(
  { runtime, tenant, context }: ReflectJob,
  { run, draft }: Reflection,
): Promise<Reflection | null> {
  const done: ReflectionDraft = { ...draft, memories: [] };
  return await context.commit(async (tx) => {
    const rows = reflectionRows(runtime, tx, tenant);
    const held = (await rows.hold([run.id])).get(run.id);
    if (held === undefined) return null;
    // Where somebody has asked for another reflection meanwhile, this one's rest is not kept.
    if (isDeepStrictEqual(held.draft, draft)) await rows.setDraft(run.id, done);
    return { run, draft: done };
  });
}
