/** What a span is of a run, in any of the conventions that name it. */
import type { Span } from './span.ts';

/** A step is part of an agent, and a run of its own only where nothing is above it. */
export type SpanKind = 'model' | 'tool' | 'agent' | 'step' | 'other';

type Kinds = Readonly<Record<string, SpanKind>>;

const GEN_AI: Kinds = {
  chat: 'model',
  completion: 'model',
  text_completion: 'model',
  generate_content: 'model',
  responses: 'model',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
  execute_task: 'step',
};

/** By attribute, in order of rank: the first one that names a kind decides. */
const CONVENTIONS: readonly (readonly [attribute: string, kinds: Kinds])[] = [
  [
    'openinference.span.kind',
    {
      llm: 'model',
      tool: 'tool',
      agent: 'agent',
      chain: 'step',
      retriever: 'other',
      embedding: 'other',
      reranker: 'other',
      guardrail: 'other',
      evaluator: 'other',
      prompt: 'other',
    },
  ],
  ['gen_ai.operation.name', GEN_AI],
  ['traceloop.span.kind', { workflow: 'agent', agent: 'agent', task: 'step', tool: 'tool' }],
  [
    'mastra.span.type',
    {
      agent_run: 'agent',
      workflow_run: 'agent',
      workflow_step: 'step',
      model_generation: 'model',
      llm_generation: 'model',
      tool_call: 'tool',
      mcp_tool_call: 'tool',
    },
  ],
  [
    'langfuse.observation.type',
    { agent: 'agent', chain: 'step', span: 'other', generation: 'model', tool: 'tool' },
  ],
];

/** Some name the operation only in the name of the span, or in its template. */
const NAMES: readonly (readonly [RegExp, SpanKind])[] = [
  [/^(?:invoke_agent|invoke_workflow|agent_run \[|Agent run: |OpenAI Agents trace: )/, 'agent'],
  [/^(?:execute_tool |Function: |tools\/call )/, 'tool'],
  [/^(?:haystack\.pipeline\.run|haystack\.agent\.run|invocation$)/, 'agent'],
];

const AGENT_SIGNS = ['pydantic_ai.all_messages', 'all_messages_events'];
const TOOL_SIGNS = ['gen_ai.tool.name', 'gen_ai.tool.call.id'];
const MODEL_SIGNS = [
  'gen_ai.request.model',
  'gen_ai.prompt.0.content',
  'gen_ai.prompt.0.role',
  'gcp.vertex.agent.llm_request',
  'llm.request.type',
];

function vercelKind(operation: string): SpanKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (/\.do(Generate|Stream)$/.test(operation)) return 'model';
  return /^ai\.(generate|stream)(Text|Object)$/.test(operation) ? 'agent' : 'other';
}

/** The kind of a span, by the first convention that names one. */
export function findSpanKind({ attributes, name }: Pick<Span, 'attributes' | 'name'>): SpanKind {
  // Logfire announces a span before it ends by another one.
  if (attributes.get('logfire.span_type') === 'pending_span') return 'other';
  const vercel = attributes.get('ai.operationId');
  if (typeof vercel === 'string' && vercel.startsWith('ai.')) return vercelKind(vercel);
  for (const [attribute, kinds] of CONVENTIONS) {
    const value = attributes.get(attribute);
    const kind = typeof value === 'string' ? kinds[value.toLowerCase()] : undefined;
    if (kind !== undefined) return kind;
  }
  if (attributes.has('gen_ai.operation.name')) return 'other';
  const named = NAMES.find(([pattern]) => pattern.test(name));
  if (named !== undefined) return named[1];
  if (AGENT_SIGNS.some((key) => attributes.has(key))) return 'agent';
  if (TOOL_SIGNS.some((key) => attributes.has(key))) return 'tool';
  return MODEL_SIGNS.some((key) => attributes.has(key)) ? 'model' : 'other';
}
