/**
 * An episode made ready for the database: everything that costs time and needs no row is done before any lock
 * is taken.
 */

import { scopeOf } from '../../domain/fields.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import { type PlainEpisode, plainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import type { Outcome, ToolCall } from '../../domain/runs/episodes/episode.ts';
import type { EpisodeIn } from '../../domain/runs/episodes/episode-in.ts';
import { type Reward, strongestReward, toEvidence } from '../../domain/runs/reward.ts';
import { redact } from '../../domain/safety/redact.ts';
import { redactValueSteps } from '../../domain/safety/redact-value.ts';
import type { Steps } from '../../domain/steps.ts';
import { toJson } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import type { EpisodeRow } from './store.ts';

/** A row that knows nothing yet of what its recall served, and what else recording needs to know of it. */
export interface Draft {
  row: EpisodeRow;
  outcome: Outcome;
  toolCalls: number;
  skillsLoaded: string[];
  evidence: Evidence;
  /** About how much the row holds. */
  bytes: number;
}

/** Others get their turn when so much time has gone into drafts. */
const SLICE_MS = 10;

/** As {@link draftEpisode}, for any number of episodes. */
export async function draftEpisodes(runtime: Runtime, sent: readonly EpisodeIn[]): Promise<Draft[]> {
  return await takeSteps(draftSteps(runtime, sent), SLICE_MS);
}

/** Redacts (where that is switched on), judges and serialises an episode, and gives it its id and time. */
export async function draftEpisode(runtime: Runtime, sent: EpisodeIn): Promise<Draft> {
  return await takeSteps(draftStepsOf(runtime, sent), SLICE_MS);
}

function* draftSteps(runtime: Runtime, sent: readonly EpisodeIn[]): Steps<Draft[]> {
  const drafts: Draft[] = [];
  for (const episode of sent) {
    drafts.push(yield* draftStepsOf(runtime, episode));
    yield;
  }
  return drafts;
}

function* draftStepsOf(runtime: Runtime, sent: EpisodeIn): Steps<Draft> {
  const episode = plainEpisode(sent);
  return draftRedacted(
    runtime,
    runtime.config.recall.redactPii ? yield* redactEpisodeSteps(episode) : episode,
  );
}

/** As {@link draftEpisode}, for an episode whose texts were redacted before. */
export function draftRedacted(runtime: Runtime, episode: PlainEpisode): Draft {
  const reward = strongestReward({ outcome: episode.outcome, verification: episode.verification ?? null });
  const row = toRow(runtime, episode, reward);
  return {
    row,
    evidence: toEvidence(reward),
    outcome: episode.outcome,
    toolCalls: episode.tool_calls.length,
    skillsLoaded: episode.skills_loaded,
    bytes: row.messages.length + row.toolCalls.length + row.metadata.length + (row.task?.length ?? 0),
  };
}

function toRow(runtime: Runtime, episode: PlainEpisode, reward: Reward | null): EpisodeRow {
  const { verification } = episode;
  return {
    id: runtime.newId('episode'),
    ...scopeOf(episode),
    sessionId: episode.session_id ?? null,
    recallId: episode.recall_id ?? null,
    // An empty key would make every later episode a duplicate of the first.
    idempotencyKey: episode.idempotency_key || null,
    task: episode.task ?? null,
    messages: toJson(episode.messages),
    toolCalls: toJson(episode.tool_calls.map(completeToolCall)),
    outcome: episode.outcome,
    verificationPassed: verification?.passed ?? null,
    verificationDetails: verification?.details ?? null,
    verificationSource: verification?.source ?? null,
    error: episode.error ?? null,
    durationMs: episode.duration_ms ?? null,
    framework: episode.framework ?? null,
    skillsLoaded: toJson(episode.skills_loaded),
    metadata: toJson(episode.metadata),
    served: null,
    holdout: null,
    credited: null,
    creditReason: null,
    liftGroup: null,
    liftUnit: null,
    holdback: null,
    reward: reward?.reward ?? null,
    rewardStrength: reward?.strength ?? null,
    rewardSource: reward?.source ?? null,
    reflected: false,
    createdAt: runtime.clock(),
  };
}

function completeToolCall({ name, arguments: sent, result, error }: ToolCall): ToolCall {
  return { name, arguments: sent ?? null, result: result ?? null, error: error ?? null };
}

// What is redacted of an episode before it is stored: what people, tools and models said in the run, and what
// they are called. What the caller manages by (metadata, user, session, framework, the names of skills) stays
// as it was sent.

/** A copy of the episode with every listed field redacted, made one text after the other. */
function* redactEpisodeSteps(episode: PlainEpisode): Steps<PlainEpisode> {
  const { task, error, verification } = episode;
  const messages: PlainEpisode['messages'] = [];
  for (const message of episode.messages) {
    messages.push({ role: redact(message.role), content: redact(message.content) });
    yield;
  }
  const toolCalls: ToolCall[] = [];
  for (const call of episode.tool_calls) toolCalls.push(yield* redactToolCall(call));
  return {
    ...episode,
    task: redactText(task),
    error: redactText(error),
    messages,
    tool_calls: toolCalls,
    verification:
      verification == null ? null : { ...verification, details: redactText(verification.details) },
  };
}

function redactText(text: string | null | undefined): string | null {
  return text == null ? null : redact(text);
}

function* redactToolCall(call: ToolCall): Steps<ToolCall> {
  const args = yield* redactArguments(call.arguments);
  yield;
  return {
    name: redact(call.name),
    arguments: args,
    result: redactText(call.result),
    error: redactText(call.error),
  };
}

function* redactArguments(value: ToolCall['arguments']): Steps<ToolCall['arguments']> {
  if (typeof value === 'string') return redact(value);
  return value == null ? null : ((yield* redactValueSteps(value)) as Record<string, unknown>);
}
