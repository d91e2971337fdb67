/**
 * The hot path: what was learned that helps with a task. Two round trips to the database — the revisions first, the
 * record of what was served last — and no model; everything else happens in memory.
 */

import { inHoldout } from '../domain/holdout/holdout.ts';
import { viewMoment } from '../domain/memories/timeline.ts';
import type { Principal } from '../domain/principal.ts';
import { readQuery } from '../domain/ranking/query.ts';
import type { RecallRequest, RecallResponse } from '../domain/recall/recall.ts';
import { redact } from '../domain/safety/redact.ts';
import type { Runtime } from '../platform/runtime.ts';
import { composeReply } from './compose-reply.ts';
import { loadKnown, type RecallScope } from './load-known.ts';
import { recordRecall } from './record-recall.ts';
import { selectMemories } from './select-memories.ts';
import { selectSkills } from './select-skills.ts';

/** Serves a task, and answers when the record of what was served is durable. */
export async function recall(
  runtime: Runtime,
  principal: Principal,
  request: RecallRequest,
): Promise<RecallResponse> {
  const { config, metrics } = runtime;
  const { query, scope } = request;
  const asker = { tenant: principal.tenant, agentId: scope.agent_id, userId: scope.user_id ?? null };
  const sessionId = request.session_id ?? null;
  const createdAt = runtime.clock();

  const known = await loadKnown(runtime, asker, pastOf(request, createdAt));
  const holdout = drawHoldout(runtime, asker, sessionId);
  const words = readQuery(query);
  const skills = selectSkills(known, words, {
    maxSkills: request.max_skills ?? config.recall.maxSkills,
    indexSize: config.recall.skillIndexSize,
    minScore: config.recall.minScore,
    holdout,
  });
  const memories = selectMemories(known, query.trim() === '' ? null : words, {
    userId: asker.userId,
    maxMemories: request.max_memories ?? config.recall.maxMemories,
  });
  const profile = request.include_profile ? (known.users?.profile ?? null) : null;
  const recallId = runtime.newId('recall');
  const reply = composeReply(runtime, {
    recallId,
    full: skills.full,
    index: skills.index,
    memories: memories.chosen,
    profile,
    holdout,
  });
  await recordRecall(runtime, asker.tenant, {
    id: recallId,
    agentId: asker.agentId,
    userId: asker.userId,
    sessionId,
    query: config.recall.redactPii ? redact(query) : query,
    holdout,
    applied: skills.applied,
    skills: skills.recalled,
    memories: memories.recalled,
    profile,
    createdAt,
  });
  metrics.recalls.inc();
  metrics.recallSkills.observe(skills.full.length);
  return reply;
}

/** The moment of the view that is asked for; null for the present, which is what the future shows too. */
function pastOf({ as_of: asOf }: RecallRequest, now: Date): Date | null {
  if (asOf === null || asOf === undefined) return null;
  const at = viewMoment(asOf, now);
  return at === now ? null : at;
}

function drawHoldout({ config, random }: Runtime, asker: RecallScope, sessionId: string | null): boolean {
  return inHoldout({
    tenant: asker.tenant,
    agentId: asker.agentId,
    sessionId,
    rate: config.recall.holdoutRate,
    random: random(),
  });
}
