/**
 * Traces as episodes. A trace may arrive in any number of requests, in any order, at any number of gateways
 * at once: what is known of it is merged with what is kept, all heavy work is done before any lock is taken,
 * and a trace that turns out on writing to have changed meanwhile is read again.
 */

import { inChunks } from '../../domain/in-chunks.ts';
import type { Principal } from '../../domain/principal.ts';
import { extractTrace } from '../../domain/runs/traces/extract-trace.ts';
import { type LogExport, type LogsOut, readLogSpans } from '../../domain/runs/traces/log-records.ts';
import { redactTrace } from '../../domain/runs/traces/redact-trace.ts';
import { readSpans, type Span, type TraceExport, type TracesOut } from '../../domain/runs/traces/span.ts';
import {
  mapParts,
  mergeAllForests,
  setApart,
  type TraceForest,
} from '../../domain/runs/traces/trace-forest.ts';
import { isTelling } from '../../domain/runs/traces/trace-state.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute } from '../../platform/thread-pool.ts';
import { nextTurn } from '../../platform/turns.ts';
import { type IncomingTrace, persistTraces } from './persist-traces.ts';

/**
 * Spans that are read in one go: some milliseconds for spans of usual size. An export of thousands must not
 * keep all other requests waiting.
 */
const SPANS_AT_ONCE = 250;

/** What is as much work as a span of usual size: so many attributes and events, or so many characters. */
const USUAL_VALUES = 20;
const USUAL_CHARACTERS = 4000;

/** How many spans of usual size a span is as much work as. */
function workOf({ attributes, events }: Span): number {
  let characters = 0;
  for (const value of attributes.values()) if (typeof value === 'string') characters += value.length;
  return 1 + (attributes.size + events.length) / USUAL_VALUES + characters / USUAL_CHARACTERS;
}

/** What is as much work as this many spans of usual size is done in a thread: the worst texts of it take some 30 ms. */
const LARGE_WORK = 20;

/** Whether the values of spans are much work, beside the spans themselves. */
const isLarge = (spans: readonly Span[]): boolean =>
  spans.reduce((sum, span) => sum + workOf(span), -spans.length) > LARGE_WORK;

const TRACES = 'server/domain/runs/traces';
const EXTRACTING = { script: `${TRACES}/extract-trace.ts`, run: extractTrace };
const REDACTING = { script: `${TRACES}/redact-trace.ts`, run: redactTrace };

/** Counts the work on one export, over all of its traces. */
class Pace {
  #left = SPANS_AT_ONCE;

  /** Lets others have their turn before so much work where enough has been done since they had it. */
  async keep(spans: readonly Span[]): Promise<void> {
    const work = spans.reduce((sum, span) => sum + workOf(span), 0);
    this.#left -= work;
    if (this.#left >= 0) return;
    await nextTurn();
    this.#left = SPANS_AT_ONCE - work;
  }
}

/** What the spans of one trace say together. */
async function readTrace(spans: readonly Span[], pace: Pace): Promise<TraceForest> {
  const forests: TraceForest[] = [];
  for (const chunk of inChunks(spans, SPANS_AT_ONCE)) {
    await pace.keep(chunk);
    forests.push(await compute(EXTRACTING, isLarge(chunk), chunk));
  }
  return setApart(mergeAllForests(forests));
}

const UNREADABLE = 'spans without a valid traceId and spanId';
const NO_RUN = 'spans of traces in which no model, tool or agent span has been seen';

interface Sent<Request> {
  request: Request;
  /** The agent that the sender named outside of the body; it outranks what spans say. */
  agentId: string | undefined;
}

/**
 * Traces that are read and stored before the next ones are read: what is known of thousands need not be in
 * memory at once.
 */
const TRACES_AT_ONCE = 500;

/**
 * Makes an episode of each run, or completes it. Spans that no episode could be made of are counted, never
 * an error.
 */
export async function ingestTraces(
  runtime: Runtime,
  principal: Principal,
  { request, agentId }: Sent<TraceExport>,
): Promise<TracesOut> {
  const { spans, unreadable } = readSpans(request);
  const { rejected, ...told } = await ingestSpans(runtime, principal, spans, agentId);
  return { partialSuccess: partialSuccess(unreadable, rejected), ...told };
}

/** Adds the messages that log records have to the runs of their spans. Other records are counted. */
export async function ingestLogs(
  runtime: Runtime,
  principal: Principal,
  { request, agentId }: Sent<LogExport>,
): Promise<LogsOut> {
  const { spans, others } = readLogSpans(request);
  const { rejected: _, ...told } = await ingestSpans(runtime, principal, spans, agentId);
  const errorMessage = `${others} records without messages of a run are not kept`;
  return { partialSuccess: others === 0 ? {} : { rejectedLogRecords: others, errorMessage }, ...told };
}

/** Stores the runs of spans; `rejected` counts spans that no episode was made of. */
async function ingestSpans(
  runtime: Runtime,
  principal: Principal,
  spans: Span[],
  agentId: string | undefined,
) {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const pace = new Pace();
  const episodes: TracesOut['episodes'] = [];
  let rejected = 0;
  for (const chunk of inChunks(traces, TRACES_AT_ONCE)) {
    const incoming: IncomingTrace[] = [];
    for (const [traceId, own] of chunk) {
      const extracted = await readTrace(own, pace);
      incoming.push({ traceId, forest: await prepareForest(runtime, { own, extracted, agentId, pace }) });
    }
    await nextTurn();
    const persisted = await persistTraces(runtime, principal, incoming);
    for (const [traceId, own] of chunk) {
      const found = persisted.get(traceId) ?? [];
      if (found.length === 0) rejected += own.length;
      for (const { episodeId, duplicate } of found) {
        episodes.push({ episode_id: episodeId, trace_id: traceId, duplicate });
      }
    }
  }
  const duplicates = episodes.filter(({ duplicate }) => duplicate).length;
  return { rejected, accepted: episodes.length - duplicates, duplicates, episodes };
}

interface ExtractedTrace {
  own: readonly Span[];
  extracted: TraceForest;
  agentId: string | undefined;
  pace: Pace;
}

async function prepareForest(
  runtime: Runtime,
  { own, extracted, agentId, pace }: ExtractedTrace,
): Promise<TraceForest> {
  const forest = runtime.config.recall.redactPii ? await redacted(own, extracted, pace) : extracted;
  if (agentId === undefined) return forest;
  // The agent alone says nothing of a span that is no part of a run.
  return mapParts(forest, (state) =>
    state.run || isTelling(state) ? { ...state, agent: { key: `0:${agentId}`, value: agentId } } : state,
  );
}

async function redacted(own: readonly Span[], extracted: TraceForest, pace: Pace): Promise<TraceForest> {
  // To redact what was said takes about as long as to read it.
  if (!isLarge(own)) await pace.keep(own);
  return await compute(REDACTING, isLarge(own), extracted);
}

function partialSuccess(unreadable: number, rejected: number): TracesOut['partialSuccess'] {
  const reasons = [
    ...(unreadable > 0 ? [`${unreadable} ${UNREADABLE}`] : []),
    ...(rejected > 0 ? [`${rejected} ${NO_RUN}`] : []),
  ];
  if (reasons.length === 0) return {};
  return {
    rejectedSpans: unreadable + rejected,
    errorMessage: `no episode was made of ${reasons.join(', ')}`,
  };
}
