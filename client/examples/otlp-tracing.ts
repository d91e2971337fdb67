/**
 * The whole set-up of an agent without an adapter, none of it the gateway's: an instrumentation and OpenTelemetry's own
 * exporter, which reads its address and key from the environment. Loaded before the agent, which stays as it is:
 *   OTEL_EXPORTER_OTLP_ENDPOINT=<gateway> OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20<key> \
 *   node --import ./client/examples/otlp-tracing.ts client/examples/otlp.ts "look up order 1042"
 */
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';

const tracing = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
tracing.register();
new OpenAIInstrumentation({ tracerProvider: tracing }).manuallyInstrument(OpenAI);

/** What the end of the process may take: a collector that answers byte by byte would hold it for ever. */
const LONGEST_MS = 2000;

// The program has ended; an export that fails is no error of the agent's.
process.once('beforeExit', async () => {
  setTimeout(() => process.exit(), LONGEST_MS);
  await tracing.shutdown().catch(() => undefined);
  process.exit();
});
