/**
 * What a span is to a run: a call of a model, a tool, an agent around both, or nothing that a run is made of.
 */
import type { Span } from './span.ts';

export type SpanKind = 'model' | 'tool' | 'agent' | 'other';

const OPENINFERENCE: Readonly<Record<string, SpanKind>> = {
  LLM: 'model',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'agent',
};

const GEN_AI: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  completion: 'model',
  text_completion: 'model',
  generate_content: 'model',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
};

const TRACELOOP: Readonly<Record<string, SpanKind>> = {
  workflow: 'agent',
  agent: 'agent',
  task: 'agent',
  tool: 'tool',
};

const MODEL_SIGNS = [
  'gen_ai.request.model',
  'gen_ai.prompt.0.content',
  'gen_ai.prompt.0.role',
  'llm.request.type',
];

function vercelKind(operation: string): SpanKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (/\.do(Generate|Stream)$/.test(operation)) return 'model';
  return /^ai\.(generate|stream)(Text|Object)$/.test(operation) ? 'agent' : 'other';
}

/** The kind of a span, by the first convention that names one. */
export function findSpanKind({ attributes }: Span): SpanKind {
  const openInference = attributes.get('openinference.span.kind');
  if (typeof openInference === 'string') return OPENINFERENCE[openInference.toUpperCase()] ?? 'other';
  const vercel = attributes.get('ai.operationId');
  if (typeof vercel === 'string' && vercel.startsWith('ai.')) return vercelKind(vercel);
  const operation = attributes.get('gen_ai.operation.name');
  if (typeof operation === 'string') return GEN_AI[operation.toLowerCase()] ?? 'other';
  const traceloop = attributes.get('traceloop.span.kind');
  if (typeof traceloop === 'string') return TRACELOOP[traceloop.toLowerCase()] ?? 'other';
  if (attributes.has('gen_ai.tool.name') || attributes.has('gen_ai.tool.call.id')) return 'tool';
  return MODEL_SIGNS.some((key) => attributes.has(key)) ? 'model' : 'other';
}
