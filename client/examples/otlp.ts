/**
 * An agent that knows no gateway: it says what it does by the interface of OpenTelemetry, which goes nowhere until
 * somebody listens. `otlp-tracing.ts` beside it sends that to the gateway, where each run becomes an episode.
 *   node client/examples/otlp.ts "look up order 1042"
 */
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import OpenAI from 'openai';

const openai = new OpenAI({ maxRetries: 0 });
const tracer = trace.getTracer('orders');

const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_order', parameters: { type: 'object', properties: {} } } },
];

/** Runs `work` in a span, which says how it ended. */
async function traced<Result>(
  name: string,
  attributes: Record<string, string>,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

async function getOrder(sent: string): Promise<string> {
  const kind = { 'openinference.span.kind': 'TOOL', 'tool.name': 'get_order', 'input.value': sent };
  return await traced('get_order', kind, async (span) => {
    const result = await Promise.resolve(JSON.stringify({ order: '1042', state: 'shipped' }));
    span.setAttribute('output.value', result);
    return result;
  });
}

/** The model's answer, and the messages with what its tools gave. */
async function answer(messages: OpenAI.ChatCompletionMessageParam[]): Promise<string | null> {
  for (let step = 0; step < 5; step += 1) {
    const { choices } = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages, tools });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return message?.content ?? null;
    messages.push(message);
    for (const call of message.tool_calls) {
      const sent = call.type === 'function' ? call.function.arguments : '';
      messages.push({ role: 'tool', tool_call_id: call.id, content: await getOrder(sent) });
    }
  }
  return null;
}

for (const task of process.argv.slice(2)) {
  const run = { 'openinference.span.kind': 'AGENT', 'agent.name': 'otlp', 'input.value': task };
  try {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'You help with orders.' },
      { role: 'user', content: task },
    ];
    const said = await traced('orders', run, async () => await answer(messages));
    process.stdout.write(`${said}\n`);
  } catch (error) {
    process.stderr.write(`${error}\n`);
    process.exitCode = 1;
  }
}
