/** Who and what a span belongs to, wherever an instrumentation writes it. */
import { describe, expect, it } from 'vitest';
import { findAgentId, findFramework, findRecallId, findSessionId, findUserId } from './identity.ts';
import type { Span } from './span.ts';

const attributes = (entries: Record<string, unknown>) => new Map(Object.entries(entries));
const metadata = JSON.stringify({ sessionId: 's', userId: 'u', recall_id: 'rc' });

describe('what a span belongs to', () => {
  it.each([
    [{ 'session.id': 's', 'user.id': 'u', recall_id: 'rc' }],
    [{ 'gen_ai.conversation.id': 's', 'enduser.id': 'u', 'metadata.recallId': 'rc' }],
    [
      {
        'ai.telemetry.metadata.sessionId': 's',
        'ai.telemetry.metadata.userId': 'u',
        'ai.telemetry.metadata.recall_id': 'rc',
      },
    ],
    [
      {
        'traceloop.association.properties.session_id': 's',
        'traceloop.association.properties.user_id': 'u',
        'traceloop.association.properties.recall_id': 'rc',
      },
    ],
    [{ metadata }],
  ])('is read from %j', (entries) => {
    const read = attributes(entries);
    expect([findSessionId(read), findUserId(read), findRecallId(read)]).toEqual(['s', 'u', 'rc']);
  });

  it('is read from the next place when the first one holds nothing usable', () => {
    const read = attributes({ 'session.id': '', 'gen_ai.conversation.id': 'c', metadata });
    expect(findSessionId(read)).toBe('c');
    expect(findUserId(attributes({ 'user.id': { deep: true }, metadata }))).toBe('u');
  });

  it.each(['', 'a\0b', '\uD800', 'x'.repeat(257), true, null, ['s']])('is not %j', (value) => {
    expect(findSessionId(attributes({ 'session.id': value }))).toBeNull();
  });
});

describe('the agent of a span', () => {
  it('is the first name that is an agent id, else one made of a title', () => {
    expect(findAgentId(attributes({ 'gen_ai.agent.name': 'Support Agent', 'agent.name': 'support' }))).toBe(
      'support',
    );
    expect(findAgentId(attributes({ 'gen_ai.agent.name': ' Bücher & Support Agent! ' }))).toBe(
      'bucher-support-agent',
    );
    expect(findAgentId(attributes({ 'gen_ai.agent.name': '購買' }))).toBeNull();
  });
});

const SPAN: Span = {
  ...{ traceId: 'f'.repeat(32), id: '1', parent: '', name: 'run', start: '0', end: '0' },
  ...{ scope: '', service: '', attributes: new Map(), events: [], error: null },
};

describe('the framework of a span', () => {
  const frameworkIn = (scope: string, entries: Record<string, unknown> = {}) =>
    findFramework({ ...SPAN, scope, attributes: attributes(entries) });

  it.each([
    ['@arizeai/openinference-instrumentation-openai', 'openai'],
    ['opentelemetry.instrumentation.LangChain', 'langchain'],
    ['ai', 'vercel-ai-sdk'],
    ['openinference.instrumentation.openai_agents', 'openai-agents'],
    ['opentelemetry.instrumentation.crewai.instrumentation', 'crewai'],
    ['openinference.instrumentation.llama_index', 'llama-index'],
    ['openinference.instrumentation.smolagents', 'smolagents'],
    ['openinference.instrumentation.google_adk', 'google-adk'],
    ['gcp.vertex.agent', 'google-adk'],
    ['strands.telemetry.tracer', 'strands'],
    ['pydantic-ai', 'pydantic-ai'],
    ['agent_framework', 'agent-framework'],
    ['autogen-core', 'autogen'],
    ['openinference.instrumentation.dspy', 'dspy'],
    ['openinference.instrumentation.claude_agent_sdk', 'claude-agent-sdk'],
    ['my-service', null],
    [`instrumentation-${'x'.repeat(65)}`, null],
  ])('of the scope %s is %j', (scope, expected) => {
    expect(frameworkIn(scope)).toBe(expected);
  });
});
