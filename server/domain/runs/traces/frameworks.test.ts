/** What each framework's spans look like, in small: the same two runs, one that went well and one that failed. */
import { describe, expect, it } from 'vitest';
import { readEpisode, type SpanOf } from '../../../testing/samples/trace-spans.ts';

const json = (value: unknown) => JSON.stringify(value);

const TASK = 'look up order 7';
const RESULT = '{"order": "7", "state": "shipped"}';
const CALLS = [
  { name: 'get_order', arguments: { order: '7' }, result: RESULT, error: null },
  { name: 'refund', arguments: { order: '7' }, result: null, error: 'ValueError: 409 nothing captured' },
];
const STACK = 'Traceback (most recent call last):\n  File "/site-packages/x.py", line 1, in run\n    raise e';

interface Sample {
  framework: string;
  model?: string;
  spans: SpanOf[];
}

const inference = (kind: string, more: SpanOf['attributes'] = {}) => ({
  'openinference.span.kind': kind,
  ...more,
});
const genAi = (operation: string, more: SpanOf['attributes'] = {}) => ({
  'gen_ai.operation.name': operation,
  ...more,
});
const traceloop = (kind: string, more: SpanOf['attributes'] = {}) => ({
  'traceloop.span.kind': kind,
  ...more,
});
const exception = (type: string, message: string) => [
  {
    name: 'exception',
    attributes: { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': STACK },
  },
];
/** The run, a model call that asks for both tools, the tools, and the answer. */
const run = (scope: string, [top, asking, order, refund, answer]: Omit<SpanOf, 'id'>[]): SpanOf[] => {
  const parts = [top, asking, order, refund, answer].map((part = {}, index): SpanOf => {
    const parent = index === 0 ? {} : { parent: 1 };
    return { id: index + 1, ...parent, at: 10 * index, lasts: index === 0 ? 100 : 5, scope, ...part };
  });
  return parts.filter(({ attributes, events }) => attributes !== undefined || events !== undefined);
};

const TOOL_CALLS = {
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'get_order',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"order": "7"}',
  'llm.output_messages.0.message.tool_calls.1.tool_call.id': 'c2',
  'llm.output_messages.0.message.tool_calls.1.tool_call.function.name': 'refund',
  'llm.output_messages.0.message.tool_calls.1.tool_call.function.arguments': '{"order": "7"}',
};
const asks = (text: string) =>
  inference('LLM', {
    'llm.model_name': 'm-1-2026',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': text,
    ...TOOL_CALLS,
  });
const PARTS = json([
  {
    role: 'assistant',
    parts: [
      { type: 'tool_call', id: 'c1', name: 'get_order', arguments: { order: '7' } },
      { type: 'tool_call', id: 'c2', name: 'refund', arguments: { order: '7' } },
    ],
  },
]);
const chat = genAi('chat', {
  'gen_ai.request.model': 'm-1',
  'gen_ai.response.model': 'm-1-2026',
  'gen_ai.input.messages': json([{ role: 'user', parts: [{ type: 'text', content: TASK }] }]),
  'gen_ai.output.messages': PARTS,
});

