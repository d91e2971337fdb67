/** Who and what a span belongs to: session, user, agent, recall, framework. What does not fit its field is left out. */
import { AGENT_ID } from '../fields.ts';
import type { Attributes } from './attributes.ts';
import { objectOf, unembedded } from './embedded-json.ts';
import type { Span } from './span.ts';

const MAX_KEY = 256;
const MAX_RECALL_ID = 64;
const MAX_FRAMEWORK = 64;
const UNUSABLE = /[\0\p{Surrogate}]/u;

const SESSION = ['session.id', 'gen_ai.conversation.id'];
const USER = ['user.id', 'enduser.id'];
const RECALL = ['recall_id'];
const AGENT = ['gen_ai.agent.name', 'agent.name'];

/** Where SDKs put what their caller wants to have with a trace, as prefixes of attributes. */
const METADATA = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'ai.settings.runtimeContext.',
  'metadata.',
  'traceloop.association.properties.',
];
const METADATA_NAMES = {
  session: ['sessionId', 'session_id', 'session.id'],
  user: ['userId', 'user_id', 'user.id'],
  recall: ['recall_id', 'recallId'],
} as const;

/** The session that a span names. */
export function sessionOf(attributes: Attributes): string | null {
  return keyIn(attributes, SESSION, METADATA_NAMES.session, MAX_KEY);
}

/** The user that a span names. */
export function userOf(attributes: Attributes): string | null {
  return keyIn(attributes, USER, METADATA_NAMES.user, MAX_KEY);
}

/** The recall that served the run, as a span names it. */
export function recallOf(attributes: Attributes): string | null {
  return keyIn(attributes, RECALL, METADATA_NAMES.recall, MAX_RECALL_ID);
}

/** The agent that a span names; a name that is no agent id is a title and names none. */
export function agentOf(attributes: Attributes): string | null {
  const names = AGENT.map((key) => attributes.get(key));
  return (
    (names.find((name) => typeof name === 'string' && AGENT_ID.test(name)) as string | undefined) ?? null
  );
}

function keyIn(
  attributes: Attributes,
  names: readonly string[],
  inMetadata: readonly string[],
  max: number,
): string | null {
  const metadata = objectOf(unembedded(attributes.get('metadata')));
  const candidates = [
    ...names.map((name) => attributes.get(name)),
    ...METADATA.flatMap((prefix) => inMetadata.map((name) => attributes.get(prefix + name))),
    ...inMetadata.map((name) => metadata[name]),
  ];
  for (const candidate of candidates) {
    const text = typeof candidate === 'number' ? String(candidate) : candidate;
    if (typeof text === 'string' && text !== '' && text.length <= max && !UNUSABLE.test(text)) return text;
  }
  return null;
}

const INSTRUMENTED = /(?:instrumentation|instrumentor)[-._/:]+([\w.-]+)$/i;

/** The framework that was instrumented, by the name of the instrumentation's scope. */
export function frameworkOf({ scope, attributes }: Span): string | null {
  if (attributes.has('ai.operationId') || scope === 'ai' || scope === 'gen_ai') return 'vercel-ai-sdk';
  const named = INSTRUMENTED.exec(scope)?.[1] ?? null;
  return named === null || named.length > MAX_FRAMEWORK ? null : named.replaceAll('_', '-').toLowerCase();
}
