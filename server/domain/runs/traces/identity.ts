/**
 * Who and what a span belongs to: session, user, agent, recall, framework. What does not fit its field is
 * left out.
 */

import { AGENT_ID } from '../../agent-id.ts';
import { isLongerThan } from '../../characters.ts';
import { asObject, asText, unembedded } from '../conversation/embedded-json.ts';
import type { Attributes, Span } from './span.ts';

const MAX_KEY = 256;
const MAX_RECALL_ID = 64;
const MAX_FRAMEWORK = 64;
const UNUSABLE = /[\0\p{Surrogate}]/u;

const AGENT = ['gen_ai.agent.name', 'agent.name'];

/** Where SDKs put what their caller wants to have with a trace, as prefixes of attributes. */
const METADATA = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'ai.settings.runtimeContext.',
  'metadata.',
  'traceloop.association.properties.',
];

/** Where a key is looked for: attributes in order of rank, then fields of the attribute `metadata`. */
interface Places {
  readonly attributes: readonly string[];
  readonly fields: readonly string[];
}

/** Made once, as every span of a trace is asked. */
function places(own: readonly string[], fields: readonly string[]): Places {
  const inMetadata = METADATA.flatMap((prefix) => fields.map((name) => prefix + name));
  return { attributes: [...own, ...inMetadata], fields };
}

const SESSION = places(['session.id', 'gen_ai.conversation.id'], ['sessionId', 'session_id', 'session.id']);
const USER = places(['user.id', 'enduser.id'], ['userId', 'user_id', 'user.id']);
const RECALL = places(['recall_id'], ['recall_id', 'recallId']);

/** The session that a span names. */
export function findSessionId(attributes: Attributes): string | null {
  return keyIn(attributes, SESSION, MAX_KEY);
}

/** The user that a span names. */
export function findUserId(attributes: Attributes): string | null {
  return keyIn(attributes, USER, MAX_KEY);
}

/** The recall that served the run, as a span names it. */
export function findRecallId(attributes: Attributes): string | null {
  return keyIn(attributes, RECALL, MAX_RECALL_ID);
}

/** The agent that a span names: the first name that is an agent id, else one made of the first name. */
export function findAgentId(attributes: Attributes): string | null {
  const names = AGENT.map((key) => attributes.get(key)).filter((name) => typeof name === 'string');
  return names.find((name) => AGENT_ID.test(name)) ?? names.map(toAgentId).find((id) => id !== null) ?? null;
}

/** An agent named after its service; an SDK that was given no name for the service makes one up. */
export function serviceAgent(service: string): string | null {
  return service.startsWith('unknown_service') ? null : toAgentId(service);
}

const LONGEST_AGENT_ID = 64;

/** A name as an agent id: `Support Agent` is `support-agent`; null where nothing is left of it. */
function toAgentId(name: string): string | null {
  if (AGENT_ID.test(name)) return name;
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, LONGEST_AGENT_ID);
  return AGENT_ID.test(plain) ? plain : null;
}

function keyIn(attributes: Attributes, places: Places, max: number): string | null {
  for (const name of places.attributes) {
    const key = usableKey(attributes.get(name), max);
    if (key !== null) return key;
  }
  const metadata = asObject(unembedded(attributes.get('metadata')));
  for (const name of places.fields) {
    const key = usableKey(metadata[name], max);
    if (key !== null) return key;
  }
  return null;
}

function usableKey(value: unknown, max: number): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && !isLongerThan(text, max) && !UNUSABLE.test(text)
    ? text
    : null;
}

/** Frameworks by what their scopes are called, where that is not their name. */
const SCOPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:ai|gen-ai)$/, 'vercel-ai-sdk'],
  [/strands/, 'strands'],
  [/gcp\.vertex\.agent|google[-.]adk/, 'google-adk'],
  [/pydantic[-.]ai/, 'pydantic-ai'],
  [/agent[-.]framework/, 'agent-framework'],
  [/openai[-.]agents/, 'openai-agents'],
  [/autogen/, 'autogen'],
  [/llama[-.]?index/, 'llama-index'],
  [/claude[-.]agent/, 'claude-agent-sdk'],
  [/^langsmith|langgraph/, 'langchain'],
  [/(?:^|[^\w])(crewai|smolagents|dspy|haystack|langchain|mastra|litellm|langfuse|mcp|agno)(?![\w])/, ''],
];

const INSTRUMENTED = /(?:instrumentation|instrumentor)[-._/:]+([\w.-]+?)(?:[-._]instrumentation)?$/;

/** The framework that was instrumented, by the name of the instrumentation's scope, else by what the span says. */
export function findFramework({ scope, attributes }: Span): string | null {
  if (attributes.has('ai.operationId')) return 'vercel-ai-sdk';
  return frameworkOf(scope) ?? frameworkOf(asText(attributes.get('gen_ai.system')), true);
}

function frameworkOf(name: string, known = false): string | null {
  const text = name.toLowerCase().replaceAll('_', '-');
  for (const [pattern, framework] of SCOPES) {
    const found = pattern.exec(text);
    if (found !== null) return framework || (found[1] ?? null);
  }
  const named = known ? null : (INSTRUMENTED.exec(text)?.[1] ?? null);
  return named === null || named.length > MAX_FRAMEWORK ? null : named;
}

const ANSWERED_MODEL = ['gen_ai.response.model', 'ai.response.model', 'llm.response.model', 'llm.model_name'];
const REQUESTED_MODEL = [
  'gen_ai.request.model',
  'ai.model.id',
  'llm.request.model',
  'langfuse.observation.model.name',
  'crewai.agent.llm',
  'model_name',
];
const MAX_MODEL = 256;

/** The model that a span names, and whether it is the one that answered. */
export function findModel({ attributes }: Span): { name: string; answered: boolean } | null {
  const first = (keys: readonly string[]) =>
    keys.map((key) => usableKey(attributes.get(key), MAX_MODEL)).find((name) => name !== null);
  const answer = first(ANSWERED_MODEL);
  if (answer !== undefined) return { name: answer, answered: true };
  const asked = first(REQUESTED_MODEL);
  return asked === undefined ? null : { name: asked, answered: false };
}