const SAMPLES: Record<string, Sample> = {
  'LangChain by OpenInference: a tool’s message around the result, the stack in the status': {
    framework: 'langchain',
    spans: run('openinference.instrumentation.langchain', [
      {
        attributes: inference('CHAIN', {
          'input.value': json({ messages: [{ role: 'user', content: TASK }] }),
          'llm.input_messages.0.message.role': 'user',
        }),
      },
      { attributes: asks(TASK) },
      {
        attributes: inference('TOOL', {
          'tool.name': 'get_order',
          'input.value': '7',
          'output.value': json({
            type: 'tool',
            data: { content: RESULT, tool_call_id: 'c1', status: 'success' },
          }),
        }),
      },
      {
        attributes: inference('TOOL', { 'tool.name': 'refund', 'input.value': '7' }),
        failed: `ValueError('409 nothing captured')${STACK}`,
      },
    ]),
  },
  'LangChain by OpenLLMetry: arguments as Python text among others, a run in a run': {
    framework: 'langchain',
    spans: [
      ...run('opentelemetry.instrumentation.langchain', [
        { attributes: genAi('invoke_agent', { 'gen_ai.agent.name': 'orders' }) },
        { attributes: chat },
        {
          attributes: {
            ...traceloop('tool', genAi('execute_tool')),
            'gen_ai.tool.name': 'get_order',
            'gen_ai.tool.call.arguments': json({
              input_str: "{'order': '7'}",
              tags: ['a'],
              metadata: {},
              inputs: { order: '7' },
            }),
            'gen_ai.tool.call.result': json({
              output: { lc: 1, kwargs: { content: RESULT, type: 'tool' } },
              kwargs: { color: 'green' },
            }),
          },
        },
        {
          attributes: {
            ...traceloop('tool', genAi('execute_tool')),
            'gen_ai.tool.name': 'refund',
            'gen_ai.tool.call.arguments': json({ input_str: "{'order': '7'}", tags: ['a'] }),
          },
          failed: '409 nothing captured',
          events: exception('ValueError', '409 nothing captured'),
        },
      ]),
      {
        id: 9,
        parent: 1,
        at: 1,
        lasts: 90,
        scope: 'opentelemetry.instrumentation.langchain',
        attributes: {
          ...traceloop('workflow', genAi('invoke_agent')),
          'traceloop.entity.input': json({
            inputs: { messages: [{ role: 'user', content: TASK }] },
            tags: [],
          }),
        },
      },
    ],
  },
  'CrewAI by OpenInference: the task in the prompt of the framework': {
    framework: 'crewai',
    spans: run('openinference.instrumentation.crewai', [
      {
        attributes: inference('CHAIN', {
          'input.value': json({ request: TASK }),
          crew_tasks: json([{ description: '{request}' }]),
        }),
      },
      {
        attributes: asks(
          `\nCurrent Task: ${TASK}\n\nThis is the expected criteria for your final answer: one sentence`,
        ),
      },
      {
        attributes: inference('TOOL', {
          'tool.name': 'get_order',
          'input.value': '{"order": "7"}',
          'output.value': RESULT,
        }),
      },
      {
        attributes: inference('TOOL', { 'tool.name': 'refund', 'input.value': '{"order": "7"}' }),
        failed: '409 nothing captured',
        events: exception('builtins.ValueError', '409 nothing captured'),
      },
    ]),
  },
  'CrewAI by OpenLLMetry: no tools, but the messages as Python writes them': {
    framework: 'crewai',
    model: 'm-1',
    spans: run('opentelemetry.instrumentation.crewai.instrumentation', [
      {
        attributes: genAi('invoke_agent', {
          'crewai.crew.result': 'Done',
          'crewai.crew.tasks_output': `[TaskOutput(description='x', messages=[{'role': 'user', 'content': 'Current Task: ${TASK}'}, {'role': 'assistant', 'content': '', 'tool_calls': [{'id': 'c1', 'type': 'function', 'function': {'name': 'get_order', 'arguments': '{"order": "7"}'}}, {'id': 'c2', 'function': {'name': 'refund', 'arguments': '{"order": "7"}'}}]}, {'role': 'tool', 'content': '${RESULT}', 'tool_call_id': 'c1'}, {'role': 'tool', 'content': 'Error executing tool: ValueError: 409 nothing captured', 'tool_call_id': 'c2'}], failed=[])]`,
        }),
      },
      { attributes: { ...traceloop('task', genAi('invoke_agent')), 'crewai.task.description': TASK } },
      { attributes: { ...traceloop('agent', genAi('invoke_agent')), 'crewai.agent.llm': 'm-1' } },
    ]),
  },
  'LlamaIndex by OpenInference: a result with what the tool was given, a call in a call': {
    framework: 'llama-index',
    spans: [
      ...run('openinference.instrumentation.llama_index', [
        {
          attributes: inference('CHAIN', {
            'input.value': json({ init_state: { queue: [] }, start_event: 'AgentWorkflowStartEvent()' }),
          }),
        },
        { attributes: asks(TASK) },
        {
          attributes: inference('TOOL', {
            'tool.name': 'get_order',
            'input.value': json({ kwargs: { order: '7' } }),
            'output.value': json({
              blocks: [{ text: RESULT }],
              tool_name: 'get_order',
              raw_input: {},
              raw_output: RESULT,
              is_error: false,
            }),
          }),
        },
        {
          attributes: inference('TOOL', {
            'tool.name': 'refund',
            'input.value': json({ kwargs: { order: '7' } }),
          }),
          failed: 'ValueError: 409 nothing captured',
        },
      ]),
      {
        id: 9,
        parent: 3,
        at: 21,
        lasts: 2,
        attributes: inference('TOOL', { 'tool.name': 'get_order', 'output.value': RESULT }),
      },
    ],
  },
  'OpenAI Agents by OpenInference: the agents’ names on spans inside the run': {
    framework: 'openai-agents',
    spans: run('openinference.instrumentation.openai_agents', [
      { attributes: inference('AGENT') },
      { attributes: asks(TASK) },
      {
        attributes: inference('TOOL', {
          'tool.name': 'get_order',
          'input.value': '{"order": "7"}',
          'output.value': RESULT,
        }),
      },
      {
        attributes: inference('TOOL', {
          'tool.name': 'refund',
          'input.value': '{"order": "7"}',
          'output.value': 'An error occurred',
        }),
        failed: 'ValueError: 409 nothing captured',
      },
      {
        attributes: inference('TOOL', { 'input.value': 'boss', 'output.value': 'specialist' }),
        name: 'handoff to specialist',
      },
    ]),
  },
  'pydantic-ai: the messages on the agent’s span, an exception without a message in the status': {
    framework: 'pydantic-ai',
    spans: run('pydantic-ai', [
      {
        attributes: genAi('invoke_agent', {
          model_name: 'm-1',
          'pydantic_ai.all_messages': json([{ role: 'user', parts: [{ type: 'text', content: TASK }] }]),
        }),
      },
      { attributes: chat },
      {
        attributes: genAi('execute_tool', {
          'gen_ai.tool.name': 'get_order',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.arguments': '{"order":"7"}',
          'gen_ai.tool.call.result': RESULT,
        }),
      },
      {
        attributes: genAi('execute_tool', {
          'gen_ai.tool.name': 'refund',
          'gen_ai.tool.call.id': 'c2',
          'gen_ai.tool.call.arguments': '{"order":"7"}',
        }),
        failed: '',
        events: exception('ValueError', '409 nothing captured'),
      },
    ]),
  },
  'smolagents: arguments among the framework’s own, roles of its own': {
    framework: 'smolagents',
    spans: run('openinference.instrumentation.smolagents', [
      {
        attributes: inference('AGENT', {
          'input.value': json({ task: TASK, stream: false, additional_args: null }),
        }),
      },
      { attributes: asks(`New task:\n${TASK}`) },
      {
        attributes: inference('TOOL', {
          'tool.name': 'get_order',
          'input.value': json({ args: [], sanitize_inputs_outputs: true, kwargs: { order: '7' } }),
          'output.value': RESULT,
        }),
        name: 'SimpleTool',
      },
      {
        attributes: inference('TOOL', {
          'tool.name': 'refund',
          'input.value': json({ args: [], sanitize_inputs_outputs: true, kwargs: { order: '7' } }),
        }),
        failed: 'ValueError: 409 nothing captured',
      },
    ]),
  },
  'Strands: arguments and results as events': {
    framework: 'strands',
    model: 'm-1',
    spans: run('strands.telemetry.tracer', [
      {
        attributes: genAi('invoke_agent'),
        events: [{ name: 'gen_ai.user.message', attributes: { content: json([{ text: TASK }]) } }],
      },
      {
        attributes: genAi('chat', { 'gen_ai.request.model': 'm-1' }),
        events: [
          { name: 'gen_ai.user.message', attributes: { content: json([{ text: TASK }]) } },
          {
            name: 'gen_ai.choice',
            attributes: {
              message: json([
                { toolUse: { toolUseId: 'c1', name: 'get_order', input: { order: '7' } } },
                { toolUse: { toolUseId: 'c2', name: 'refund', input: { order: '7' } } },
              ]),
            },
          },
        ],
      },
      {
        attributes: genAi('execute_tool', { 'gen_ai.tool.name': 'get_order', 'gen_ai.tool.call.id': 'c1' }),
        events: [
          { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"order": "7"}', id: 'c1' } },
          { name: 'gen_ai.choice', attributes: { message: json([{ text: RESULT }]), id: 'c1' } },
        ],
      },
      {
        attributes: genAi('execute_tool', { 'gen_ai.tool.name': 'refund', 'gen_ai.tool.call.id': 'c2' }),
        failed: '409 nothing captured',
        events: [
          { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"order": "7"}', id: 'c2' } },
          {
            name: 'gen_ai.choice',
            attributes: { message: json([{ text: 'Error: 409 nothing captured' }]), id: 'c2' },
          },
          ...exception('ValueError', '409 nothing captured'),
        ],
      },
    ]),
  },
  'Google ADK by OpenInference: the new message of the invocation, the response around the result': {
    framework: 'google-adk',
    spans: run('openinference.instrumentation.google_adk', [
      {
        attributes: inference('CHAIN', {
          'input.value': json({
            user_id: 'u',
            session_id: 's',
            new_message: { parts: [{ text: TASK }], role: 'user' },
          }),
        }),
      },
      { attributes: asks(TASK) },
      {
        attributes: inference('TOOL', {
          'tool.name': 'get_order',
          'input.value': '{"order": "7"}',
          'output.value': json({ id: 'c1', name: 'get_order', response: { result: RESULT } }),
        }),
      },
      {
        attributes: inference('TOOL', { 'tool.name': 'refund', 'input.value': '{"order": "7"}' }),
        failed: 'ValueError: 409 nothing captured',
      },
      { attributes: inference('TOOL', { 'output.value': '{}' }), name: 'execute_tool (merged tools)' },
    ]),
  },
  'Google ADK itself: attributes of its own': {
    framework: 'google-adk',
    model: 'm-1',
    spans: run('gcp.vertex.agent', [
      { attributes: genAi('invoke_agent', { 'gen_ai.agent.name': 'orders' }) },
      {
        name: 'call_llm',
        attributes: {
          'gen_ai.system': 'gcp.vertex.agent',
          'gen_ai.request.model': 'm-1',
          'gcp.vertex.agent.llm_request': json({
            model: 'm-1',
            contents: [{ role: 'user', parts: [{ text: TASK }] }],
          }),
          'gcp.vertex.agent.llm_response': json({
            content: {
              role: 'model',
              parts: [{ function_call: { id: 'c1', name: 'get_order', args: { order: '7' } } }],
            },
          }),
        },
      },
      {
        attributes: genAi('execute_tool', {
          'gen_ai.tool.name': 'get_order',
          'gcp.vertex.agent.tool_call_args': '{"order": "7"}',
          'gcp.vertex.agent.tool_response': json({ result: RESULT }),
        }),
      },
      {
        attributes: genAi('execute_tool', {
          'gen_ai.tool.name': 'refund',
          'gcp.vertex.agent.tool_call_args': '{"order": "7"}',
        }),
        failed: 'ValueError: 409 nothing captured',
      },
      { attributes: genAi('execute_tool', { 'gen_ai.tool.name': '(merged tools)' }) },
    ]),
  },
  'Agent Framework: the current attributes, and the span of the MCP call in that of the tool': {
    framework: 'agent-framework',
    spans: [
      ...run('agent_framework', [
        {
          attributes: genAi('invoke_agent', {
            'gen_ai.input.messages': json([{ role: 'user', parts: [{ type: 'text', content: TASK }] }]),
          }),
        },
        { attributes: chat },
        {
          attributes: genAi('execute_tool', {
            'gen_ai.tool.name': 'get_order',
            'gen_ai.tool.call.id': 'c1',
            'gen_ai.tool.call.arguments': '{"order":"7"}',
            'gen_ai.tool.call.result': json({ content: [{ type: 'text', text: RESULT }], isError: false }),
          }),
        },
        {
          attributes: genAi('execute_tool', {
            'gen_ai.tool.name': 'refund',
            'gen_ai.tool.call.id': 'c2',
            'gen_ai.tool.call.arguments': '{"order":"7"}',
          }),
          failed: 'ValueError: 409 nothing captured',
        },
      ]),
      {
        id: 9,
        parent: 3,
        at: 21,
        lasts: 2,
        name: 'tools/call get_order',
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'get_order' },
      },
    ],
  },
  'DSPy by OpenInference: the task among the arguments, the name of the tool in that of its span': {
    framework: 'dspy',
    spans: run('openinference.instrumentation.dspy', [
      { attributes: inference('CHAIN', { 'input.value': json({ args: [], kwargs: { question: TASK } }) }) },
      { attributes: asks(`[[ ## question ## ]]\n${TASK}\n\nRespond with the fields`) },
      {
        attributes: inference('TOOL', {
          'input.value': json({ kwargs: { order: '7' } }),
          'output.value': RESULT,
        }),
        name: 'get_order.__call__',
      },
      {
        attributes: inference('TOOL', { 'input.value': json({ kwargs: { order: '7' } }) }),
        name: 'refund.__call__',
        failed: 'ValueError: 409 nothing captured',
      },
    ]),
  },
};

describe('a run', () => {
  it.each(Object.entries(SAMPLES))('of %s', (_, { framework, model = 'm-1-2026', spans }) => {
    const episode = readEpisode(spans);
    expect(episode).toMatchObject({ task: TASK, framework, model, outcome: 'unknown', tool_calls: CALLS });
  });
});
