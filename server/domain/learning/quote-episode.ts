/**
 * A recorded run as the learning model reads it: the facts that the service knows first, then what others
 * wrote, quoted.
 */
import type { Message, Served, ToolCall } from '../runs/episodes/episode.ts';
import { maskSecretsIn } from '../safety/redact-value.ts';
import { clip, clipMasked, MAX_MESSAGE, quotedRecords } from './quote.ts';

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

/** How long messages and calls are as JSON; beyond what is shown of any run, no more is counted. */
function transcriptLength({ messages, toolCalls }: QuotableEpisode): number {
  let length = 0;
  for (const item of [...messages, ...toolCalls]) {
    if (length >= MAX_TRANSCRIPT) break;
    length += JSON.stringify(item).length + 1;
  }
  return length;
}

/** The run in as many parts, in its order, as its transcript needs where each may have `room` characters; all of them end alike. */
export function splitEpisode<E extends QuotableEpisode>(episode: E, room: number): E[] {
  const { messages, toolCalls } = episode;
  const length = Math.min(transcriptLength(episode), MAX_TRANSCRIPT);
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(length / Math.max(1, room))));
  const slice = <T>(items: readonly T[], part: number) =>
    items.slice(Math.floor((part * items.length) / parts), Math.floor(((part + 1) * items.length) / parts));
  return Array.from({ length: parts }, (_, part) => ({
    ...episode,
    messages: slice(messages, part),
    toolCalls: slice(toolCalls, part),
  }));
}

/** A record of which the size is known before its texts are masked. */
interface Candidate {
  readonly size: number;
  readonly isFailed: boolean;
  /** The record with its credentials masked, before anything is cut off: half of one is not known for one. */
  show(): Fields;
}

function messageCandidate({ role, content }: QuotableEpisode['messages'][number], max: number): Candidate {
  return {
    size: JSON.stringify({ role: clip(role, 100), content: clip(content, max) }).length,
    isFailed: false,
    show: () => ({ role: clipMasked(role, 100), content: clipMasked(content, max) }),
  };
}

function callCandidate(call: ToolCall, max: number): Candidate {
  return {
    size: JSON.stringify(callRecord(call, max, clip)).length,
    isFailed: typeof call.error === 'string',
    show: () => callRecord(call, max, clipMasked),
  };
}

function callRecord(call: ToolCall, max: number, cut: (text: string, max: number) => string): Fields {
  const { name, arguments: given, result, error } = call;
  const isObject = typeof given === 'object' && given !== null;
  const object =
    isObject && cut === clipMasked ? maskSecretsIn(given, (text) => clipMasked(text, max)) : given;
  const parts = { arguments: isObject ? JSON.stringify(object) : given, result, error };
  const present = Object.entries(parts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string'
      ? [[key, isObject && key === 'arguments' ? clip(value, max) : cut(value, max)]]
      : [],
  );
  return { tool: cut(name, 200), ...Object.fromEntries(present) };
}

/**
 * Records that fit into `max` characters, in their order: the first few, those of failed calls, and then as many from the end as
 * there is room for. No others are masked.
 */
function fitting(candidates: readonly Candidate[], max: number): Fields[] {
  const shown = new Map<number, Fields>();
  const before = chooseFitting(candidates, max, (at) => candidates[at]?.size ?? 0);
  for (const [at, candidate] of candidates.entries()) if (before.has(at)) shown.set(at, candidate.show());
  // A label may be longer than what it masks.
  const chosen = chooseFitting(candidates, max, (at) => {
    const record = shown.get(at);
    return record === undefined ? max + 1 : JSON.stringify(record).length;
  });
  const gap = candidates.findIndex((_, at) => !chosen.has(at));
  return candidates.flatMap((_, at) => {
    if (at === gap) return [{ left_out: candidates.length - chosen.size }];
    const record = shown.get(at);
    return chosen.has(at) && record !== undefined ? [record] : [];
  });
}

function chooseFitting(
  candidates: readonly Candidate[],
  max: number,
  sizeOf: (at: number) => number,
): ReadonlySet<number> {
  const places = candidates.map((_, at) => at);
  const failed = places.filter((at) => candidates[at]?.isFailed);
  const chosen = new Set<number>();
  let room = max;
  for (const at of [...places.slice(0, OPENING_RECORDS), ...failed.toReversed(), ...places.toReversed()]) {
    const size = sizeOf(at) + 1;
    if (chosen.has(at) || size > room) continue;
    room -= size;
    chosen.add(at);
  }
  return chosen;
}

/**
 * An episode for a prompt: its facts, then task, messages, tool calls, error, verification details and
 * feedback as quoted records. Each message is clipped to 3,000 characters; messages and tool calls together
 * to `maxTranscript`, and in a short transcript each of them further.
 */
export function quotedEpisode(episode: QuotableEpisode, maxTranscript: number = MAX_TRANSCRIPT): string {
  const { task, messages, toolCalls, error, verification, feedback = [] } = episode;
  const maxMessage = Math.min(MAX_MESSAGE, Math.ceil(maxTranscript / RECORDS_AT_LEAST));
  const calls = fitting(
    toolCalls.map((call) => callCandidate(call, Math.min(MAX_TOOL_TEXT, maxMessage))),
    maxTranscript / 2,
  );
  const room = maxTranscript - calls.reduce((sum, call) => sum + JSON.stringify(call).length, 0);
  const records: Fields[] = [
    ...(task === null ? [] : [{ task: clipMasked(task, maxMessage) }]),
    ...fitting(
      messages.map((message) => messageCandidate(message, maxMessage)),
      room,
    ),
    ...calls,
    ...(error === null ? [] : [{ error: clipMasked(error, maxMessage) }]),
    ...(verification?.details ? [{ verification: clipMasked(verification.details, maxMessage) }] : []),
    ...feedback.map(({ score, comment, correction, source }) => ({
      ...{ feedback: score, by: clipMasked(source, MAX_SOURCE), comment, correction },
    })),
  ];
  return `${describeFacts(episode)}\n${quotedRecords(records, maxMessage)}`;
}
