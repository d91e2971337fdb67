/** Makes the answer to a recall out of what is known: everything between the database's two ends, without waiting. */
import { readQuery } from '../domain/ranking/query.ts';
import type { RecallRequest, RecallResponse } from '../domain/recall/recall.ts';
import { redact } from '../domain/safety/redact.ts';
import type { Runtime } from '../platform/runtime.ts';
import { composeReply } from './compose-reply.ts';
import type { Known, RecallView } from './load-known.ts';
import { selectMemories } from './select-memories.ts';
import { selectSkills } from './select-skills.ts';
import type { RecallRecord } from './store.ts';

/** A recall that is asked for, with what was drawn for it: the same whatever becomes known meanwhile. */
export interface Asked {
  request: RecallRequest;
  scope: RecallView;
  recallId: string;
  sessionId: string | null;
  createdAt: Date;
  holdout: boolean;
}

/** The reply, and what is to be recorded of it. */
export interface Answer {
  reply: RecallResponse;
  record: RecallRecord;
}

/** Ranks, chooses, renders. */
export function answer(runtime: Runtime, asked: Asked, known: Known): Answer {
  const { request, scope, recallId, sessionId, createdAt, holdout } = asked;
  const { query } = request;
  const settings = runtime.config.recall;
  const words = readQuery(query);
  const skills = selectSkills(known, words, {
    maxSkills: request.max_skills ?? settings.maxSkills,
    indexSize: settings.skillIndexSize,
    minScore: settings.minScore,
    holdout,
  });
  const memories = selectMemories(known, query.trim() === '' ? null : words, {
    userId: scope.userId,
    maxMemories: request.max_memories ?? settings.maxMemories,
  });
  const profile = request.include_profile ? (known.users?.profile ?? null) : null;
  const { full, index } = skills;
  const served = { recallId, full, index, memories: memories.chosen, profile, holdout };
  return {
    reply: composeReply(runtime, served),
    record: {
      id: recallId,
      agentId: scope.agentId,
      userId: scope.userId,
      sessionId,
      query: settings.redactPii ? redact(query) : query,
      holdout,
      applied: skills.applied,
      skills: skills.recalled,
      memories: memories.recalled,
      profile,
      createdAt,
    },
  };
}
