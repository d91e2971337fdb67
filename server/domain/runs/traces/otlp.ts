/** The envelope of an OTLP export in JSON and its answer. Spans are read one by one, so that a bad one spoils no other. */
import { z } from 'zod';

const span = z.unknown().meta({ override: { type: 'object', description: 'An OTLP span' } });

const scopeSpansSchema = z.object({
  scope: z.unknown().optional(),
  spans: z.array(span).nullish(),
});

const resourceSpansSchema = z.object({
  resource: z.unknown().optional(),
  scopeSpans: z.array(scopeSpansSchema).nullish(),
});

/** An ExportTraceServiceRequest. */
export const traceExportSchema = z
  .object({ resourceSpans: z.array(resourceSpansSchema).nullish() })
  .meta({ id: 'ExportTraceServiceRequest' });
export type TraceExport = z.infer<typeof traceExportSchema>;

const count = () => z.number().int().min(0).max(2_147_483_647);

/** An ExportTraceServiceResponse with more in it: a decoder of OTLP ignores what it does not know. */
export const tracesOutSchema = z
  .object({
    partialSuccess: z
      .object({ rejectedSpans: count().optional(), errorMessage: z.string().optional() })
      .describe('The spans that no episode was made of, and why; empty where there are none'),
    accepted: count().describe('Episodes that are new'),
    duplicates: count().describe(
      'Traces that an episode was made of before, whether or not this completed it',
    ),
    episodes: z.array(
      z.object({ episode_id: z.string(), trace_id: z.string(), duplicate: z.boolean() }).meta({
        id: 'TracedEpisode',
      }),
    ),
  })
  .meta({ id: 'ExportTraceServiceResponse' });
export type TracesOut = z.infer<typeof tracesOutSchema>;
