/** Traces over OTLP/HTTP, at the path of their own and at the one that exporters build from a base address. */
import { z } from 'zod';
import { agentId } from '../../domain/fields.ts';
import { traceExportSchema, tracesOutSchema } from '../../domain/runs/traces/otlp.ts';
import { ingestTraces } from '../../runs/ingestion/index.ts';
import { operation } from './operation.ts';

const DESCRIPTION = `An OTLP \`ExportTraceServiceRequest\` in JSON; gzip is accepted, protobuf is not (415). Read are the GenAI
conventions of OpenTelemetry (current and older forms), OpenInference and the spans of the Vercel AI SDK. Each trace becomes one
episode with the idempotency key \`otel:<trace_id>\`, however many requests it arrives in and in whatever order; spans that arrive
later complete it until it is reflected on. \`X-Agent-Id\` says whose episodes these are, before what the spans say.`;

const input = z.object({ request: traceExportSchema, 'x-agent-id': agentId().optional() });

function traceOperation(path: '/v1/traces' | '/otlp/v1/traces', summary: string) {
  return operation({
    method: 'POST',
    path,
    scope: 'learn',
    tag: 'Learning loop',
    summary,
    description: DESCRIPTION,
    body: 'request',
    headers: ['x-agent-id'],
    exported: true,
  })
    .input(input)
    .output(tracesOutSchema)
    .mutation(({ ctx, input: { request, 'x-agent-id': agent } }) =>
      ingestTraces(ctx.runtime, ctx.principal, { request, agentId: agent }),
    );
}

export const traceOperations = {
  ingestTraces: traceOperation('/v1/traces', 'Record runs from OpenTelemetry traces'),
  ingestExportedTraces: traceOperation(
    '/otlp/v1/traces',
    'The same, for exporters whose endpoint is `<gateway>/otlp`',
  ),
};
