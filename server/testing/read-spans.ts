/** What is made of spans, for tests of the extraction. */
import type { EpisodeIn } from '../domain/runs/episodes/episode-in.ts';
import { assembleEpisode } from '../domain/runs/traces/assemble-episode.ts';
import { extractTrace } from '../domain/runs/traces/extract-trace.ts';
import { readSpans, traceExportSchema } from '../domain/runs/traces/span.ts';
import type { TraceState } from '../domain/runs/traces/trace-state.ts';
import { makeTraceId, type SpanOf, toExport } from './trace-spans.ts';

/** What spans of one trace say together. */
export function readState(spans: SpanOf[]): TraceState {
  return extractTrace(readSpans(traceExportSchema.parse(toExport(spans))).spans);
}

/** The episode that spans of one trace are. */
export function readEpisode(spans: SpanOf[]): EpisodeIn {
  return assembleEpisode(makeTraceId('trace'), readState(spans));
}

/** A model call below a root, by the conventions of OpenTelemetry. */
export function modelCall(attributes: SpanOf['attributes'], more: Partial<SpanOf> = {}): SpanOf {
  return {
    id: 2,
    parent: 1,
    at: 10,
    attributes: { 'gen_ai.operation.name': 'chat', ...attributes },
    ...more,
  };
}
