/**
 * Recall that cannot fail: no matter what the gateway does, the agent has an answer within the limit, if need be an empty one.
 * An empty recall is what an agent without a gateway works with, so nothing downstream needs a second path.
 */

import { toWhetstoneError, WhetstoneError } from './errors.ts';
import type { RecallRequest, RecallResponse } from './generated/api.ts';
import { matchesAny } from './generated/moments/match.ts';
import { isObject } from './json.ts';
import { type CircuitBreaker, completeScope, defaultScope, type Settings } from './options.ts';
import { send } from './transport.ts';

const MAX_REPLY_BYTES = 8 * 1024 * 1024;

/** What is known for a task. */
export interface Recall extends Omit<RecallResponse, 'recall_id'> {
  /** To be recorded with the episode; null where the recall failed. */
  recall_id: string | null;
  /** Why this recall is empty though the gateway was to be asked; null where it answered. */
  failure: WhetstoneError | null;
}

export interface RecallOptions {
  timeoutMs?: number | undefined;
  /** Ends the wait early, with an empty recall. */
  signal?: AbortSignal | undefined;
}

/** The recall of an agent without a gateway. */
export function emptyRecall(failure: WhetstoneError | null): Recall {
  return {
    recall_id: null,
    instructions: '',
    skills: [],
    skill_index: [],
    memories: [],
    profile: null,
    holdout: false,
    recorded: false,
    failure,
  };
}

/** The reply as a recall; throws where it is not one. Lists are checked as callers walk them. */
export function checkedRecall(json: unknown): Recall {
  const reply = (json ?? {}) as Partial<RecallResponse>;
  const { recall_id, instructions, skills, skill_index, memories, profile, holdout, recorded } = reply;
  const isRecall =
    typeof recall_id === 'string' &&
    typeof instructions === 'string' &&
    [skills, skill_index, memories].every((list) => Array.isArray(list) && list.every(isObject));
  if (!isRecall)
    throw new WhetstoneError('malformed', 'the answer is not a recall: is this the address of a gateway?');
  return {
    recall_id,
    instructions,
    skills: skills ?? [],
    skill_index: skill_index ?? [],
    memories: memories ?? [],
    profile: typeof profile === 'string' ? profile : null,
    holdout: holdout === true,
    recorded: recorded !== false,
    ...(typeof reply.served_before === 'number' ? { served_before: reply.served_before } : {}),
    ...(Array.isArray(reply.triggers) ? { triggers: reply.triggers } : {}),
    failure: null,
  };
}

/** A call of a tool that is about to be made, and the error of the call before it. */
export interface NextCall {
  name: string;
  arguments?: unknown;
  lastError?: string | null | undefined;
}

/** What the gateway is asked before a call; null where by its triggers no rule of the recall applies. */
export function momentOf(
  { recall_id, triggers = [] }: Recall,
  call: NextCall,
): RecallRequest['moment'] | null {
  const next = { tool: call, lastError: call.lastError };
  const mayApply = triggers.some(({ applies_when: conditions }) => matchesAny(conditions, next));
  if (recall_id === null || !mayApply) return null;
  const given = (call.arguments ?? {}) as Moment['tool']['arguments'] & {};
  return { recall_id, tool: { name: call.name, arguments: given }, last_error: call.lastError ?? null };
}

type Moment = NonNullable<RecallRequest['moment']>;

/** Whether a person has to allow a call, by what was recalled before it. */
export function blocksCall({ skills }: Pick<Recall, 'skills'>): boolean {
  return skills.some(({ bullets }) => bullets?.some(({ blocks }) => blocks === true));
}

/** The gateway's bound on a query; a longer one is cut, as the agent's task is not to blame. */
const MAX_QUERY = 100_000;

function bodyOf(settings: Settings, request: RecallRequest): string {
  const { session_id } = defaultScope(settings);
  return JSON.stringify({
    session_id,
    ...request,
    // Before a call of a tool there is no task.
    ...(request.moment === undefined ? { query: String(request.query).slice(0, MAX_QUERY) } : {}),
    scope: completeScope(settings, request),
  });
}

async function requestRecall(
  settings: Settings,
  request: RecallRequest,
  options: RecallOptions,
): Promise<Recall> {
  const { json } = await send(settings, {
    method: 'POST',
    path: '/v1/recall',
    body: bodyOf(settings, request),
    timeoutMs: options.timeoutMs ?? settings.recallTimeoutMs,
    signal: options.signal,
    maxReplyBytes: MAX_REPLY_BYTES,
  });
  return checkedRecall(json);
}

/** Asks once: there is no time for a second try. Never rejects. */
export async function recallOrNothing(
  { settings, quiet }: { settings: Settings; quiet: CircuitBreaker },
  request: RecallRequest,
  options: RecallOptions = {},
): Promise<Recall> {
  try {
    const reason = quiet.reason(performance.now());
    if (reason !== null) return emptyRecall(reason);
    const recall = await requestRecall(settings, request, options);
    quiet.succeeded();
    return recall;
  } catch (thrown) {
    const error = toWhetstoneError(thrown);
    quiet.failed(error, performance.now());
    settings.report(error);
    return emptyRecall(error);
  }
}
