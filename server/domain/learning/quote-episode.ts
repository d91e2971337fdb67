/**
 * A recorded run as the learning model reads it: the facts that the service knows first, then what others
 * wrote, quoted.
 */
import type { Message, Served, ToolCall } from '../runs/episodes/episode.ts';
import { maskSecrets } from '../safety/redact.ts';
import { maskSecretsIn } from '../safety/redact-value.ts';
import { clip, MAX_MESSAGE, quotedRecords } from './quote.ts';

/** Most characters of one episode's transcript: further messages are left out from its middle. */
const MAX_TRANSCRIPT = 24_000;

/** The messages at the beginning that are kept: what the run was asked for. */
const OPENING_RECORDS = 3;

/** Characters of a tool call's arguments, result or error. */
const MAX_TOOL_TEXT = 1000;

const MAX_SOURCE = 100;

/** So many records fit into a short transcript, each clipped to its part of it. */
const RECORDS_AT_LEAST = 8;

export interface QuotableEpisode {
  readonly id: string;
  readonly task: string | null;
  readonly messages: readonly Message[];
  readonly toolCalls: readonly ToolCall[];
  readonly error: string | null;
  readonly outcome: string;
  readonly verification?: { readonly passed: boolean; readonly details: string | null } | null;
  readonly reward: number | null;
  readonly rewardSource?: string | null;
  readonly served: Served | null;
  /** Comments and corrections that were given afterwards, oldest first. */
  readonly feedback?: readonly {
    readonly score: number;
    readonly comment: string | null;
    readonly correction: string | null;
    /** Who gave it, such as `user`, in the words of the caller. */
    readonly source: string;
  }[];
}

type Fields = Record<string, unknown>;

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));

/** The facts, in our own lines. */
function describeFacts(episode: QuotableEpisode): string {
  const { id, outcome, reward, rewardSource, verification, feedback, served } = episode;
  const score = feedback?.at(-1)?.score ?? reward;
  const source = rewardSource === null || rewardSource === undefined ? '' : ` (by ${rewardSource})`;
  const lines = [
    `Episode ${id}`,
    `reported outcome: ${outcome}`,
    `reward: ${reward === null ? 'unknown' : `${reward}${source}`}`,
  ];
  if (verification) lines.push(`verification: ${verification.passed ? 'passed' : 'failed'}`);
  if (verification && score !== reward) lines.push(`overruled by the verification: feedback ${score}`);
  lines.push(
    served === null
      ? 'served: nothing is known'
      : `served skills: ${listed(served.skills.map(({ id: skill }) => skill))}; rules: ${listed(served.bullets)}; memories: ${listed(served.memories)}`,
  );
  return lines.join('\n');
}

/** Most parts that a run is read in. */
const MAX_PARTS = 4;

/** The run in as many parts, in its order, as its transcript needs where each may have `room` characters; all of them end alike. */
export function splitEpisode<E extends QuotableEpisode>(episode: E, room: number): E[] {
  const { messages, toolCalls } = episode;
  const length = Math.min(JSON.stringify([messages, toolCalls]).length, MAX_TRANSCRIPT);
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(length / Math.max(1, room))));
  const slice = <T>(items: readonly T[], part: number) =>
    items.slice(Math.floor((part * items.length) / parts), Math.floor(((part + 1) * items.length) / parts));
  return Array.from({ length: parts }, (_, part) => ({
    ...episode,
    messages: slice(messages, part),
    toolCalls: slice(toolCalls, part),
  }));
}

function callRecord(call: ToolCall, max: number): Fields {
  // Before anything is cut off, since half of a credential is not known for one.
  const { name, arguments: given, result, error } = maskSecretsIn(call) as ToolCall;
  const text = typeof given === 'object' && given !== null ? JSON.stringify(given) : given;
  const parts = { arguments: text, result, error };
  const present = Object.entries(parts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[key, clip(value, max)]] : [],
  );
  return { tool: clip(name, 200), ...Object.fromEntries(present) };
}

/**
 * Records that fit into `max` characters, in their order: the first few, those of failed calls, and then as many from the end as
 * there is room for.
 */
function fitting(records: readonly Fields[], max: number): Fields[] {
  const sizes = records.map((record) => JSON.stringify(record).length + 1);
  const places = records.map((_, at) => at);
  const failed = places.filter((at) => typeof records[at]?.['error'] === 'string');
  const chosen = new Set<number>();
  let room = max;
  for (const at of [...places.slice(0, OPENING_RECORDS), ...failed.toReversed(), ...places.toReversed()]) {
    const size = sizes[at] ?? 0;
    if (chosen.has(at) || size > room) continue;
    room -= size;
    chosen.add(at);
  }
  const gap = places.find((at) => !chosen.has(at));
  return places.flatMap((at) => {
    if (at === gap) return [{ left_out: records.length - chosen.size }];
    const record = records[at];
    return chosen.has(at) && record !== undefined ? [record] : [];
  });
}

/**
 * An episode for a prompt: its facts, then task, messages, tool calls, error, verification details and
 * feedback as quoted records. Each message is clipped to 3,000 characters; messages and tool calls together
 * to `maxTranscript`, and in a short transcript each of them further.
 */
export function quotedEpisode(episode: QuotableEpisode, maxTranscript: number = MAX_TRANSCRIPT): string {
  const { task, messages, toolCalls, error, verification, feedback = [] } = episode;
  const maxMessage = Math.min(MAX_MESSAGE, Math.ceil(maxTranscript / RECORDS_AT_LEAST));
  const quotedMessages = messages.map(({ role, content }) => ({
    role: clip(maskSecrets(role), 100),
    content: clip(maskSecrets(content), maxMessage),
  }));
  const calls = fitting(
    toolCalls.map((call) => callRecord(call, Math.min(MAX_TOOL_TEXT, maxMessage))),
    maxTranscript / 2,
  );
  const room = maxTranscript - calls.reduce((sum, call) => sum + JSON.stringify(call).length, 0);
  const records: Fields[] = [
    ...(task === null ? [] : [{ task }]),
    ...fitting(quotedMessages, room),
    ...calls,
    ...(error === null ? [] : [{ error }]),
    ...(verification?.details ? [{ verification: verification.details }] : []),
    ...feedback.map(({ score, comment, correction, source }) => ({
      ...{ feedback: score, by: clip(maskSecrets(source), MAX_SOURCE), comment, correction },
    })),
  ];
  return `${describeFacts(episode)}\n${quotedRecords(records, maxMessage)}`;
}
