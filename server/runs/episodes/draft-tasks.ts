/**
 * Redacts, judges and serialises an episode, inline or in a thread of the pool: nothing here needs a row, the clock or chance.
 */

import { scopeOf } from '../../domain/fields.ts';
import { type PlainEpisode, plainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import { markOf, type ToolCall } from '../../domain/runs/episodes/episode.ts';
import type { EpisodeIn } from '../../domain/runs/episodes/episode-in.ts';
import { type Reward, strongestReward, toEvidence } from '../../domain/runs/reward.ts';
import { redact } from '../../domain/safety/redact.ts';
import { redactValue } from '../../domain/safety/redact-value.ts';
import type { PreparedDraft } from './draft-episode.ts';

/** As it was sent, with whether it is to be redacted. */
export function prepareEpisode({ sent, redactPii }: { sent: EpisodeIn; redactPii: boolean }): PreparedDraft {
  const episode = plainEpisode(sent);
  return prepareRedacted(redactPii ? redactEpisode(episode) : episode);
}

/** What is known of an episode whose texts are redacted. */
export function prepareRedacted(episode: PlainEpisode): PreparedDraft {
  const { outcome, verification = null, reward: reported = null } = episode;
  const reward = strongestReward({ outcome, verification, reported });
  const row = toRow(episode, reward);
  return {
    row,
    evidence: toEvidence(reward),
    outcome: episode.outcome,
    toolCalls: episode.tool_calls.length,
    skillsLoaded: episode.skills_loaded,
    bytes: row.messages.length + row.toolCalls.length + row.metadata.length + (row.task?.length ?? 0),
  };
}

function toRow(episode: PlainEpisode, reward: Reward | null): PreparedDraft['row'] {
  const { verification } = episode;
  return {
    ...scopeOf(episode),
    sessionId: episode.session_id ?? null,
    recallId: episode.recall_id ?? null,
    // An empty key would make every later episode a duplicate of the first.
    idempotencyKey: episode.idempotency_key || null,
    task: episode.task ?? null,
    messages: JSON.stringify(episode.messages),
    toolCalls: JSON.stringify(episode.tool_calls.map(completeToolCall)),
    outcome: episode.outcome,
    verificationPassed: verification?.passed ?? null,
    verificationDetails: verification?.details ?? null,
    verificationSource: verification?.source ?? null,
    error: episode.error ?? null,
    durationMs: episode.duration_ms ?? null,
    framework: episode.framework ?? null,
    model: modelOf(episode),
    skillsLoaded: JSON.stringify(episode.skills_loaded),
    metadata: JSON.stringify(episode.metadata),
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
  };
}

const LONGEST_MODEL = 256;

/** Before it had a field of its own, the model's place was in the metadata. */
function modelOf({ model, metadata }: PlainEpisode): string | null {
  const earlier = typeof metadata.model === 'string' ? metadata.model.slice(0, LONGEST_MODEL) : null;
  return model ?? earlier;
}

function completeToolCall({ name, arguments: sent, result, error, ...mark }: ToolCall): ToolCall {
  return { name, arguments: sent ?? null, result: result ?? null, error: error ?? null, ...markOf(mark) };
}

// What is redacted of an episode before it is stored: what people, tools and models said in the run, and what
// they are called. What the caller manages by (metadata, user, session, framework, the names of skills) stays
// as it was sent.

/** A copy of the episode with every listed field redacted. */
function redactEpisode(episode: PlainEpisode): PlainEpisode {
  const { task, error, verification } = episode;
  return {
    ...episode,
    task: redactText(task),
    error: redactText(error),
    messages: episode.messages.map((message) => ({
      ...{ role: redact(message.role), content: redact(message.content) },
      ...markOf(message),
    })),
    tool_calls: episode.tool_calls.map(redactToolCall),
    verification:
      verification == null ? null : { ...verification, details: redactText(verification.details) },
  };
}

function redactText(text: string | null | undefined): string | null {
  return text == null ? null : redact(text);
}

function redactToolCall(call: ToolCall): ToolCall {
  return {
    name: redact(call.name),
    arguments: redactArguments(call.arguments),
    result: redactText(call.result),
    error: redactText(call.error),
    ...markOf(call),
  };
}

function redactArguments(value: ToolCall['arguments']): ToolCall['arguments'] {
  if (typeof value === 'string') return redact(value);
  return value == null ? null : (redactValue(value) as Record<string, unknown>);
}
