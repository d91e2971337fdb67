/**
 * The hot path: what was learned that helps with a task, without a model. What is served comes from memory,
 * and the one statement that records it also tells the revisions of the knowledge: where they have moved on,
 * what is served is made again from what is known then, and the record corrected, before the reply goes out.
 * So a change that was committed before a recall began is never missed, at one round trip to the database.
 */

import { scopeOf } from '../../domain/fields.ts';
import { viewMoment } from '../../domain/memories/timeline.ts';
import type { Principal } from '../../domain/principal.ts';
import type { RecallRequest, RecallResponse } from '../../domain/runs/recall/recall.ts';
import { isWriteTrouble } from '../../platform/db/trouble.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { beforeBackground } from '../../platform/turns.ts';
import { answer, type RecallAnswer, type RecallQuery } from './answer-recall.ts';
import {
  isCurrent,
  isSame,
  knowledgeInMemory,
  loadKnowledge,
  loadKnowledgeAt,
  type RecallKnowledge,
  type Revisions,
} from './load-knowledge.ts';
import { keepForMoments } from './moments/recall-moment.ts';
import { recordRecall } from './record-recall.ts';
import { readSessionText } from './skip-served.ts';
import { recallStore } from './store.ts';

/**
 * Serves a task, and answers when the record of what was served is durable; unrecorded while the database takes
 * no writes.
 */
export function recall(
  runtime: Runtime,
  principal: Principal,
  request: RecallRequest,
): Promise<RecallResponse> {
  return beforeBackground(() => serve(runtime, principal, request));
}

async function serve(
  runtime: Runtime,
  principal: Principal,
  request: RecallRequest,
): Promise<RecallResponse> {
  const query = read(runtime, principal, request);
  const meaning = queryVector(runtime, principal.tenant, request.query);
  const [known, sessionText] = await Promise.all([
    present(runtime, query),
    readSessionText(runtime, query.scope, request),
  ]);
  query.sessionText = sessionText;
  if (meaning !== null) query.vector = await meaning;
  const first = await answer(runtime, query, known);
  const reply = await recorded(runtime, query, { known, first }).catch((error: unknown) => {
    if (!isWriteTrouble(error)) throw error;
    return unrecorded(runtime, query, { known, first });
  });
  keepForMoments(runtime, principal.tenant, {
    agentId: query.scope.agentId,
    sessionId: query.sessionId,
    reply,
  });
  runtime.metrics.recalls.inc();
  runtime.metrics.recallSkills.observe(reply.skills.length);
  return reply;
}

interface FirstAnswer {
  known: RecallKnowledge;
  first: RecallAnswer;
}

async function recorded(
  runtime: Runtime,
  query: RecallQuery,
  { known, first }: FirstAnswer,
): Promise<RecallResponse> {
  const { record } = first;
  const revisions = await recordRecall(runtime, query.scope.tenant, { record, known: known.at });
  if (revisions !== null && isCurrent(known, revisions)) return first.reply;
  const last = await bringUpToDate(runtime, query, { known, first, revisions });
  return last.reply;
}

/** What is known now. Its id is a new one: the recall's own may be that of a record which was stored in part. */
async function unrecorded(
  runtime: Runtime,
  query: RecallQuery,
  { known, first }: FirstAnswer,
): Promise<RecallResponse> {
  runtime.metrics.recallsUnrecorded.inc();
  const now = await loadKnowledge(runtime, query.scope);
  const { reply } = isSame(known, now) ? first : await answer(runtime, query, now);
  return { ...reply, recall_id: runtime.newId('recall'), recorded: false };
}

function read(runtime: Runtime, { tenant }: Principal, request: RecallRequest): RecallQuery {
  const createdAt = runtime.clock();
  const { agentId, userId } = scopeOf(request);
  const sessionId = request.session_id ?? null;
  return {
    request,
    recallId: runtime.newId('recall'),
    sessionId,
    createdAt,
    vector: null,
    sessionText: null,
    scope: { tenant, agentId, userId, asOf: pastMoment(request, createdAt) },
    arms: new Map(),
    random: runtime.random(),
  };
}

/** The moment of the view that is asked for; null for the present, which is what the future shows too. */
export function pastMoment({ as_of: asOf }: Pick<RecallRequest, 'as_of'>, now: Date): Date | null {
  if (asOf === null || asOf === undefined) return null;
  const at = viewMoment(asOf, now);
  return at === now ? null : at;
}

/** What is in memory; where that is not all, what is read. */
async function present(runtime: Runtime, { scope }: RecallQuery): Promise<RecallKnowledge> {
  return knowledgeInMemory(runtime, scope) ?? (await loadKnowledge(runtime, scope));
}

/** The answer from what is known at `revisions`; what is recorded already is corrected where it differs. */
async function bringUpToDate(
  runtime: Runtime,
  query: RecallQuery,
  { known, first, revisions }: FirstAnswer & { revisions: Revisions | null },
): Promise<RecallAnswer> {
  const { scope } = query;
  const now =
    revisions === null
      ? await loadKnowledge(runtime, scope)
      : await loadKnowledgeAt(runtime, scope, revisions);
  const same = isSame(known, now);
  if (same && first.record.profile === null) return first;
  const last = same ? first : await answer(runtime, query, now);
  await recallStore(runtime.db.read, scope.tenant).correct(last.record);
  return last;
}
