/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT by OpenTelemetry's packages, which are loaded with this file alone. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type SpanOptions, setTracer } from './traced.ts';

/**
 * Starts tracing as the service `name`, unless OTEL_SERVICE_NAME says otherwise. The packages read their own
 * variables. Returns what sends the last spans. Nothing is registered globally: Next would report its own spans,
 * with whole addresses of pages.
 */
export function startOpenTelemetry(name: string): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('whetstone');
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  const parentOf = (root: SpanOptions['root']) => {
    if (root === undefined) return current.getStore();
    return root === 'job' ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, root, defaultTextMapGetter);
  };

  function spanned<T>(spanName: string, work: () => T, { root, attributes }: SpanOptions): T {
    const parent = parentOf(root);
    if (parent === undefined) return work();
    const span = tracer.startSpan(spanName, { kind: kindOf(root) }, parent);
    const end = (failure?: { error: unknown }) => endSpan(span, attributes, failure);
    try {
      const result = current.run(trace.setSpan(parent, span), work);
      if (result instanceof Promise) {
        result.then(
          () => end(),
          (error: unknown) => end({ error }),
        );
      } else end();
      return result;
    } catch (error) {
      end({ error });
      throw error;
    }
  }

  setTracer(spanned);
  return () => provider.shutdown();
}

function kindOf(root: SpanOptions['root']): SpanKind {
  if (root === undefined) return SpanKind.INTERNAL;
  return root === 'job' ? SpanKind.CONSUMER : SpanKind.SERVER;
}

/** The kind of an error is told, and not its message, which may repeat what a tenant has said. */
function endSpan(span: Span, attributes: SpanOptions['attributes'], failure?: { error: unknown }): void {
  if (attributes !== undefined) span.setAttributes(attributes());
  if (failure !== undefined) {
    const { error } = failure;
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
