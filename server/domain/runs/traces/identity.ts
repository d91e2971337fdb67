/**
 * Who and what a span belongs to: session, user, agent, recall, framework. What does not fit its field is
 * left out.
 */

import { AGENT_ID } from '../../agent-id.ts';
import { isLongerThan } from '../../characters.ts';
import { asObject, unembedded } from '../conversation/embedded-json.ts';
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

/** The agent that a span names; a name that is no agent id is a title and names none. */
export function findAgentId(attributes: Attributes): string | null {
  const names = AGENT.map((key) => attributes.get(key));
  return (
    (names.find((name) => typeof name === 'string' && AGENT_ID.test(name)) as string | undefined) ?? null
  );
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

const INSTRUMENTED = /(?:instrumentation|instrumentor)[-._/:]+([\w.-]+)$/i;

/** The framework that was instrumented, by the name of the instrumentation's scope. */
export function findFramework({ scope, attributes }: Span): string | null {
  if (attributes.has('ai.operationId') || scope === 'ai' || scope === 'gen_ai') return 'vercel-ai-sdk';
  const named = INSTRUMENTED.exec(scope)?.[1] ?? null;
  return named === null || named.length > MAX_FRAMEWORK ? null : named.replaceAll('_', '-').toLowerCase();
}
